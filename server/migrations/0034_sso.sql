-- Signing in through the identity provider of an organization.
-- compatible
-- allow code: it closes tables that this migration makes
-- allow rights: of a table that this migration makes

-- How the people of a connection sign in.
create table connection_sign_on (
  connection_id uuid primary key,
  organization_id uuid not null,
  kind text not null check (kind in ('oidc', 'saml')),
  -- Of OpenID Connect: who signs tokens, and as whom we ask.
  issuer text check (length(issuer) between 1 and 300),
  client_id text check (length(client_id) between 1 and 300),
  sealed_secret bytea check (length(sealed_secret) <= 4096),
  -- With the settings as they are now; only then it can be on.
  tested_at timestamptz,
  is_on boolean not null default false check (not is_on or tested_at is not null),
  -- What the last test has received, and what would have come of it.
  test_result jsonb check (length(test_result::text) <= 40000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (connection_id, organization_id)
    references identity_connections (id, organization_id) on delete cascade,
  check (kind <> 'oidc' or (issuer is not null and client_id is not null and sealed_secret is not null))
);
create index connection_sign_on_organization on connection_sign_on (organization_id) where is_on;
select enable_tenant_rls('connection_sign_on');

-- The account of a person at a provider, by its subject: addresses can be given to another person.
create table sso_identities (
  connection_id uuid not null,
  organization_id uuid not null,
  issuer text not null check (length(issuer) between 1 and 300),
  subject text not null check (length(subject) between 1 and 255),
  user_id uuid not null references auth."user" (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (connection_id, issuer, subject),
  foreign key (connection_id, organization_id)
    references identity_connections (id, organization_id) on delete cascade
);
create index sso_identities_user on sso_identities (user_id);
select enable_tenant_rls('sso_identities');

-- Sessions that a provider has opened, which it may end.
create table sso_sessions (
  session_id uuid primary key references auth."session" (id) on delete cascade,
  connection_id uuid not null references identity_connections (id) on delete cascade,
  issuer text not null check (length(issuer) between 1 and 300),
  subject text not null check (length(subject) between 1 and 255),
  -- As the provider calls the session.
  sid text check (length(sid) between 1 and 300)
);
create index sso_sessions_subject on sso_sessions (connection_id, issuer, subject);
create index sso_sessions_sid on sso_sessions (connection_id, issuer, sid) where sid is not null;
alter table sso_sessions enable row level security;
alter table sso_sessions force row level security;
create policy system on sso_sessions to atalaya_system using (true) with check (true);
grant select, insert, update, delete on sso_sessions to atalaya_system;
