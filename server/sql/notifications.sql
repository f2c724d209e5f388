-- Tells people something, each as they prefer, in the caller's transaction; answers who was told how, and whether the
-- address of each was proven to be theirs: what others write is mailed to proven addresses alone. A tenant tells only
-- what belongs to its own organization, and only its people and the system's.

-- Of something that is each one's own, in one statement: the tickets of thousands are resolved at once, hundreds of
-- organizations get an invoice. An item names its person, or has `admins`: those of its organization, the super_admins
-- where it has none. The organization and the defaults may be the item's own too, for the system.
create or replace function send_own_notifications(
  told_event text, told jsonb, organization uuid, told_type text,
  default_screen boolean, default_mail boolean, default_language text
) returns table (profile_id uuid, screen boolean, mail boolean, email text, language text, proven boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('role') = 'atalaya_tenant'
    and (organization is distinct from current_organization_id() or told @? '$[*].organization_id') then
    raise exception 'a tenant tells nothing of another organization' using errcode = 'check_violation';
  end if;
  return query
  with told_people as (
    select p.id, news.told_for, news.object_id, news.params,
      told_event ~ '^(security|verifactu)\.' or coalesce(n.screen, news.screen, default_screen) as screen,
      told_event ~ '^(security|verifactu)\.' or coalesce(n.mail, news.mail, default_mail) as mail,
      p.email, coalesce(p.language, o.language, news.language, default_language) as language,
      coalesce(u."emailVerified", false) as proven
    from (
      select item.*, coalesce(item.organization_id, organization) as told_for
      from jsonb_to_recordset(told) as item (person uuid, admins boolean, object_id uuid, params jsonb,
        organization_id uuid, screen boolean, mail boolean, language text)) news
    cross join lateral (
      select one.* from profiles one where one.id = news.person
      union all
      select one.* from profiles one
      where news.admins and one.organization_id = news.told_for and one.role = 'admin'
      union all
      select one.* from profiles one where news.admins and news.told_for is null and one.role = 'super_admin') p
    left join auth."user" u on u."id" = p.user_id
    left join notification_preferences n on n.profile_id = p.id and n.event = told_event
    left join organizations o on o.id = p.organization_id
    where p.is_active and p.deleted_at is null
      and (p.organization_id is not distinct from news.told_for or p.role = 'super_admin')
  ), kept as (
    insert into notifications (organization_id, profile_id, event, object_type, object_id, params)
    select t.told_for, t.id, told_event, told_type, t.object_id, t.params from told_people t where t.screen
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
    (select coalesce(jsonb_agg(heard || jsonb_build_object('object_id', told_id, 'params', told_params)), '[]')
      from (select jsonb_build_object('admins', true) as heard where people is null
        union all
        select jsonb_build_object('person', id) from (select distinct unnest(people) as id) named) everybody),
    organization, told_type, default_screen, default_mail, default_language);
end $$;
revoke execute on function send_notifications from public;
grant execute on function send_notifications to atalaya_tenant, atalaya_system;
