-- The records of VERI*FACTU (RD 1007/2023), and who issues under it.
-- compatible
-- allow code: it closes a table that this migration makes
-- allow rights: of tables that this migration makes

-- One issuer an installation, and so one chain: who records holds this row until the transaction ends.
create table verifactu_issuer (
  only_one boolean primary key default true check (only_one),
  tax_id text not null check (length(tax_id) = 9),
  name text not null check (length(name) between 1 and 120),
  -- The number of this installation among those of its system, which is made once.
  installation text not null check (length(installation) between 1 and 100),
  environment text not null check (environment in ('test', 'real')),
  -- Invoices of this day and later are recorded.
  starts_on date not null,
  is_on boolean not null default false,
  -- The end of the chain.
  last_number integer not null default 0 check (last_number >= 0),
  last_seal text,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

create table verifactu_records (
  number integer primary key check (number > 0),
  organization_id uuid not null,
  invoice_id uuid not null,
  kind text not null check (kind in ('issue', 'annulment')),
  -- What the list shows; the record itself says all of it.
  invoice_code text not null,
  invoice_type text check (invoice_type in ('F1', 'F2', 'R1', 'R2', 'R3', 'R4', 'R5')),
  total_cents bigint,
  environment text not null check (environment in ('test', 'real')),
  issuer_tax_id text not null,
  issuer_name text not null,
  recorded_at timestamptz not null,
  year integer not null,
  hash text not null check (hash ~ '^[0-9A-F]{64}$'),
  xml text not null,
  -- Of all of the record, and of the seal before it: the agency's hash is of eight fields.
  seal text not null check (seal ~ '^[0-9a-f]{64}$'),
  unique (invoice_id, kind),
  foreign key (organization_id, invoice_id) references invoices (organization_id, id),
  check ((kind = 'issue') = (invoice_type is not null)),
  check ((kind = 'issue') = (total_cents is not null))
);
create index verifactu_records_year on verifactu_records (year, number);

select enable_tenant_rls('verifactu_records');
-- Its own people see that their invoices are recorded; only the system records, and for good.
revoke insert, update, delete on verifactu_records from atalaya_tenant;
revoke update, delete on verifactu_records from atalaya_system;
grant select, insert, update on verifactu_issuer to atalaya_system;
