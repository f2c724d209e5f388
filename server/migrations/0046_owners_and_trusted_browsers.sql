-- compatible
-- Owners prove themselves with a passkey too, see their trusted browsers, and look through their ways in after a reset.

-- 'owner': who is signed in proves to be the owner of the account before a change of it.
-- allow constraint: a challenge lives for minutes, so the table is all but empty
alter table auth.passkey_challenge drop constraint passkey_challenge_purpose_check;
alter table auth.passkey_challenge add constraint passkey_challenge_purpose_check
  check (purpose in ('register', 'sign_in', 'second_factor', 'owner'));

-- A name for a trusted browser that is no secret, and where it was when it was trusted.
-- allow backfill: the few rows of the last 30 days
alter table auth.trusted_device add column id uuid, add column user_agent text check (length(user_agent) <= 300),
  add column ip_address text check (length(ip_address) <= 60), add column last_used_at timestamptz;
alter table auth.trusted_device alter column id set default gen_random_uuid();
update auth.trusted_device set id = gen_random_uuid();

-- An admin ends the trusted browsers of their own people, and the sign-ins that have begun; and reads neither token.
grant select (user_id), delete on auth.trusted_device, auth.sign_in_challenge to atalaya_tenant;
alter table auth.trusted_device enable row level security;
create policy system on auth.trusted_device to atalaya_system using (true) with check (true);
create policy own_people on auth.trusted_device to atalaya_tenant using (auth.sees_person(user_id, null));
alter table auth.sign_in_challenge enable row level security;
create policy system on auth.sign_in_challenge to atalaya_system using (true) with check (true);
create policy own_people on auth.sign_in_challenge to atalaya_tenant using (auth.sees_person(user_id, null));

-- Whose password was set anew by a mailed link: until they have looked through their ways in, these are shown to them.
create table auth.access_review (
  user_id uuid primary key references auth."user" ("id") on delete cascade,
  created_at timestamptz not null default now()
);
grant select, insert, update, delete on auth.access_review to atalaya_system;
