-- after: users
-- A person who goes to another organization is no longer known to the provider of the one they leave.
create or replace function leave_scim() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from scim_users where profile_id = new.id and organization_id is distinct from new.organization_id;
  return null;
end $$;
create or replace trigger profiles_leave_scim after update of organization_id on profiles
  for each row when (new.organization_id is distinct from old.organization_id) execute function leave_scim();

-- How many people a provider has told of, exactly: counting a hundred thousand took longer than their page of a list. One
-- statement, one change of the counter, however many people it adds or takes away.
create or replace function count_scim_inserted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update identity_connections c set told_people = c.told_people + added.people
  from (select connection_id, count(*) as people from new_rows group by 1 order by 1) added
  where c.id = added.connection_id;
  return null;
end $$;
create or replace function count_scim_deleted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update identity_connections c set told_people = c.told_people - gone.people
  from (select connection_id, count(*) as people from old_rows group by 1 order by 1) gone
  where c.id = gone.connection_id;
  return null;
end $$;
create or replace trigger scim_users_counted_insert after insert on scim_users
  referencing new table as new_rows for each statement execute function count_scim_inserted();
create or replace trigger scim_users_counted_delete after delete on scim_users
  referencing old table as old_rows for each statement execute function count_scim_deleted();
