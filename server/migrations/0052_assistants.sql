-- Assistants: programs that people let act for them (OAuth 2.1). What one may is an API key of its person, which ends as
-- their other keys do; these tables hold how it comes by the token of that key.
-- compatible
-- allow code: it closes tables that this migration makes
-- allow rights: of tables that this migration makes, and of a column that it adds
-- allow constraint: of a new column of a table that has twenty rows for each person at most

-- Off until an admin switches it on; the row of the system speaks for the installation.
alter table settings add column assistants boolean not null default false;

-- Where the access of an assistant was sent to; null: a key that its person made.
alter table api_keys add column assistant_host text check (length(assistant_host) between 1 and 300);
-- The token of an assistant's key lasts an hour, and is replaced.
alter table api_keys add column token_expires_at timestamptz;
grant select (assistant_host) on api_keys to atalaya_tenant;

-- Programs that have registered themselves.
create table assistant_clients (
  id uuid primary key default uuid_v7(),
  name text not null check (length(name) between 1 and 80),
  redirect_uris text[] not null check (cardinality(redirect_uris) between 1 and 10),
  created_at timestamptz not null default now()
);

create table assistant_grants (
  api_key_id uuid primary key references api_keys (id) on delete cascade,
  client_id uuid not null references assistant_clients (id),
  -- The connection by which the person was signed in who gave it; null: by none.
  connection_id uuid references identity_connections (id) on delete set null
);
create index assistant_grants_client on assistant_grants (client_id);
create index assistant_grants_connection on assistant_grants (connection_id);

-- What is exchanged for the token of a key: the code of a consent, then one refresh token after another. Each serves once.
create table assistant_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  api_key_id uuid not null references assistant_grants (api_key_id) on delete cascade,
  kind text not null check (kind in ('code', 'refresh')),
  redirect_uri text check (length(redirect_uri) <= 2000),
  challenge text check (length(challenge) = 43),
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((kind = 'code') = (redirect_uri is not null and challenge is not null))
);
create index assistant_tokens_key on assistant_tokens (api_key_id);
create index assistant_tokens_old on assistant_tokens (expires_at);

-- What a call with an idempotency key was answered, for a day; null: it has not ended.
create table assistant_calls (
  api_key_id uuid not null references api_keys (id) on delete cascade,
  key uuid not null,
  fingerprint bytea not null check (length(fingerprint) = 32),
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (api_key_id, key)
);
create index assistant_calls_old on assistant_calls (created_at);

alter table assistant_clients enable row level security;
alter table assistant_clients force row level security;
create policy system on assistant_clients to atalaya_system using (true) with check (true);
grant select, insert, update, delete on assistant_clients to atalaya_system;
alter table assistant_grants enable row level security;
alter table assistant_grants force row level security;
create policy system on assistant_grants to atalaya_system using (true) with check (true);
grant select, insert, update, delete on assistant_grants to atalaya_system;
alter table assistant_tokens enable row level security;
alter table assistant_tokens force row level security;
create policy system on assistant_tokens to atalaya_system using (true) with check (true);
grant select, insert, update, delete on assistant_tokens to atalaya_system;
alter table assistant_calls enable row level security;
alter table assistant_calls force row level security;
create policy system on assistant_calls to atalaya_system using (true) with check (true);
grant select, insert, update, delete on assistant_calls to atalaya_system;
