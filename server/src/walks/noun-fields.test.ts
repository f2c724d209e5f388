import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IMPORT_FIELDS } from '@atalaya/contract/import-fields';
import {
  INVOICE_FIELDS,
  INVOICE_LINE_FIELDS,
  PAYMENT_COLUMNS,
} from '../features/billing/invoices/invoices.fields.ts';
import { MANDATE_FIELDS } from '../features/billing/mandates/mandates.fields.ts';
import { INVITATION_FIELDS } from '../features/invitations/invitations.fields.ts';
import { ORGANIZATION_FIELDS } from '../features/organizations/organizations.fields.ts';
import { PLAN_FIELDS } from '../features/plans/plans.fields.ts';
import { TICKET_FIELDS } from '../features/tickets/tickets.fields.ts';
import { USER_FIELDS } from '../features/users/users.fields.ts';
import { fieldsWith, importWordsOf } from '../platform/records/fields.ts';
import type { Field } from '../platform/records/fields.ts';
import { openTestDatabase } from '../platform/testing/database.ts';
import type { TestDatabase } from '../platform/testing/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

type Noun = { table: string; fields: Record<string, Field>; imported: readonly string[] };
const NOUNS: Noun[] = [
  { table: 'profiles', fields: USER_FIELDS, imported: IMPORT_FIELDS.users },
  { table: 'organizations', fields: ORGANIZATION_FIELDS, imported: IMPORT_FIELDS.organizations },
  { table: 'tickets', fields: TICKET_FIELDS, imported: IMPORT_FIELDS.tickets },
  { table: 'organization_invitations', fields: INVITATION_FIELDS, imported: [] },
  { table: 'plans', fields: PLAN_FIELDS, imported: [] },
  { table: 'invoices', fields: INVOICE_FIELDS, imported: [] },
  { table: 'invoice_lines', fields: INVOICE_LINE_FIELDS, imported: [] },
  { table: 'payments', fields: PAYMENT_COLUMNS, imported: [] },
  { table: 'mandates', fields: MANDATE_FIELDS, imported: [] },
];

describe.each(NOUNS)('the record of the fields of $table', ({ table, fields, imported }) => {
  // One that is left out would be left out of undo, audit, files and exports without a word.
  test('has every column of its table', async () => {
    const { rows } = await database.pool.query<{ column: string }>(
      `select attname as column from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [table],
    );
    expect(new Set(rows.map(({ column }) => column))).toEqual(new Set(Object.keys(fields)));
  });

  test('says of which columns the text that is searched is made', async () => {
    const { rows } = await database.pool.query<{ column: string }>(
      `select source.attname as column
       from pg_attribute computed
       join pg_attrdef made on made.adrelid = computed.attrelid and made.adnum = computed.attnum
       join pg_depend needs on needs.classid = 'pg_attrdef'::regclass and needs.objid = made.oid
         and needs.refobjid = computed.attrelid and needs.refobjsubid <> computed.attnum
       join pg_attribute source on source.attrelid = needs.refobjid and source.attnum = needs.refobjsubid
       where computed.attrelid = $1::regclass and computed.attname = 'search'`,
      [table],
    );
    expect(new Set(rows.map(({ column }) => column))).toEqual(new Set(fieldsWith(fields, 'searched')));
  });

  test('says which columns a file can bring in, as the contract does', () => {
    expect(new Set(Object.values(importWordsOf(fields)))).toEqual(new Set(imported));
  });
});
