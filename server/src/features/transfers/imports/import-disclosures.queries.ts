import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { columnsOf, rowsOf } from '../../../platform/database/rows.ts';

/** How many were told to an organization within these hours, locked until the transaction ends. */
export async function lockDisclosures(db: Db, organization_id: string, hours: number): Promise<number> {
  const { rows } = await rowsOf(columnsOf('import_disclosures', 'told'))`
    insert into import_disclosures as d (organization_id) values (${organization_id})
    on conflict (organization_id) do update set
      told = case when d.since < now() - make_interval(hours => ${hours}) then 0 else d.told end,
      since = case when d.since < now() - make_interval(hours => ${hours}) then now() else d.since end
    returning told`.execute(db);
  return rows[0]?.told ?? 0;
}

/** Adds to what was told, whose row is locked. */
export async function addDisclosures(db: Db, organization_id: string, more: number): Promise<void> {
  await sql`update import_disclosures set told = told + ${more}
    where organization_id = ${organization_id}`.execute(db);
}
