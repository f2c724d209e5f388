import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../testing/database.ts';

/** The version whose inner parts scoped-statement.ts, transaction.ts, listen.ts and silence.ts were written against. */
const KNOWN = '8.23.1';
const READ =
  'read docs/decisions/0020-inner-parts-of-the-driver.md: what it names has to be checked before another version of pg is used';

const require = createRequire(import.meta.url);
const versionOf = (name: string) =>
  (JSON.parse(readFileSync(require.resolve(`${name}/package.json`), 'utf8')) as { version: string }).version;

/** The sentence in the place of what is missing, so that the failure says what to do. */
const held = (part: string, is: boolean) => (is ? part : `${part}: ${READ}`);

test('the driver is the version whose inner parts are known', () => {
  expect(held('version', versionOf('pg') === KNOWN)).toBe('version');
});

test('a statement of the driver has the parts that a scoped one overrides', () => {
  const parts = pg.Query.prototype as unknown as Record<string, unknown>;
  const used = ['prepare', 'handleDataRow', 'handleCommandComplete'];
  expect(used.map((part) => held(part, typeof parts[part] === 'function'))).toEqual(used);
});

test('a connection of the driver has the messages and the socket that are used', async () => {
  const database = await openTestDatabase();
  const client = await database.pool.connect();
  try {
    const { connection } = client as unknown as { connection: Record<string, unknown> };
    const stream = connection['stream'] as Record<string, unknown>;
    const used = ['parse', 'bind', 'execute', 'sync', 'cork', 'uncork', 'destroy'];
    const has = (part: string) => typeof (connection[part] ?? stream[part]) === 'function';
    expect(used.map((part) => held(part, has(part)))).toEqual(used);
  } finally {
    client.release();
    await database.close();
  }
});
