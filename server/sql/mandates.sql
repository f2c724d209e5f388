-- after: invoices
-- What mandates of direct debit were used for, until when they hold, and which invoices may be collected by them.

-- Whether a debit of a status counts as a use of its mandate: unless nothing of it was ever settled.
create or replace function is_use(debit_status text) returns boolean language sql immutable as $$
  select debit_status in ('pending', 'paid', 'returned')
$$;

-- The last day that each mandate was used on, if any, and the last that it holds on: banks refuse one that was not used
-- for 36 months.
create or replace view mandate_uses with (security_invoker = true) as
  select m.organization_id, m.id as mandate_id, u.used_on,
    (greatest(m.signed_on, u.used_on) + interval '36 months')::date as expires_on
  from mandates m
  cross join lateral (
    select max(d.collect_on) as used_on from debits d where d.mandate_id = m.id and is_use(d.status)) u;
grant select on mandate_uses to atalaya_tenant, atalaya_system;

-- Invoices that may be collected or paid by what a bank tells: something is left to be paid, in euros, and no run of
-- debits holds it.
create or replace view collectable_invoices with (security_invoker = true) as
  select i.id, i.organization_id, i.code, i.due_on, i.outstanding_cents
  from invoices i
  where is_unpaid(i) and i.currency = 'EUR' and i.voided_at is null
    and not exists (select from debits d where d.invoice_id = i.id and d.status = 'pending');
grant select on collectable_invoices to atalaya_system;
