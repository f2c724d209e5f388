import { once } from 'node:events';
import { EventEmitter } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../testing/database.ts';
import type { TestDatabase } from '../testing/database.ts';
import { CHANNEL, listenByClient } from './listen.ts';

const SHORT = { proof: 50, answer: 200 };

describe('a listener of PostgreSQL', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());
  const tell = (payload: string) => database.pool.query('select pg_notify($1, $2)', [CHANNEL, payload]);

  /** What a listener hears, as events. */
  const listen = async (way: (payload: string) => Promise<unknown>, waits = SHORT) => {
    const events = new EventEmitter();
    const end = await listenByClient(
      database.url,
      way,
      waits,
    )({
      onPayload: (payload) => events.emit('payload', payload),
      onGap: () => events.emit('gap'),
      onDeaf: () => events.emit('deaf'),
    });
    return { events, end };
  };

  test('that hears nothing of what is told says so, and has missed something each time it begins anew', async () => {
    let swallow = true;
    // As behind a pooler in transaction mode: a notification reaches no listener.
    const { events, end } = await listen(async (payload) => {
      if (!swallow) await tell(payload);
    });
    await once(events, 'deaf');
    await once(events, 'gap');
    await once(events, 'gap');
    swallow = false;
    const heard: string[] = [];
    events.on('payload', (payload: string) => heard.push(payload));
    await expect
      .poll(async () => {
        await tell('heard');
        return heard;
      })
      .toContain('heard');
    await end();
  });

  test('that hears itself hands on what others tell, and nothing of its own proofs', async () => {
    let proofs = 0;
    const proved = new EventEmitter();
    const { events, end } = await listen(
      async (payload) => {
        await tell(payload);
        proofs += 1;
        proved.emit(String(proofs));
      },
      { proof: 1, answer: 5_000 },
    );
    const heard: string[] = [];
    events.on('payload', (payload: string) => heard.push(payload));
    await once(proved, '3');
    await tell('last');
    await expect.poll(() => heard).toEqual(['last']);
    await end();
  });
});
