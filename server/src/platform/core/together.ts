import { setImmediate } from 'node:timers/promises';
import { AppError } from './errors.ts';
import { RETRY_SECONDS } from './turns.ts';

/** What became of a piece of work that was done together with others: its result, or why it alone was refused. */
export type Outcome<Result> = Result | Error;

type Piece<Task, Result> = {
  task: Task;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};
type Gathering<Task> = {
  /** Pieces that are done in one go. */
  most: number;
  /** Pieces that wait. */
  waiting?: number;
  /** Whether one more may be done with these. */
  fits?: (tasks: readonly Task[], next: Task) => boolean;
};

/**
 * Does pieces of work with one key one batch after the other: what is asked for while a batch is being done waits, and
 * is done in one go after it. `owner`: what the work is done for, such as a platform; of two nothing is done together.
 * @param work of each task, in their order, what became of it; what it throws refuses them all
 * @throws server.unavailable (with Retry-After) where too many wait
 */
export function workingTogether<Owner extends object, Task, Result>(
  { most, waiting = Infinity, fits = () => true }: Gathering<Task>,
  work: (owner: Owner, tasks: Task[]) => Promise<Outcome<Result>[]>,
): (owner: Owner, key: string, task: Task) => Promise<Result> {
  type Line = Piece<Task, Result>[];
  const owners = new WeakMap<Owner, Map<string, Line>>();
  const nextBatch = (line: Line): Line => {
    let size = 0;
    const tasks: Task[] = [];
    for (const { task } of line) {
      if (size === most || (size > 0 && !fits(tasks, task))) break;
      tasks.push(task);
      size += 1;
    }
    return line.splice(0, size);
  };
  const walk = async (owner: Owner, lines: Map<string, Line>, key: string, line: Line) => {
    // What has arrived at once begins together.
    await setImmediate();
    while (line.length > 0) {
      const batch = nextBatch(line);
      try {
        const outcomes = await work(
          owner,
          batch.map(({ task }) => task),
        );
        for (const [at, piece] of batch.entries()) settle(piece, outcomes[at]);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    lines.delete(key);
  };
  return (owner, key, task) =>
    new Promise((resolve, reject) => {
      const lines = owners.get(owner) ?? new Map<string, Line>();
      owners.set(owner, lines);
      const line = lines.get(key);
      if (line && line.length >= waiting)
        return reject(new AppError('server.unavailable', { headers: { 'retry-after': RETRY_SECONDS } }));
      const piece = { task, resolve, reject };
      if (line) return void line.push(piece);
      const begun = [piece];
      lines.set(key, begun);
      void walk(owner, lines, key, begun);
    });
}

function settle<Task, Result>(
  { resolve, reject }: Piece<Task, Result>,
  outcome: Outcome<Result> | undefined,
): void {
  if (outcome === undefined) reject(new Error('a piece of work was lost'));
  else if (outcome instanceof Error) reject(outcome);
  else resolve(outcome);
}
