-- Tells people something, each as they prefer, in the caller's transaction; answers who was told how, and whether the
-- address of each was proven to be theirs: what others write is mailed to proven addresses alone. A tenant tells only
-- what belongs to its own organization, and only its people and the system's.

-- Of something that is each one's own, in one statement: the tickets of thousands are resolved at once.
create or replace function send_own_notifications(
  told_event text, told jsonb, organization uuid, told_type text,
  default_screen boolean, default_mail boolean, default_language text
) returns table (profile_id uuid, screen boolean, mail boolean, email text, language text, proven boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('role') = 'atalaya_tenant' and organization is distinct from current_organization_id() then
    raise exception 'a tenant tells nothing of another organization' using errcode = 'check_violation';
  end if;
  return query
  with told_people as (
    select p.id, news.object_id, news.params,
      told_event ~ '^(security|verifactu)\.' or coalesce(n.screen, default_screen) as screen,
      told_event ~ '^(security|verifactu)\.' or coalesce(n.mail, default_mail) as mail,
      p.email, coalesce(p.language, o.language, default_language) as language,
      coalesce(u."emailVerified", false) as proven
    from jsonb_to_recordset(told) as news (person uuid, object_id uuid, params jsonb)
    join profiles p on p.id = news.person
    left join auth."user" u on u."id" = p.user_id
    left join notification_preferences n on n.profile_id = p.id and n.event = told_event
    left join organizations o on o.id = p.organization_id
    where p.is_active and p.deleted_at is null
      and (p.organization_id is not distinct from organization or p.role = 'super_admin')
  ), kept as (
    insert into notifications (organization_id, profile_id, event, object_type, object_id, params)
    select organization, t.id, told_event, told_type, t.object_id, t.params from told_people t where t.screen
  )
  select t.id, t.screen, t.mail, t.email, t.language, t.proven from told_people t order by t.id;
end $$;
revoke execute on function send_own_notifications from public;
grant execute on function send_own_notifications to atalaya_tenant, atalaya_system;

-- Of one thing. `people` null: the admins of the organization, where it is null the super_admins.
create or replace function send_notifications(
  told_event text, people uuid[], organization uuid, told_type text, told_id uuid, told_params jsonb,
  default_screen boolean, default_mail boolean, default_language text
) returns table (profile_id uuid, screen boolean, mail boolean, email text, language text, proven boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return query select * from send_own_notifications(
    told_event,
    (select coalesce(jsonb_agg(jsonb_build_object('person', id, 'object_id', told_id, 'params', told_params)), '[]')
      from (select distinct unnest(coalesce(people, array(
        select p.id from profiles p
        where p.role = case when organization is null then 'super_admin' else 'admin' end
          and p.organization_id is not distinct from organization))) as id) heard),
    organization, told_type, default_screen, default_mail, default_language);
end $$;
revoke execute on function send_notifications from public;
grant execute on function send_notifications to atalaya_tenant, atalaya_system;
