-- Imports and exports: jobs that read or write many rows, each of whoever asked for it.

create table transfers (
  id uuid primary key default uuid_v7(),
  -- Of whoever asked; null: of a super_admin.
  organization_id uuid references organizations (id) on delete cascade,
  created_by uuid not null references profiles (id) on delete cascade,
  kind text not null check (kind in ('export', 'import')),
  resource text not null check (resource in ('users', 'organizations', 'tickets')),
  step text not null check (step in ('export', 'read', 'check', 'apply')),
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
  expires_at timestamptz not null
);
create index transfers_mine on transfers (organization_id, created_by, created_at desc, id desc);
create index transfers_author on transfers (created_by, created_at desc, id desc);
create index transfers_expired on transfers (expires_at);

select enable_tenant_rls('transfers');
revoke delete on transfers from atalaya_tenant;
-- Not even others of the same organization.
alter policy tenant on transfers
  using (organization_id = (select current_organization_id()) and created_by = (select current_profile_id()))
  with check (organization_id = (select current_organization_id()) and created_by = (select current_profile_id()));
