-- What ties an organization to its identity provider: single sign-on and provisioning both hang on a connection.
-- compatible
-- allow code: it closes tables that this migration makes

create table identity_connections (
  id uuid primary key default uuid_v7(),
  organization_id uuid not null references organizations (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  -- Of people whom no group says more of; a connection never makes a super_admin.
  default_role text not null default 'user' check (default_role in ('user', 'admin')),
  -- Who gets the open tickets of people whom the provider removes; null: they stay unassigned.
  heir_id uuid references profiles (id) on delete set null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, organization_id)
);
create unique index identity_connections_name on identity_connections (organization_id, search_text(name));
create index identity_connections_heir on identity_connections (heir_id) where heir_id is not null;
select enable_tenant_rls('identity_connections');

create table connection_group_roles (
  connection_id uuid not null,
  organization_id uuid not null,
  -- Its name or id, as the provider sends it.
  group_value text not null check (length(group_value) between 1 and 200),
  role text not null check (role in ('user', 'admin')),
  primary key (connection_id, group_value),
  foreign key (connection_id, organization_id)
    references identity_connections (id, organization_id) on delete cascade
);
select enable_tenant_rls('connection_group_roles');
