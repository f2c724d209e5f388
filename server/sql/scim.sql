-- after: users
-- A person who goes to another organization is no longer known to the provider of the one they leave.
create or replace function leave_scim() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from scim_users where profile_id = new.id and organization_id is distinct from new.organization_id;
  return null;
end $$;
create or replace trigger profiles_leave_scim after update of organization_id on profiles
  for each row when (new.organization_id is distinct from old.organization_id) execute function leave_scim();
