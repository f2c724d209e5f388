-- Invoices and payments. What is issued is kept: triggers of server/sql/billing.sql refuse any change of it.

-- Numbers without a gap: who issues holds the row of the series and year until the invoice is there.
create table invoice_series (
  series text not null check (series in ('A', 'R')),
  year integer not null,
  last_number integer not null default 0,
  last_hash text,
  primary key (series, year)
);

-- What is issued stays: only what was paid, offset by a rectifying invoice, and voided is written later.
create table invoices (
  id uuid primary key default uuid_v7(),
  organization_id uuid not null references organizations (id),
  series text not null,
  year integer not null,
  number integer not null check (number > 0),
  code text not null generated always as
    (series || '-' || year::text || '-' || lpad(number::text, greatest(5, length(number::text)), '0')) stored,
  kind text not null check (kind in ('standard', 'rectifying')),
  issued_on date not null,
  due_on date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  subtotal_cents bigint not null,
  tax_cents bigint not null,
  total_cents bigint not null,
  tax_treatment text not null check (tax_treatment in ('standard', 'reverse_charge', 'exempt')),
  customer_name text not null,
  customer_tax_id text,
  customer_country text,
  customer_email text,
  -- What for: a period of a subscription, a change of plan within one, or anything else.
  charge text not null check (charge in ('period', 'change', 'other')),
  period_start date,
  period_end date,
  rectifies_id uuid unique references invoices (id),
  reason text check (length(reason) <= 500),
  hash text not null,
  previous_hash text,
  issued_by uuid,
  paid_cents bigint not null default 0,
  offset_cents bigint not null default 0,
  outstanding_cents bigint not null generated always as (total_cents - paid_cents - offset_cents) stored,
  voided_at timestamptz,
  created_at timestamptz not null default now(),
  search text not null generated always as (search_text(series || '-' || year::text || '-' ||
    lpad(number::text, greatest(5, length(number::text)), '0') || ' ' || customer_name || ' ' ||
    coalesce(customer_tax_id, ''))) stored,
  -- One that is issued twice because the first answer was lost is one invoice.
  request_id uuid,
  unique (series, year, number),
  unique (organization_id, id),
  foreign key (series, year) references invoice_series (series, year),
  check (total_cents = subtotal_cents + tax_cents),
  check ((kind = 'rectifying') = (rectifies_id is not null)),
  check ((kind = 'rectifying') = (series = 'R'))
);

-- A period is charged once, also where a job runs twice.
create unique index invoices_period on invoices (organization_id, period_start)
  where charge = 'period' and kind = 'standard' and voided_at is null;
create index invoices_organization_newest on invoices (organization_id, issued_on desc, id desc);
create index invoices_newest on invoices (issued_on desc, id desc);
create index invoices_unpaid on invoices (organization_id, due_on) where total_cents - paid_cents - offset_cents > 0;
create index invoices_search on invoices using gin (search gin_trgm_ops) with (fastupdate = off);
create index invoices_ledger on invoices (issued_on) include (total_cents, subtotal_cents, currency);
create unique index invoices_request on invoices (organization_id, issued_by, request_id)
  where request_id is not null;

create table invoice_lines (
  id uuid primary key default uuid_v7(),
  organization_id uuid not null,
  invoice_id uuid not null,
  position integer not null,
  description text not null check (length(description) between 1 and 300),
  quantity integer not null,
  unit_price_cents integer not null,
  amount_cents bigint not null check (amount_cents = quantity::bigint * unit_price_cents),
  tax_rate integer not null check (tax_rate between 0 and 10000),
  tax_cents bigint not null,
  created_at timestamptz not null default now(),
  unique (invoice_id, position),
  foreign key (organization_id, invoice_id) references invoices (organization_id, id)
);

create table payments (
  id uuid primary key default uuid_v7(),
  organization_id uuid not null,
  invoice_id uuid not null,
  amount_cents bigint not null check (amount_cents <> 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  method text not null check (method in ('transfer', 'card', 'direct_debit', 'cash', 'other')),
  reference text check (length(reference) <= 120),
  paid_on date not null,
  registered_by uuid,
  created_at timestamptz not null default now(),
  -- As of invoices.
  request_id uuid,
  foreign key (organization_id, invoice_id) references invoices (organization_id, id)
);
create index payments_invoice on payments (invoice_id, id);
create index payments_newest on payments (paid_on desc, id desc);
create index payments_organization on payments (organization_id, paid_on desc);
create index payments_ledger on payments (paid_on) include (amount_cents, currency, invoice_id);
create unique index payments_request on payments (organization_id, invoice_id, registered_by, request_id)
  where request_id is not null;

-- The list of payments: sorted by amount, and one half of its search; the other half is that of invoices.
create index payments_amount on payments (amount_cents desc, id desc);
create index payments_search on payments using gin (search_text(reference) gin_trgm_ops) with (fastupdate = off)
  where reference is not null;

select enable_tenant_rls('invoices');
select enable_tenant_rls('invoice_lines');
select enable_tenant_rls('payments');

-- Its own people read; only the system bills.
revoke insert, update, delete on invoices, invoice_lines, payments from atalaya_tenant;
revoke update, delete on invoices, invoice_lines, payments from atalaya_system;
grant update (paid_cents, offset_cents, voided_at) on invoices to atalaya_system;
grant select, insert, update on invoice_series to atalaya_system;
