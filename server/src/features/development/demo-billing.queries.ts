import { sql } from 'kysely';
import type { SystemDb } from '../../platform/database/database.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';

export type DemoBillingData = {
  slug: string;
  tax_id: string;
  billing_email: string;
  tax_treatment: 'standard' | 'exempt';
  trial_ends_on: string;
};

/** Stores the billing data of organizations by their slugs; their ids by slug. */
export async function saveBillingData(db: SystemDb, rows: DemoBillingData[]): Promise<Map<string, string>> {
  const values = JSON.stringify(rows);
  await sql`update subscriptions s set tax_treatment = d.tax_treatment,
      trial_ends_on = case when s.trial_ends_on is not null then d.trial_ends_on end
    from jsonb_to_recordset(${values}::jsonb) as d (slug text, tax_treatment text, trial_ends_on date)
    join organizations o on o.slug = d.slug where s.organization_id = o.id`.execute(db);
  const { rows: saved } = await rowsOf(columnsOf('organizations', 'id', 'slug'))`
    update organizations o set tax_id = d.tax_id, billing_email = d.billing_email
    from jsonb_to_recordset(${values}::jsonb) as d (slug text, tax_id text, billing_email text)
    where o.slug = d.slug returning o.id, o.slug`.execute(db);
  return new Map(saved.map(({ id, slug }) => [slug, id]));
}
