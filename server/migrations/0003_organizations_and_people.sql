-- Plans, organizations and people. Names of columns are the specification's (section 3) where it has them.

create table plans (
  id uuid primary key default uuid_v7(),
  key text not null unique check (key ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  name text not null check (length(name) between 1 and 80),
  price_cents integer not null check (price_cents >= 0),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  description text not null default '',
  features text[] not null default '{}',
  max_users integer not null check (max_users = -1 or max_users > 0),
  is_popular boolean not null default false,
  position integer not null default 0,
  archived_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

insert into plans (key, name, price_cents, description, features, max_users, is_popular, position) values
  ('free', 'Free', 0, 'Para empezar', array['Hasta 5 usuarios', 'Soporte por correo'], 5, false, 1),
  ('basic', 'Basic', 2900, 'Para equipos pequeños', array['Hasta 25 usuarios', 'Soporte por correo', 'Informes'], 25, false, 2),
  ('pro', 'Pro', 9900, 'Para equipos que crecen', array['Hasta 100 usuarios', 'Soporte prioritario', 'Informes', 'Registro de auditoría'], 100, true, 3),
  ('enterprise', 'Enterprise', 29900, 'Para toda la organización', array['Usuarios ilimitados', 'Soporte dedicado', 'Informes', 'Registro de auditoría'], -1, false, 4);

create table organizations (
  id uuid primary key default uuid_v7(),
  name text not null check (length(name) between 1 and 120),
  slug text not null unique check (slug ~ '^[a-z0-9]([a-z0-9-]{0,78}[a-z0-9])?$'),
  domain text check (length(domain) <= 253),
  plan_type text not null default 'free' references plans (key) on update cascade,
  subscription_status text not null default 'trial'
    check (subscription_status in ('trial', 'active', 'past_due', 'canceled', 'inactive')),
  max_users integer not null default 5 check (max_users = -1 or max_users > 0),
  country text check (country ~ '^[A-Z]{2}$'),
  tax_id text check (length(tax_id) <= 40),
  billing_email text check (length(billing_email) <= 254),
  language text not null default 'es' check (language in ('es', 'en')),
  time_zone text not null default 'Europe/Madrid',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

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
  check (role <> 'super_admin' or organization_id is null)
);

-- One person per address, whatever the case; a person in the bin still holds it, so that 'Deshacer' never collides.
create unique index profiles_email on profiles (email);
create index profiles_newest on profiles (created_at desc, id desc) where deleted_at is null;
create index profiles_organization_newest on profiles (organization_id, created_at desc, id desc) where deleted_at is null;
create index profiles_organization_name on profiles (organization_id, lower(last_name), lower(first_name), id) where deleted_at is null;
create index profiles_name on profiles (lower(last_name), lower(first_name), id) where deleted_at is null;
create index profiles_last_login on profiles (last_login_at desc nulls last, id desc) where deleted_at is null;
create index profiles_bin on profiles (deleted_at) where deleted_at is not null;
-- fastupdate off: with the default, a few seconds of updates make search many times slower until vacuum.
create index profiles_search on profiles using gin (search gin_trgm_ops) with (fastupdate = off);

-- Exact totals without counting: one row per organization (or none), role and is_active.
create table profile_counts (
  organization_id uuid,
  role text not null,
  is_active boolean not null,
  people bigint not null default 0
);
create unique index profile_counts_key on profile_counts
  (coalesce(organization_id, '00000000-0000-0000-0000-000000000000'::uuid), role, is_active);

create function count_profiles() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- The rows are locked in one order in every transaction, so that two bulk changes cannot deadlock here.
  insert into profile_counts as c (organization_id, role, is_active, people)
  select d.organization_id, d.role, d.is_active, sum(d.change)
  from (
    select organization_id, role, is_active, 1 as change from new_rows where deleted_at is null
    union all
    select organization_id, role, is_active, -1 from old_rows where deleted_at is null
  ) d
  group by 1, 2, 3 having sum(d.change) <> 0
  order by 1 nulls first, 2, 3
  on conflict (coalesce(organization_id, '00000000-0000-0000-0000-000000000000'::uuid), role, is_active)
  do update set people = c.people + excluded.people;
  return null;
end $$;
create function count_profiles_inserted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into profile_counts as c (organization_id, role, is_active, people)
  select organization_id, role, is_active, count(*) from new_rows where deleted_at is null
  group by 1, 2, 3 order by 1 nulls first, 2, 3
  on conflict (coalesce(organization_id, '00000000-0000-0000-0000-000000000000'::uuid), role, is_active)
  do update set people = c.people + excluded.people;
  return null;
end $$;
create function count_profiles_deleted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into profile_counts as c (organization_id, role, is_active, people)
  select organization_id, role, is_active, -count(*) from old_rows where deleted_at is null
  group by 1, 2, 3 order by 1 nulls first, 2, 3
  on conflict (coalesce(organization_id, '00000000-0000-0000-0000-000000000000'::uuid), role, is_active)
  do update set people = c.people + excluded.people;
  return null;
end $$;
create trigger profiles_counted_update after update on profiles
  referencing old table as old_rows new table as new_rows for each statement execute function count_profiles();
create trigger profiles_counted_insert after insert on profiles
  referencing new table as new_rows for each statement execute function count_profiles_inserted();
create trigger profiles_counted_delete after delete on profiles
  referencing old table as old_rows for each statement execute function count_profiles_deleted();

-- Who did what, when, to what: written in the transaction of the change, never changed afterwards.
create table audit_log (
  id uuid primary key default uuid_v7(),
  organization_id uuid,
  actor_profile_id uuid,
  actor_email text,
  action text not null check (length(action) <= 80),
  object_type text not null check (length(object_type) <= 40),
  object_id uuid,
  before jsonb,
  after jsonb,
  ip_address text,
  user_agent text,
  request_id text,
  created_at timestamptz not null default now()
);
create index audit_log_organization on audit_log (organization_id, created_at desc, id desc);
create index audit_log_object on audit_log (object_type, object_id, created_at desc);
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_audit_change();

-- One row per organization, and one global row (organization_id null).
create table settings (
  id uuid primary key default uuid_v7(),
  organization_id uuid references organizations (id),
  values jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index settings_organization on settings
  (coalesce(organization_id, '00000000-0000-0000-0000-000000000000'::uuid));

select enable_tenant_rls('organizations', 'id');
select enable_tenant_rls('profiles');
select enable_tenant_rls('profile_counts');
select enable_tenant_rls('audit_log');
select enable_tenant_rls('settings');

-- A person without organization still reads and changes their own row, and cannot write themselves into one.
create policy own_row on profiles to atalaya_tenant
  using (id = current_profile_id() and organization_id is null)
  with check (id = current_profile_id() and organization_id is null);
grant select on plans to atalaya_tenant;
grant select, insert, update on plans to atalaya_system;
revoke update, delete, truncate on audit_log from atalaya_tenant, atalaya_system;
revoke insert, update, delete on profile_counts from atalaya_tenant, atalaya_system;
