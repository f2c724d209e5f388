-- The system's row, which is the floor of every organization's own: they may know it, and no other's.
create or replace function system_settings() returns setof settings
language sql stable security definer set search_path = public, pg_temp as $$
  select * from settings where organization_id is null
$$;
revoke execute on function system_settings from public;
grant execute on function system_settings to atalaya_tenant, atalaya_system;
