-- API keys of people: only the hash is kept, and how a key begins. A key follows its person from one
-- organization to another, so its row names none.

create table api_keys (
  id uuid primary key default uuid_v7(),
  profile_id uuid not null references profiles (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  prefix text not null check (length(prefix) = 12),
  token_hash bytea not null unique check (length(token_hash) = 32),
  scopes text[] not null check (cardinality(scopes) between 1 and 200),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  -- What has ended a key that its owner may have back; null: it works, or it was revoked for good.
  ended_by text check (ended_by in
    ('password_reset', 'password_change', 'sign_out', 'sign_out_by_admin', 'two_factor_reset')),
  check (expires_at <= created_at + interval '8760 hours')
);
create index api_keys_profile on api_keys (profile_id, created_at desc);

-- Networks that a key was made in or used from: the first use from another one is told to its owner.
create table api_key_networks (
  api_key_id uuid not null references api_keys (id) on delete cascade,
  -- An IPv4 address without its last number, an IPv6 address without its last 64 bits.
  network text not null check (length(network) between 1 and 60),
  created_at timestamptz not null default now(),
  primary key (api_key_id, network)
);

alter table api_keys enable row level security;
alter table api_keys force row level security;
create policy system on api_keys to atalaya_system using (true) with check (true);
create policy own_keys on api_keys to atalaya_tenant
  using (profile_id = (select current_profile_id())) with check (profile_id = (select current_profile_id()));

-- As for sessions: the tenant's role reaches the keys of its organization's people, and reads no token.
create policy own_people_read on api_keys for select to atalaya_tenant using (auth.sees_person(null, profile_id));
create policy own_people_end on api_keys for update to atalaya_tenant
  using (auth.sees_person(null, profile_id)) with check (auth.sees_person(null, profile_id));
grant select, insert, update, delete on api_keys to atalaya_system;
grant select (id, profile_id, name, prefix, scopes, expires_at, last_used_at, revoked_at, ended_by,
  created_at), insert, update (revoked_at, ended_by) on api_keys to atalaya_tenant;

alter table api_key_networks enable row level security;
alter table api_key_networks force row level security;
create policy system on api_key_networks to atalaya_system using (true) with check (true);
create policy own_keys on api_key_networks to atalaya_tenant
  using (exists (select from api_keys k where k.id = api_key_id and k.profile_id = (select current_profile_id())))
  with check (exists (select from api_keys k where k.id = api_key_id and k.profile_id = (select current_profile_id())));
grant select, insert, update, delete on api_key_networks to atalaya_system;
grant select, insert on api_key_networks to atalaya_tenant;
