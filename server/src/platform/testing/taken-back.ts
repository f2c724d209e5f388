import { expect } from 'vitest';
import type { Actor } from '../core/actor.ts';
import type { Db } from '../database/database.ts';
import { AppError } from '../core/errors.ts';
import type { TestServer } from './server.ts';

/** What a transaction ends with that must leave nothing. */
class TakenBackError extends Error {}

/** What `work` gives in a transaction of the actor of which nothing stays. */
export async function takenBack<T>(
  server: TestServer,
  actor: Actor,
  work: (db: Db) => Promise<T>,
): Promise<T | undefined> {
  let outcome: T | undefined;
  const done = server.database.withActor(actor, 'test', async (db) => {
    outcome = await work(db);
    throw new TakenBackError();
  });
  await expect(done).rejects.toThrow(TakenBackError);
  return outcome;
}

/** Each alone, in a call of its own, as the outcomes of all. */
export async function oneByOne<Body, Made>(
  bodies: Body[],
  add: (alone: [Body]) => Promise<(Made | AppError)[]>,
): Promise<(Made | AppError)[]> {
  const made: (Made | AppError)[] = [];
  for (const body of bodies) made.push(...(await add([body])));
  return made;
}

/** What refuses one, or that it was made. */
export const toldOf = (made: readonly unknown[]) =>
  made.map((each) => (each instanceof AppError ? [each.code, each.options] : 'made'));
