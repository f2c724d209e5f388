-- What an organization, or the whole system (the row without organization), has chosen; null: as the system's row says,
-- else the product's own default. General values of an organization are in its own row of organizations.

create table settings (
  id uuid primary key default uuid_v7(),
  organization_id uuid references organizations (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  language text check (language in ('es', 'en')),
  time_zone text check (length(time_zone) between 1 and 64),
  two_factor_required boolean not null default false,
  -- Never longer than a day without a request and seven days in all.
  session_idle_hours integer check (session_idle_hours between 1 and 24),
  session_absolute_hours integer check (session_absolute_hours between 1 and 168),
  allowed_domains text[] not null default '{}' check (cardinality(allowed_domains) <= 50),
  sender_name text check (length(sender_name) between 1 and 80),
  reply_to text check (length(reply_to) <= 254),
  -- {"ticket.assigned": {"in_app": true, "mail": false}}: the events that differ from the product's defaults.
  notifications jsonb not null default '{}'
);
create unique index settings_organization on settings
  (coalesce(organization_id, '00000000-0000-0000-0000-000000000000'::uuid));

-- Read at every request, behind the session: the unique index is of an expression, which the statement does not use.
create index settings_by_organization on settings (organization_id);

select enable_tenant_rls('settings');
revoke delete on settings from atalaya_tenant;
