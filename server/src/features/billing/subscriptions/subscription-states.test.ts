import { afterAll, beforeAll, expect, test } from 'vitest';
import { SUBSCRIPTION_STATUSES, hasEnded, isPaying } from '@atalaya/contract/subscription-states';
import { openTestDatabase } from '../../../platform/testing/database.ts';
import type { TestDatabase } from '../../../platform/testing/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test.each(SUBSCRIPTION_STATUSES)('the database says of %s what the contract says', async (status) => {
  const { rows } = await database.pool.query<{ is_paying: boolean; has_ended: boolean }>(
    'select is_paying($1), has_ended($1)',
    [status],
  );
  expect(rows).toEqual([{ is_paying: isPaying(status), has_ended: hasEnded(status) }]);
});

test('what is unpaid is found by its index', async () => {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query('set local enable_seqscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain select i.id from invoices i where is_unpaid(i)
       and i.organization_id = uuid_v7()`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('invoices_unpaid');
  } finally {
    await client.query('rollback');
    client.release();
  }
});
