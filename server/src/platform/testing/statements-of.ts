import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

const lists = new AsyncLocalStorage<string[]>();
const original = Reflect.get(pg.Client.prototype, 'query') as (...parts: unknown[]) => unknown;
Reflect.set(pg.Client.prototype, 'query', function noted(this: pg.Client, ...parts: unknown[]) {
  const [statement] = parts;
  const { text } = Object(statement) as { text?: unknown };
  lists.getStore()?.push(typeof statement === 'string' ? statement : String(text));
  return Reflect.apply(original, this, parts);
});

/** The statements that `work` sends to the database, and nothing else that is under way sends. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const list: string[] = [];
  await lists.run(list, work);
  return list;
}
