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

test('the driver is the version whose inner parts are known', () => {
  expect(versionOf('pg'), READ).toBe(KNOWN);
});

test('a statement of the driver has the parts that a scoped one overrides', () => {
  for (const part of ['prepare', 'handleDataRow', 'handleCommandComplete'])
    expect(
      (pg.Query.prototype as unknown as Record<string, unknown>)[part],
      `Query.${part}: ${READ}`,
    ).toBeTypeOf('function');
});

test('a connection of the driver has the messages and the socket that are used', async () => {
  const database = await openTestDatabase();
  const client = await database.pool.connect();
  try {
    const { connection } = client as unknown as { connection: Record<string, unknown> };
    for (const message of ['parse', 'bind', 'execute', 'sync'])
      expect(connection[message], `Connection.${message}: ${READ}`).toBeTypeOf('function');
    for (const part of ['cork', 'uncork', 'destroy'])
      expect(
        (connection['stream'] as Record<string, unknown>)[part],
        `its socket's ${part}: ${READ}`,
      ).toBeTypeOf('function');
  } finally {
    client.release();
    await database.close();
  }
});
