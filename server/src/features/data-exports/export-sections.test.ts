import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Rows } from '../../platform/database/row-types.ts';
import { openTestDatabase } from '../../platform/testing/database.ts';
import type { TestDatabase } from '../../platform/testing/database.ts';
import { EXPORT_SECTIONS, FILES_SECTION } from './export-sections.queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const PROVIDER = 'told by its identity provider, which tells it again elsewhere';
const RUN = 'made for one file or change, and forgotten';
const AGENCY = 'the books of who issues; the invoices that they are of are taken along';

/** Tables of an organization that it does not take along, and why. */
const LEFT_BEHIND = {
  audit_stream_batches: 'how the audit log was sent elsewhere, the last of it',
  data_exports: RUN,
  import_disclosures: RUN,
  import_rows: RUN,
  page_visits: 'counts of this program',
  profile_counts: 'counts of what is taken along',
  scim_group_members: PROVIDER,
  scim_groups: PROVIDER,
  scim_requests: PROVIDER,
  scim_tokens: 'keys, of which nothing but a hash is known',
  scim_users: PROVIDER,
  sso_identities: PROVIDER,
  transfers: RUN,
  undo_items: RUN,
  undos: RUN,
  verifactu_deliveries: AGENCY,
  verifactu_records: AGENCY,
  webhook_deliveries: 'copies of the audit log, for a month',
} satisfies Partial<Record<keyof Rows, string>>;

const SECTIONS = [...EXPORT_SECTIONS, FILES_SECTION];

// A table that comes later is taken along, or left with a reason: it is not forgotten.
test('every table of an organization is taken along or left behind for a reason', async () => {
  const { rows } = await database.pool.query<{ table: string }>(
    `select c.relname as table from pg_policy p join pg_class c on c.oid = p.polrelid
     where p.polname = 'tenant' and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
     order by 1`,
  );
  const named = [...SECTIONS.map(({ name, table }) => table ?? name), ...Object.keys(LEFT_BEHIND)];
  // Of no organization: it takes along the versions of plans that it was on.
  const known = named.filter((table) => table !== 'plan_versions');
  expect(known.toSorted()).toEqual(rows.map(({ table }) => table));
});

test('no section has what opens anything', () => {
  const opening = /secret|token|sealed|password|hash$/;
  expect(SECTIONS.flatMap(({ columns }) => columns.filter((name) => opening.test(name)))).toEqual([]);
});
