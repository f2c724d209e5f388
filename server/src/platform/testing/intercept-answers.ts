import pg from 'pg';

type Done = (error: unknown, answer?: unknown) => void;
/** A statement of pg that calls back, as those that enter a scope do. */
type Submitted = { submit: unknown; callback: Done };

/**
 * From now on `ask` runs with each statement that is sent, and what it returns runs once the database has answered: the
 * caller gets the answer after that, or never.
 */
export function interceptAnswers(ask: () => (() => Promise<void>) | null): void {
  const original = Reflect.get(pg.Client.prototype, 'query') as (...parts: unknown[]) => unknown;
  Reflect.set(pg.Client.prototype, 'query', function intercepted(this: pg.Client, ...parts: unknown[]) {
    const answered = ask();
    const [statement] = parts;
    if (answered && isSubmitted(statement)) {
      const { callback } = statement;
      statement.callback = (error, answer) => {
        if (error) callback(error);
        else void answered().then(() => callback(null, answer));
      };
    }
    const result = Reflect.apply(original, this, parts);
    if (!answered || !(result instanceof Promise)) return result;
    return result.then(async (answer: unknown) => {
      await answered();
      return answer;
    });
  });
}

function isSubmitted(statement: unknown): statement is Submitted {
  const { submit, callback } = Object(statement) as Partial<Submitted>;
  return typeof submit === 'function' && typeof callback === 'function';
}
