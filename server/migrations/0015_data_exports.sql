-- Everything about one organization as a zip: written by a job, downloaded by its admins and by super_admins, and kept
-- for seven days.

create table data_exports (
  id uuid primary key default uuid_v7(),
  organization_id uuid not null references organizations (id) on delete cascade,
  created_by uuid references profiles (id) on delete set null,
  created_by_name text not null,
  -- With what only super_admins read: one of them has asked.
  internal boolean not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'canceled')),
  processed integer not null default 0 check (processed >= 0),
  total integer check (total >= 0),
  bytes bigint check (bytes > 0),
  problem text,
  -- Counts the runs: what an earlier one still does no longer counts.
  run smallint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((state = 'done') = (bytes is not null))
);
create index data_exports_organization on data_exports (organization_id, created_at desc, id desc);
create index data_exports_newest on data_exports (created_at desc, id desc);
create index data_exports_expired on data_exports (expires_at);
create unique index data_exports_one_open on data_exports (organization_id, internal)
  where state in ('queued', 'running');
create index data_exports_author on data_exports (created_by);

select enable_tenant_rls('data_exports');
create policy without_internal on data_exports as restrictive to atalaya_tenant
  using (not is_tenant() or not internal) with check (not is_tenant() or not internal);
revoke delete on data_exports from atalaya_tenant;
