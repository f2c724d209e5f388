import type pg from 'pg';

/** So many companies whose next period began today, under a plan in euros, and VERI*FACTU switched on from today. */
export async function buildRenewals(client: pg.ClientBase, companies: number): Promise<void> {
  await client.query(`update plan_versions set currency = 'EUR'`);
  await client.query(
    `insert into organizations (name, slug, plan_type, subscription_status, max_users, country, tax_id)
     select 'Cliente ' || n, 'cliente-' || n, 'pro', 'active', 100, 'ES', 'A58818501'
     from generate_series(1, $1::int) n`,
    [companies],
  );
  await client.query(
    `update subscriptions s set period_start = billing_today() - 30, period_end = billing_today(), anchor_day = 1
     from organizations o where o.id = s.organization_id and o.name like 'Cliente %'`,
  );
  await client.query(
    `insert into verifactu_issuer (tax_id, name, installation, environment, starts_on, is_on)
     values ('B12345674', 'Emisora, S.L.', '1', 'test', billing_today(), true)`,
  );
}

/** The server does now what it does each hour. */
export async function askToBill(client: pg.ClientBase): Promise<void> {
  await client.query(`select public.send_job('bill', '{}'::jsonb, '{}'::jsonb)`);
}

/**
 * How many records there are, and how many a second: an invoice has the time at which its transaction began, so those of
 * the last one are not counted.
 */
export async function countRecords(client: pg.ClientBase): Promise<{ records: number; per_second: number }> {
  const { rows } = await client.query<{ records: number; per_second: number }>(
    `select count(*)::int as records, coalesce(count(*) filter (where i.created_at < last)
         / nullif(extract(epoch from max(last) - min(i.created_at)), 0), 0)::float as per_second
     from verifactu_records r join invoices i on i.id = r.invoice_id
     cross join (select max(created_at) as last from invoices) l`,
  );
  return rows[0] ?? { records: 0, per_second: 0 };
}
