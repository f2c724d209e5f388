-- SEPA direct debits: who collects, the mandates of organizations with their history, and the runs of debits that banks
-- are given.
-- compatible
-- allow code: it closes tables that this migration makes
-- allow rights: of tables that this migration makes
-- allow generated: the number of a run, of a table that this migration makes

create table sepa_creditor (
  only_one boolean primary key default true check (only_one),
  name text not null check (length(name) between 1 and 70),
  iban text not null check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
  bic text check (bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$'),
  identifier text not null check (identifier ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{4,31}$'),
  -- Days on which banks work that a run needs before it is collected.
  core_days integer not null check (core_days between 1 and 14),
  b2b_days integer not null check (b2b_days between 1 and 14),
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

create table mandates (
  id uuid primary key default uuid_v7(),
  organization_id uuid not null references organizations (id),
  reference text not null check (length(reference) between 1 and 35),
  debtor_name text not null check (length(debtor_name) between 1 and 70),
  iban text not null check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
  bic text check (bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$'),
  type text not null check (type in ('core', 'b2b')),
  use text not null check (use in ('recurrent', 'one_off')),
  status text not null default 'active' check (status in ('active', 'completed', 'canceled', 'expired')),
  is_last boolean not null default false,
  signed_on date not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (organization_id, id)
);
create unique index mandates_active on mandates (organization_id) where status = 'active';
-- One creditor never gives two mandates the same reference; banks make no difference of case.
create unique index mandates_reference on mandates (upper(reference));
create index mandates_organization on mandates (organization_id, id desc);

create table mandate_events (
  id uuid primary key default uuid_v7(),
  organization_id uuid not null,
  mandate_id uuid not null,
  kind text not null check (kind in ('signed', 'amended', 'completed', 'canceled', 'expired')),
  changes jsonb not null default '[]',
  reason text check (length(reason) between 1 and 500),
  created_at timestamptz not null default now(),
  foreign key (organization_id, mandate_id) references mandates (organization_id, id)
);
create index mandate_events_mandate on mandate_events (mandate_id, id desc);

create table debit_runs (
  id uuid primary key default uuid_v7(),
  number integer not null generated always as identity unique,
  status text not null default 'made' check (status in ('made', 'presented', 'confirmed', 'canceled')),
  -- Banks take the two schemes apart.
  type text not null check (type in ('core', 'b2b')),
  collect_on date not null,
  -- Who collected, as the banks were told: what is told of mandates later is compared with it.
  creditor_name text not null,
  creditor_identifier text not null,
  debits integer not null check (debits > 0),
  total_cents bigint not null check (total_cents > 0),
  -- pain.008, made once.
  file text not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  presented_at timestamptz,
  confirmed_at timestamptz,
  canceled_at timestamptz
);
create index debit_runs_newest on debit_runs (number desc);

create table debits (
  -- Without its hyphens what the banks know it by, from end to end.
  id uuid primary key default uuid_v7(),
  organization_id uuid not null,
  run_id uuid not null references debit_runs (id),
  -- Of its run: the people of the organization read no runs.
  collect_on date not null,
  invoice_id uuid not null,
  mandate_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  sequence text not null check (sequence in ('FRST', 'RCUR', 'OOFF', 'FNAL')),
  -- The mandate as the bank was told.
  reference text not null,
  debtor_name text not null,
  iban text not null,
  -- Rejected: before it was collected; returned: afterwards; withdrawn: its run was canceled.
  status text not null default 'pending' check (status in ('pending', 'paid', 'rejected', 'returned', 'withdrawn')),
  return_code text check (return_code ~ '^[A-Z0-9]{4}$'),
  returned_on date,
  payment_id uuid references payments (id),
  created_at timestamptz not null default now(),
  foreign key (organization_id, invoice_id) references invoices (organization_id, id),
  foreign key (organization_id, mandate_id) references mandates (organization_id, id),
  check ((status in ('rejected', 'returned')) = (return_code is not null)),
  check ((return_code is null) = (returned_on is null)),
  check ((status in ('paid', 'returned')) = (payment_id is not null))
);
-- No two runs hold the same invoice.
create unique index debits_pending on debits (invoice_id) where status = 'pending';
create index debits_run on debits (run_id, id);
create index debits_mandate on debits (mandate_id, id desc);
create index debits_invoice on debits (invoice_id);

select enable_tenant_rls('mandates');
select enable_tenant_rls('mandate_events');
select enable_tenant_rls('debits');
-- Its own people read; the system alone enters, amends and collects.
revoke insert, update, delete on mandates, mandate_events, debits from atalaya_tenant;
revoke delete on mandates, debits from atalaya_system;
revoke update, delete on mandate_events from atalaya_system;
grant select, insert, update on sepa_creditor, debit_runs to atalaya_system;
