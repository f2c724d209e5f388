-- Client companies: found by any part of their name, slug or domain, listed newest first or by name, and taken into the
-- bin together with their people and invitations.

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
  deleted_at timestamptz,
  search text generated always as (search_text(name || ' ' || slug || ' ' || coalesce(domain, ''))) stored,
  plan_version_id uuid not null references plan_versions (id)
);
create index organizations_search on organizations using gin (search gin_trgm_ops) with (fastupdate = off);
create index organizations_newest on organizations (created_at desc, id desc) where deleted_at is null;
create index organizations_name on organizations (search_text(name), id) where deleted_at is null;
create index organizations_bin on organizations (deleted_at) where deleted_at is not null;
create index organizations_plan on organizations (plan_type, id) where deleted_at is null;
create index organizations_plan_version on organizations (plan_version_id);

select enable_tenant_rls('organizations', 'id');

-- An organization's own people never touch its plan, status, seats or slug, nor make or delete one: not even by a
-- statement that forgets the rule.
revoke insert, update, delete on organizations from atalaya_tenant;
grant update (name, domain, country, tax_id, billing_email, language, time_zone, version, updated_at)
  on organizations to atalaya_tenant;
