import { afterAll, beforeAll, expect, test } from 'vitest';
import { UNDOABLE_ORGANIZATIONS } from '../features/organizations/organizations.fields.ts';
import { UNDOABLE_TICKETS } from '../features/tickets/tickets.fields.ts';
import { UNDOABLE_USERS } from '../features/users/users.fields.ts';
import { openTestDatabase } from '../platform/testing/database.ts';
import type { TestDatabase } from '../platform/testing/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** They change with every change, or never. */
const OF_EVERY_ROW = ['id', 'version', 'created_at', 'updated_at'];

// Undo would leave a column as it was changed that neither list names, and report success.
test.each([UNDOABLE_USERS, UNDOABLE_ORGANIZATIONS, UNDOABLE_TICKETS])(
  'every column of $table is kept by undo, or left with a reason',
  async ({ table, kept, left }) => {
    const { rows } = await database.pool.query<{ column: string }>(
      `select attname as column from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    const named = [...kept, ...Object.keys(left), ...OF_EVERY_ROW];
    expect(rows.map(({ column }) => column).toSorted()).toEqual(named.toSorted());
  },
);
