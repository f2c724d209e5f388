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
grant select, insert, delete on auth.registration to atalaya_system;
alter table auth.registration enable row level security;
create policy system on auth.registration to atalaya_system using (true) with check (true);

-- Accounts that earlier versions made of a form alone, and that nobody has entered: their mailed links keep a password
-- that anybody may have typed.
delete from auth."user" u where not u."emailVerified" and not exists (
  select 1 from profiles p where p.user_id = u."id");
