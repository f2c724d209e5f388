-- Accounts and sessions: the tables that Better Auth 1.7.7 expects (its names, ids as uuid), the accounts of sign-in
-- providers, registrations, and the links we mail.

create schema if not exists auth;

create table auth."user" (
  "id" uuid primary key default gen_random_uuid(),
  "name" text not null,
  "firstName" text not null default '' check (length("firstName") <= 80),
  "lastName" text not null default '' check (length("lastName") <= 80),
  "email" text not null unique check ("email" = lower("email") and length("email") between 3 and 254),
  "emailVerified" boolean not null default false,
  "image" text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  -- Kept by a trigger: whether signing in asks for more than the password.
  "twoFactorEnabled" boolean not null default false
);

-- The token alone opens nothing: the cookie carries it signed with the server's secret.
create table auth."session" (
  "id" uuid primary key default gen_random_uuid(),
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  "ipAddress" text,
  "userAgent" text,
  "userId" uuid not null references auth."user" ("id") on delete cascade
);
create index "session_userId_idx" on auth."session" ("userId");
create index "session_expiresAt_idx" on auth."session" ("expiresAt");

create table auth."account" (
  "id" uuid primary key default gen_random_uuid(),
  "accountId" text not null,
  "providerId" text not null,
  "userId" uuid not null references auth."user" ("id") on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  unique ("providerId", "accountId")
);
create index "account_userId_idx" on auth."account" ("userId");

create table auth."verification" (
  "id" uuid primary key default gen_random_uuid(),
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index "verification_identifier_idx" on auth."verification" ("identifier");

create table auth."jwks" (
  "id" uuid primary key default gen_random_uuid(),
  "publicKey" text not null,
  "privateKey" text not null,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz,
  "alg" text,
  "crv" text
);

-- The key that tokens are signed with is made when it is first asked for, by several servers at once if need be: there
-- is one.
create unique index jwks_one on auth."jwks" ((true));

create table auth."rateLimit" (
  "id" uuid primary key default gen_random_uuid(),
  "key" text not null unique,
  "count" integer not null,
  "lastRequest" bigint not null
);

-- A link that was mailed: only the hash of its token is kept. It stays after use, so that a second click can be
-- told from a forged one. A set-up link names a profile that has no account yet; the others name an account.
create table auth.mailed_link (
  id uuid primary key default gen_random_uuid(),
  purpose text not null check (purpose in ('verify_email', 'reset_password', 'set_up')),
  token_hash bytea not null unique check (length(token_hash) = 32),
  user_id uuid references auth."user" ("id") on delete cascade,
  profile_id uuid,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  check ((purpose = 'set_up') = (profile_id is not null)),
  check ((purpose = 'set_up') = (user_id is null))
);
create index mailed_link_user on auth.mailed_link (user_id);
create index mailed_link_profile on auth.mailed_link (profile_id);
create index mailed_link_expiry on auth.mailed_link (expires_at);

-- What a registration form has said, until a link of its mail is confirmed: only then is there an account. Several forms
-- may wait for one address, and none of them touches another.
create table auth.registration (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  first_name text not null check (length(first_name) <= 80),
  last_name text not null check (length(last_name) <= 80),
  password_hash text not null,
  -- Of the secret that the browser of the form keeps in a cookie: without it the password is not taken over.
  browser_hash bytea not null check (length(browser_hash) = 32),
  -- null: no link was mailed, since the address belonged to somebody.
  token_hash bytea unique check (length(token_hash) = 32),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index registration_email on auth.registration (email);
create index registration_expiry on auth.registration (expires_at);

-- The accounts of sign-in providers that belong to ours. An identity is what an issuer calls somebody: addresses change
-- hands, subjects do not. One of each provider for each account.
create table auth.identity (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth."user" ("id") on delete cascade,
  provider text not null check (provider in ('facebook', 'apple', 'google', 'microsoft')),
  issuer text not null check (length(issuer) between 1 and 300),
  subject text not null check (length(subject) between 1 and 255),
  -- What the provider said when it was linked, to know it by.
  email text check (length(email) <= 254),
  last_used_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  unique (provider, issuer, subject),
  unique (user_id, provider)
);

-- Whose password was set anew by a mailed link: until they have looked through their ways in, these are shown to them.
create table auth.access_review (
  user_id uuid primary key references auth."user" ("id") on delete cascade,
  created_at timestamptz not null default now()
);

-- Whether the caller sees a profile of this account, or this profile, under its own row level security.
create function auth.sees_person(account uuid, profile uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select 1 from public.profiles p where p.user_id = account or p.id = profile);
end $$;

grant usage on schema auth to atalaya_system, atalaya_tenant;
grant select, insert, update, delete on auth."user", auth."session", auth."account", auth."verification",
  auth."jwks", auth."rateLimit", auth.mailed_link, auth.identity, auth.access_review to atalaya_system;
grant select, insert, delete on auth.registration to atalaya_system;

-- A tenant ends the sessions of its own people, and reads no token. Links are made by the system when their mails leave.
grant select ("id", "userId", "createdAt", "updatedAt", "expiresAt", "ipAddress", "userAgent"), delete
  on auth."session" to atalaya_tenant;

alter table auth."session" enable row level security;
create policy system on auth."session" to atalaya_system using (true) with check (true);
create policy own_people on auth."session" to atalaya_tenant using (auth.sees_person("userId", null));
alter table auth.mailed_link enable row level security;
create policy system on auth.mailed_link to atalaya_system using (true) with check (true);
alter table auth.registration enable row level security;
create policy system on auth.registration to atalaya_system using (true) with check (true);
