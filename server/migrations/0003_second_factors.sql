-- Second factors of an account: an authenticator app, passkeys, and recovery codes beside them. Nothing here opens
-- anything by itself: secrets are encrypted, codes and tokens hashed, with keys that are not in the database.

-- `confirmed_at` null: set up, and not yet proved by a first code.
create table auth.two_factor (
  user_id uuid primary key references auth."user" ("id") on delete cascade,
  secret bytea not null,
  -- The last time step whose code was used: each works once.
  last_step bigint,
  confirmed_at timestamptz,
  created_at timestamptz not null default now()
);

create table auth.recovery_code (
  user_id uuid not null references auth."user" ("id") on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);

create table auth.passkey (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth."user" ("id") on delete cascade,
  name text not null check (length(name) between 1 and 80),
  credential_id text not null unique check (length(credential_id) <= 1400),
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  last_used_at timestamptz,
  created_at timestamptz not null default now()
);
create index passkey_user on auth.passkey (user_id);

-- The password was right and the second factor is still asked for. Five guesses, five minutes.
create table auth.sign_in_challenge (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references auth."user" ("id") on delete cascade,
  guesses integer not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index sign_in_challenge_user on auth.sign_in_challenge (user_id);
create index sign_in_challenge_expiry on auth.sign_in_challenge (expires_at);

-- What an authenticator is asked to sign. `user_id` null: somebody signs in with a passkey, and is not known yet.
-- 'owner': who is signed in proves to be the owner of the account before a change of it.
create table auth.passkey_challenge (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  purpose text not null check (purpose in ('register', 'sign_in', 'second_factor', 'owner')),
  user_id uuid references auth."user" ("id") on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  check ((purpose = 'sign_in') = (user_id is null))
);
create index passkey_challenge_user on auth.passkey_challenge (user_id);
create index passkey_challenge_expiry on auth.passkey_challenge (expires_at);

-- 'Confiar en este dispositivo': no second factor is asked for there until it ends.
create table auth.trusted_device (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references auth."user" ("id") on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- A name for it that is no secret, and where it was when it was trusted.
  id uuid default gen_random_uuid(),
  user_agent text check (length(user_agent) <= 300),
  ip_address text check (length(ip_address) <= 60),
  last_used_at timestamptz
);
create index trusted_device_user on auth.trusted_device (user_id);
create index trusted_device_expiry on auth.trusted_device (expires_at);

grant select, insert, update, delete on auth.two_factor, auth.recovery_code, auth.passkey, auth.sign_in_challenge,
  auth.passkey_challenge, auth.trusted_device to atalaya_system;

-- An admin takes the factors away from their own people, ends their trusted browsers and the sign-ins that have begun,
-- and reads none of the secrets.
grant select (user_id, confirmed_at), delete on auth.two_factor to atalaya_tenant;
grant select (user_id), delete on auth.passkey to atalaya_tenant;
grant select (user_id), delete on auth.trusted_device, auth.sign_in_challenge to atalaya_tenant;

alter table auth.two_factor enable row level security;
create policy system on auth.two_factor to atalaya_system using (true) with check (true);
create policy own_people on auth.two_factor to atalaya_tenant using (auth.sees_person(user_id, null));
alter table auth.passkey enable row level security;
create policy system on auth.passkey to atalaya_system using (true) with check (true);
create policy own_people on auth.passkey to atalaya_tenant using (auth.sees_person(user_id, null));
alter table auth.trusted_device enable row level security;
create policy system on auth.trusted_device to atalaya_system using (true) with check (true);
create policy own_people on auth.trusted_device to atalaya_tenant using (auth.sees_person(user_id, null));
alter table auth.sign_in_challenge enable row level security;
create policy system on auth.sign_in_challenge to atalaya_system using (true) with check (true);
create policy own_people on auth.sign_in_challenge to atalaya_tenant using (auth.sees_person(user_id, null));
