-- after: offboarding
-- Single sign-on that organizations ask of their people. Passkeys and sessions are closed to tenants: of these they read
-- no more than is told here, of their own organization alone.

-- Who gets in without it. They can where they have a passkey and are admins, who can mend what is broken.
create or replace function break_glass_of(organization uuid)
returns table (profile_id uuid, has_passkey boolean, is_ready boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.id, k.has_passkey, k.has_passkey and p.role = 'admin' and p.is_active and p.deleted_at is null
  from break_glass_people b
  join profiles p on p.id = b.profile_id and p.organization_id = b.organization_id
  cross join lateral (select exists (select from auth.passkey k where k.user_id = p.user_id) as has_passkey) k
  where b.organization_id = organization and within_reach(organization)
$$;
revoke execute on function break_glass_of from public;
grant execute on function break_glass_of to atalaya_tenant, atalaya_system;

-- The connection through which the people of an organization sign in: of those that are on, the one that was set up first.
create or replace function way_through(organization uuid) returns uuid language sql stable as $$
  select connection_id from connection_sign_on where organization_id = organization and is_on
  order by created_at, connection_id limit 1
$$;

-- The open sessions of an organization's people that single sign-on does not admit: those that no connection of it has
-- opened, nor a passkey of who gets in without it. `people`: of these alone; null: of all.
create or replace function unadmitted_sessions(organization uuid, people uuid[]) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select s."id"
  from profiles p join auth."session" s on s."userId" = p.user_id
  where p.organization_id = organization and within_reach(organization) and s."expiresAt" > now()
    and (people is null or p.id in (select unnest(people)))
    and not exists (
      select from sso_sessions o join identity_connections c on c.id = o.connection_id
      where o.session_id = s."id" and c.organization_id = organization)
    and not exists (
      select from session_ways w join break_glass_of(organization) b on b.profile_id = p.id and b.is_ready
      where w.session_id = s."id" and w.way = 'passkey')
$$;
revoke execute on function unadmitted_sessions from public;
grant execute on function unadmitted_sessions to atalaya_tenant, atalaya_system;

-- Ends them, with sign-ins of these people that wait for a second factor; how many sessions there were.
create or replace function end_unadmitted_sessions(organization uuid, people uuid[]) returns integer
language sql security definer set search_path = public, pg_temp as $$
  delete from auth.sign_in_challenge c using profiles p
  where p.user_id = c.user_id and p.organization_id = organization and within_reach(organization)
    and (people is null or p.id in (select unnest(people)));
  with gone as (
    delete from auth."session" s where s."id" in (select unadmitted_sessions(organization, people)) returning 1)
  select count(*)::int from gone;
$$;
revoke execute on function end_unadmitted_sessions from public;
grant execute on function end_unadmitted_sessions to atalaya_tenant, atalaya_system;

-- Who comes to an organization that asks for it, or is no admin of it any more, keeps no session that it does not admit.
-- Who goes has no emergency access to the organization that they leave.
create or replace function follow_enforcement() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  gone uuid[];
  coming record;
begin
  -- Where no person gets in otherwise, none asks for it.
  if not exists (select from break_glass_people) then
    return null;
  end if;
  -- Sets are compared, never joined, as in follow_standing.
  gone := array(
    select id from (
      select id, organization_id from new_rows except select id, organization_id from old_rows
    ) moved);
  delete from break_glass_people where profile_id = any(gone);
  for coming in
    select organization_id, array_agg(id) as people from (
      select id, role, organization_id, user_id from new_rows
      except select id, role, organization_id, user_id from old_rows
    ) changed
    where organization_id in (select e.organization_id from sign_on_enforcement e where e.is_on) group by 1
  loop
    delete from auth."session" s where s."id" in (
      select unadmitted_sessions(coming.organization_id, coming.people));
  end loop;
  return null;
end $$;
create or replace trigger profiles_follow_enforcement after update on profiles
  referencing old table as old_rows new table as new_rows for each statement execute function follow_enforcement();
