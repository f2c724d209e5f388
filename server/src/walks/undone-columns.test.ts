import { afterAll, beforeAll, expect, test } from 'vitest';
import { ORGANIZATION_FIELDS } from '../features/organizations/organizations.fields.ts';
import { TICKET_FIELDS } from '../features/tickets/tickets.fields.ts';
import { USER_FIELDS } from '../features/users/users.fields.ts';
import { openTestDatabase } from '../platform/testing/database.ts';
import type { TestDatabase } from '../platform/testing/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

// One that is in no record would be left out of undo, audit, files and exports without anybody saying so.
test.each([
  ['profiles', USER_FIELDS],
  ['organizations', ORGANIZATION_FIELDS],
  ['tickets', TICKET_FIELDS],
])('every column of %s is in the record of its noun', async (table, fields) => {
  const { rows } = await database.pool.query<{ column: string }>(
    `select attname as column from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  );
  expect(rows.map(({ column }) => column).toSorted()).toEqual(Object.keys(fields).toSorted());
});
