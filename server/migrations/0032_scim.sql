-- Provisioning: what the identity provider of a connection tells of people and groups (SCIM 2.0, RFC 7643 and 7644).
-- compatible
-- allow code: it closes tables that this migration makes
-- allow generated: it is a column of a table that this migration makes

-- With these the provider signs in; of each the hash alone.
create table scim_tokens (
  id uuid primary key default uuid_v7(),
  connection_id uuid not null,
  organization_id uuid not null,
  prefix text not null check (length(prefix) = 12),
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_by_name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  foreign key (connection_id, organization_id)
    references identity_connections (id, organization_id) on delete cascade
);
create index scim_tokens_connection on scim_tokens (connection_id);
select enable_tenant_rls('scim_tokens');

-- People of the organization whom the provider has told of, and all that it has told.
create table scim_users (
  id uuid primary key default uuid_v7(),
  connection_id uuid not null,
  organization_id uuid not null,
  profile_id uuid not null references profiles (id) on delete cascade,
  user_name text not null check (length(user_name) between 1 and 320),
  -- A column of its own: under row level security an index of an expression serves no search.
  user_key text not null generated always as (lower(user_name)) stored,
  external_id text check (length(external_id) <= 320),
  resource jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (connection_id, organization_id)
    references identity_connections (id, organization_id) on delete cascade,
  unique (organization_id, profile_id)
);
create unique index scim_users_name on scim_users (connection_id, user_key);
create index scim_users_external on scim_users (connection_id, external_id);
-- With the organization, by which row level security reads: lists are counted and paged from the index alone.
create index scim_users_page on scim_users (connection_id, id) include (organization_id);
create index scim_users_profile on scim_users (profile_id);
select enable_tenant_rls('scim_users');

create table scim_groups (
  id uuid primary key default uuid_v7(),
  connection_id uuid not null,
  organization_id uuid not null,
  display_name text not null check (length(display_name) between 1 and 320),
  external_id text check (length(external_id) <= 320),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, organization_id),
  foreign key (connection_id, organization_id)
    references identity_connections (id, organization_id) on delete cascade
);
create index scim_groups_page on scim_groups (connection_id, id);
select enable_tenant_rls('scim_groups');

create table scim_group_members (
  group_id uuid not null,
  organization_id uuid not null,
  -- As the provider names the member: the id of one of its people, or of what only it knows.
  value text not null check (length(value) between 1 and 320),
  user_id uuid references scim_users (id) on delete cascade,
  display text check (length(display) <= 320),
  primary key (group_id, value),
  foreign key (group_id, organization_id) references scim_groups (id, organization_id) on delete cascade
);
create index scim_group_members_user on scim_group_members (user_id);
select enable_tenant_rls('scim_group_members');

-- What was asked, answered and changed, for a month.
create table scim_requests (
  id uuid primary key default uuid_v7(),
  connection_id uuid not null,
  organization_id uuid not null,
  token_id uuid references scim_tokens (id) on delete set null,
  method text not null check (length(method) <= 10),
  path text not null check (length(path) <= 2000),
  status smallint not null,
  request text check (length(request) <= 8000),
  answer text check (length(answer) <= 8000),
  changes jsonb not null,
  created_at timestamptz not null default now(),
  foreign key (connection_id, organization_id)
    references identity_connections (id, organization_id) on delete cascade
);
create index scim_requests_connection on scim_requests (connection_id, id desc);
create index scim_requests_token on scim_requests (token_id);
create index scim_requests_old on scim_requests (created_at);
select enable_tenant_rls('scim_requests');
