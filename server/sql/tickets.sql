-- Who answers for the whole system. Organizations do not see their rows, but may give them tickets and write to them.
create or replace function support_people() returns table (id uuid, first_name text, last_name text, email text, language text)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.id, p.first_name, p.last_name, p.email, p.language
  from profiles p where p.role = 'super_admin' and p.is_active and p.deleted_at is null
$$;
revoke execute on function support_people from public;
grant execute on function support_people to atalaya_tenant, atalaya_system;

-- A ticket is given to, and written by, people of its own organization or of the system: not even a statement that
-- forgets the rule names another organization's.
create or replace function check_ticket_people() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from profiles p
    where p.id in (
        case when tg_op = 'INSERT' or new.created_by is distinct from old.created_by then new.created_by end,
        case when tg_op = 'INSERT' or new.assigned_to is distinct from old.assigned_to then new.assigned_to end)
      and p.role <> 'super_admin' and p.organization_id is distinct from new.organization_id
  ) then
    raise exception 'a ticket names nobody of another organization' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger tickets_people before insert or update of created_by, assigned_to, organization_id on tickets
  for each row execute function check_ticket_people();
