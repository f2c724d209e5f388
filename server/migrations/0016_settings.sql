-- What an organization, or the whole system (the row without organization), has chosen; null: as the system's row says,
-- else the product's own default. General values of an organization stand in its own row of organizations.
alter table settings
  drop column values,
  add column language text check (language in ('es', 'en')),
  add column time_zone text check (length(time_zone) between 1 and 64),
  add column two_factor_required boolean not null default false,
  -- Never longer than a day without a request and seven days in all.
  add column session_idle_hours integer check (session_idle_hours between 1 and 24),
  add column session_absolute_hours integer check (session_absolute_hours between 1 and 168),
  add column allowed_domains text[] not null default '{}' check (cardinality(allowed_domains) <= 50),
  add column sender_name text check (length(sender_name) between 1 and 80),
  add column reply_to text check (length(reply_to) <= 254),
  -- {"ticket.assigned": {"in_app": true, "mail": false}}: the events that differ from the product's defaults.
  add column notifications jsonb not null default '{}';
-- Read at every request, behind the session: the unique index stands on an expression.
create index settings_by_organization on settings (organization_id);
revoke delete on settings from atalaya_tenant;

-- The system's row, which is the floor of every organization's own: they may know it, and no other's.
create function system_settings() returns setof settings
language sql stable security definer set search_path = public, pg_temp as $$
  select * from settings where organization_id is null
$$;
revoke execute on function system_settings from public;
grant execute on function system_settings to atalaya_tenant, atalaya_system;
