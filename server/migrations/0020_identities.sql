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
grant select, insert, update, delete on auth.identity to atalaya_system;
