import { ERRORS } from '@atalaya/contract/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppError } from '../core/errors.ts';
import { openTestDatabase } from '../testing/database.ts';
import type { TestDatabase } from '../testing/database.ts';
import {
  clientShares,
  forgetOldCounts,
  giveBackTo,
  isFirst,
  isWithin,
  takeFrom,
  takeFromClient,
  tryToTakeAll,
} from './rate-limits.ts';
import type { Limited } from './rate-limits.ts';

describe('limits', () => {
  let database: TestDatabase;
  let instances: [Limited, Limited];
  const LIMIT = { name: 'test', max: 5, seconds: 3600 };

  beforeAll(async () => {
    database = await openTestDatabase();
    instances = [
      { config: { rateLimit: true }, database },
      { config: { rateLimit: true }, database },
    ];
  });
  afterAll(() => database.close());

  const storedRows = async () => (await sql`select * from rate_limits`.execute(database.kysely)).rows;
  const endWindows = () => sql`update rate_limits set resets_at = to_timestamp(0)`.execute(database.kysely);

  /** The codes that a number of calls at once were refused with, over both instances in turn. */
  async function take(calls: number, key: string): Promise<AppError[]> {
    const outcomes = await Promise.allSettled(
      Array.from({ length: calls }, (_, call) => takeFrom(instances[call % 2 === 0 ? 0 : 1], LIMIT, key)),
    );
    return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as AppError] : []));
  }

  // R3
  test('twenty calls at once over two instances: exactly the allowed number gets through', async () => {
    const refused = await take(20, 'someone');
    expect(refused).toHaveLength(15);
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['request.rate_limited']));
    expect(ERRORS['request.rate_limited']).toBe(429);
  });

  // R4
  test('who has a network of IPv6 addresses is counted in all of it, with more room the wider it is', async () => {
    const wide = { ...LIMIT, name: 'networks' };
    /** How many of fifty calls from an address each get through. */
    const through = async (address: (n: number) => string) => {
      const calls = Array.from({ length: 50 }, (_, n) => n);
      let count = 0;
      for (const n of calls)
        await takeFromClient(instances[n % 2 === 0 ? 0 : 1], wide, address(n)).then(
          () => (count += 1),
          () => undefined,
        );
      return count;
    };
    const hex = (n: number) => n.toString(16);
    expect(await through((n) => `2001:db8:1:1::${hex(n)}`)).toBe(5);
    expect(await through((n) => `2001:db8:2:1${hex(n + 16)}::1`)).toBe(10);
    expect(await through((n) => `2001:db8:3:${hex(n * 256 + 256)}::1`)).toBe(20);
    expect(await through((n) => `203.0.113.7:${n + 1000}`)).toBe(5);
    expect(await through((n) => `not an address ${n}`)).toBe(5);
    // What was refused in its /64 has used up nothing of what its neighbours have.
    expect(await through((n) => `2001:db8:1:2::${hex(n)}`)).toBe(5);
  });

  // R3
  test('a call that counts in several limits counts in all of them or in none', async () => {
    const wide = { ...LIMIT, name: 'wide', max: 8 };
    const shares = [
      { limit: LIMIT, key: 'both' },
      { limit: wide, key: 'both' },
    ];
    const refused = [];
    for (let n = 0; n < 20; n++) refused.push(await tryToTakeAll(instances[n % 2 === 0 ? 0 : 1], shares));
    expect(refused.slice(0, 5)).toEqual([null, null, null, null, null]);
    expect(new Set(refused.slice(5).map((each) => each?.of))).toEqual(new Set([shares[0]]));
    // Five of eight were taken.
    for (let n = 0; n < 3; n++) expect(await isWithin(instances[0], wide, 'both')).toBe(true);
    expect(await isWithin(instances[0], wide, 'both')).toBe(false);
  });

  test('orders of keys that cross never wait for each other', async () => {
    const keys = Array.from({ length: 6 }, (_, n) => ({ limit: { ...LIMIT, max: 1e6 }, key: `cross ${n}` }));
    const calls = Array.from({ length: 200 }, (_, n) =>
      tryToTakeAll(instances[0], n % 2 === 0 ? keys : keys.toReversed()),
    );
    expect(new Set(await Promise.all(calls))).toEqual(new Set([null]));
  });

  test('what is counted for an account from one network is not counted for another', () => {
    const keys = clientShares(LIMIT, '2001:db8::1', 'ana@example.test').map(({ key }) => key);
    expect(keys).toEqual([
      '2001:db8:0:0::/64 ana@example.test',
      '2001:db8:0:0::/56 ana@example.test',
      '2001:db8:0:0::/48 ana@example.test',
    ]);
  });

  // R2
  test('the refusal says when to come back', async () => {
    const [refusal] = await take(6, 'somebody');
    const seconds = Number(refusal?.options.headers?.['retry-after']);
    expect(seconds).toBeGreaterThan(3500);
    expect(seconds).toBeLessThanOrEqual(3600);
  });

  test('another key is not concerned', async () => {
    await take(6, 'one');
    expect(await take(5, 'other')).toEqual([]);
  });

  // R1
  test('what is given back can be taken again', async () => {
    await take(5, 'owner');
    await giveBackTo(instances[0], LIMIT, 'owner');
    expect(await take(1, 'owner')).toEqual([]);
    expect(await take(1, 'owner')).toHaveLength(1);
  });

  test('a window that is over starts anew, and is forgotten', async () => {
    await take(6, 'late');
    await endWindows();
    expect(await take(5, 'late')).toEqual([]);
    await endWindows();
    await forgetOldCounts(instances[0]);
    expect(await storedRows()).toEqual([]);
  });

  test('a count waits for no disk; what guards single use does', async () => {
    await sql`create table noted (id serial, source text)`.execute(database.kysely);
    // Whether the transaction itself says how its commit waits.
    await sql`create function note_commit() returns trigger language plpgsql as $$ begin
      insert into noted (source) select source from pg_settings where name = 'synchronous_commit'; return null;
    end $$`.execute(database.kysely);
    await sql`create trigger note_commit after insert on rate_limits
      for each row execute function note_commit()`.execute(database.kysely);
    await takeFrom(instances[0], LIMIT, 'not kept');
    await isFirst(instances[0], LIMIT, 'kept');
    const { rows } = await sql`select source = 'session' as is_said from noted order by id`.execute(
      database.kysely,
    );
    expect(rows).toEqual([{ is_said: true }, { is_said: false }]);
    await sql`drop trigger note_commit on rate_limits`.execute(database.kysely);
  });

  test('the table tells nobody who was counted', async () => {
    await take(1, 'persona@example.test');
    const rows = await storedRows();
    expect(JSON.stringify(rows)).not.toContain('example.test');
  });

  test('off means off', async () => {
    const off: Limited = { config: { rateLimit: false }, database };
    for (let call = 0; call < 8; call++) await takeFrom(off, LIMIT, 'free');
    expect(await take(5, 'free')).toEqual([]);
  });
});
