-- Imports, exports and changes of many (docs/decisions/0026-bulk-changes-are-jobs.md): jobs that read or write many rows,
-- each of the person who asked for it.

create table transfers (
  id uuid primary key default uuid_v7(),
  -- Of the person who asked; null: of a super_admin.
  organization_id uuid references organizations (id) on delete cascade,
  created_by uuid not null references profiles (id) on delete cascade,
  kind text not null check (kind in ('export', 'import', 'change')),
  resource text not null check (resource in ('users', 'organizations', 'tickets')),
  step text not null check (step in ('export', 'read', 'check', 'apply', 'change')),
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'canceled')),
  -- The filters of an export; of an import how its file was understood, and which column is which field.
  request jsonb not null,
  file_name text not null check (length(file_name) between 1 and 200),
  processed integer not null default 0 check (processed >= 0),
  total integer check (total >= 0),
  -- Of an import: rows that can be brought in, that cannot, and that were.
  valid integer not null default 0 check (valid >= 0),
  invalid integer not null default 0 check (invalid >= 0),
  applied integer not null default 0 check (applied >= 0),
  -- Where the next page begins, and the stored files that make up what is downloaded.
  cursor jsonb,
  files text[] not null default '{}',
  problem text,
  attempts smallint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Of an imported file: counts for what its organization keeps.
  bytes bigint not null default 0,
  -- The API key by which work goes on, which ends with it; null: it was begun from a session. A key that is not there any
  -- more has ended, so no row is referred to.
  api_key_id uuid,
  -- Of a change that failed since some may not be changed: how many, and the first hundred with the reasons.
  refused jsonb
);
create index transfers_mine on transfers (organization_id, created_by, created_at desc, id desc);
create index transfers_author on transfers (created_by, created_at desc, id desc);
create index transfers_expired on transfers (expires_at);

-- The rows of a file that is being imported: what each holds, and what came of it.
create table import_rows (
  import_id uuid not null references transfers (id) on delete cascade,
  -- As people count: the header is the first.
  number integer not null check (number > 1),
  -- As the import's own.
  organization_id uuid,
  created_by uuid not null,
  cells jsonb not null,
  state text not null default 'read' check (state in ('read', 'valid', 'invalid', 'created', 'failed')),
  -- Why it cannot be brought in: the code of an error, or of a field.
  code text,
  field text,
  params jsonb,
  -- What makes it the same as another, and the organization in which it takes a seat.
  key text,
  seat uuid,
  primary key (import_id, number)
);
create index import_rows_key on import_rows (import_id, key) where key is not null;
create index import_rows_wrong on import_rows (import_id, number) where state in ('invalid', 'failed');

-- How many addresses of other organizations an organization has come to know by its imports since an instant: an import
-- of people holds the row while it works, so that two at once do not tell twice as much.
create table import_disclosures (
  organization_id uuid primary key references organizations (id) on delete cascade,
  since timestamptz not null default now(),
  told integer not null default 0 check (told >= 0)
);

select enable_tenant_rls('transfers');
revoke delete on transfers from atalaya_tenant;

-- Not even others of the same organization.
alter policy tenant on transfers
  using (organization_id = (select current_organization_id()) and created_by = (select current_profile_id()))
  with check (organization_id = (select current_organization_id()) and created_by = (select current_profile_id()));

select enable_tenant_rls('import_rows');
revoke delete on import_rows from atalaya_tenant;
alter policy tenant on import_rows
  using (organization_id = (select current_organization_id()) and created_by = (select current_profile_id()))
  with check (organization_id = (select current_organization_id()) and created_by = (select current_profile_id()));

select enable_tenant_rls('import_disclosures');
revoke delete on import_disclosures from atalaya_tenant;
