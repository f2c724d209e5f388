-- People, and how many of them there are.

-- A new version of a row needs no entry in any index where it fits into the page of the old one and no indexed column
-- changes; most of the time of a change of many went into those entries. So each page keeps room for one more version
-- of every row.
create table profiles (
  id uuid primary key default uuid_v7(),
  user_id uuid unique references auth."user" (id) on delete set null,
  organization_id uuid references organizations (id),
  first_name text not null check (length(first_name) between 1 and 80),
  last_name text not null check (length(last_name) <= 80),
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  phone text check (length(phone) <= 40),
  role text not null default 'user' check (role in ('user', 'admin', 'super_admin')),
  is_active boolean not null default true,
  avatar_url text,
  language text check (language in ('es', 'en')),
  theme text check (length(theme) <= 40),
  last_login_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  search text generated always as (search_text(first_name || ' ' || last_name || ' ' || email)) stored,
  -- Was active when their organization went into the bin: exactly these come back with it.
  deactivated_with_organization boolean not null default false,
  check (role <> 'super_admin' or organization_id is null)
) with (fillfactor = 45);

-- One person per address, in capitals or not; a person in the bin still holds it, so that 'Deshacer' never collides.
create unique index profiles_email on profiles (email);
create index profiles_newest on profiles (created_at desc, id desc) where deleted_at is null;
create index profiles_organization_newest on profiles
  (organization_id, created_at desc, id desc) where deleted_at is null;

-- Page after page of the people of an organization, those in the bin too.
create index profiles_organization on profiles (organization_id, id);

-- In the order of their names without accents ("Álvarez" before "Zamora").
create index profiles_name on profiles
  (search_text(last_name), search_text(first_name), id) where deleted_at is null;
create index profiles_organization_name on profiles
  (organization_id, search_text(last_name), search_text(first_name), id) where deleted_at is null;
create index profiles_last_login on profiles (last_login_at desc nulls last, id desc) where deleted_at is null;
create index profiles_bin on profiles (deleted_at) where deleted_at is not null;

-- A change of name enters some sixty trigrams. They wait in a list, which is entered as a whole, each trigram once. The
-- list is the shortest there is (in kilobytes): a search reads it beside the index, and by default it grows until searches
-- are many times slower.
create index profiles_search on profiles using gin (search gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 64);

-- Exact totals without counting: one row per organization (or none), role and is_active.
create table profile_counts (
  organization_id uuid,
  role text not null,
  is_active boolean not null,
  people bigint not null default 0
);
create unique index profile_counts_key on profile_counts
  (coalesce(organization_id, '00000000-0000-0000-0000-000000000000'::uuid), role, is_active);

-- The kept totals of one organization, without reading those of all.
create index profile_counts_organization on profile_counts (organization_id);

-- Exact totals over all organizations: summing the counters of thousands of them took longer than the list itself.
-- Each transaction counts in a slot that it has to itself until it ends, so that changes in different organizations
-- neither wait for each other here nor deadlock.
create table profile_totals (
  slot integer not null,
  role text not null,
  is_active boolean not null,
  people bigint not null default 0,
  primary key (slot, role, is_active)
);

select enable_tenant_rls('profiles');
select enable_tenant_rls('profile_counts');

-- A person without organization still reads and changes their own row, and cannot write themselves into one.
create policy own_row on profiles to atalaya_tenant
  using (id = current_profile_id() and organization_id is null)
  with check (id = current_profile_id() and organization_id is null);
revoke insert, update, delete on profile_counts from atalaya_tenant, atalaya_system;

alter table profile_totals enable row level security;
alter table profile_totals force row level security;
create policy system on profile_totals to atalaya_system using (true) with check (true);
grant select on profile_totals to atalaya_system;
