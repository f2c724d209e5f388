-- Signing in by SAML 2.0.
-- compatible
-- allow code: it closes tables that this migration makes
-- allow rights: of a table that this migration makes

-- What is known of the provider of a connection that speaks SAML.
create table saml_settings (
  connection_id uuid primary key,
  organization_id uuid not null,
  -- Where its metadata are read anew each day; null: they came as a file, or were typed in.
  metadata_url text check (length(metadata_url) between 1 and 2000),
  entity_id text not null check (length(entity_id) between 1 and 300),
  sign_in_url text not null check (length(sign_in_url) between 1 and 2000),
  logout_url text check (length(logout_url) between 1 and 2000),
  -- Base64 of DER. There are two while the provider changes its key.
  certificates text[] not null check (cardinality(certificates) between 1 and 10),
  -- The end of the last of them, and before how many days the admins have been told of it.
  certificates_end timestamptz not null,
  told_days integer,
  -- Whether people may come from the provider without having been sent there.
  allows_unasked boolean not null default false,
  read_at timestamptz not null default now(),
  -- Since when its metadata cannot be read, and why.
  failing_since timestamptz,
  problem text check (length(problem) <= 40),
  check ((failing_since is null) = (problem is null)),
  foreign key (connection_id, organization_id)
    references identity_connections (id, organization_id) on delete cascade
);
select enable_tenant_rls('saml_settings');

-- Answers that a provider had posted: each counts once. What it says waits, sealed, for the browser to fetch it.
create table saml_answers (
  connection_id uuid not null references identity_connections (id) on delete cascade,
  assertion_id text not null check (length(assertion_id) between 1 and 256),
  token_hash bytea unique,
  sealed bytea check (length(sealed) <= 400000),
  arrived_at timestamptz not null default now(),
  -- Until when the provider would have it accepted: so long its id is remembered.
  usable_until timestamptz not null,
  check ((token_hash is null) = (sealed is null)),
  primary key (connection_id, assertion_id)
);
create index saml_answers_usable_until on saml_answers (usable_until);
alter table saml_answers enable row level security;
alter table saml_answers force row level security;
create policy system on saml_answers to atalaya_system using (true) with check (true);
grant select, insert, update, delete on saml_answers to atalaya_system;
