import { ERRORS } from '@atalaya/contract/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppError } from '../errors.ts';
import { openTestDatabase } from '../testing/database.ts';
import type { TestDatabase } from '../testing/database.ts';
import { clientAddress, forgetOldCounts, giveBackTo, takeFrom } from './rate-limits.ts';
import type { Limited } from './rate-limits.ts';

describe('an address counts as', () => {
  // R4
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:0:0:0:9', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
  ])('%s as %s', (ip, counted) => {
    expect(clientAddress(ip)).toBe(counted);
  });
});

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
