-- Who tells people something also learns whether the address of each was proven to be theirs: what others write is
-- mailed to nobody else. As before (0021), with one column more; who reads the others goes on as before.
drop function send_notifications(text, uuid[], uuid, text, uuid, jsonb, boolean, boolean, text);
create function send_notifications(
  told_event text, people uuid[], organization uuid, told_type text, told_id uuid, told_params jsonb,
  default_screen boolean, default_mail boolean, default_language text
) returns table (profile_id uuid, screen boolean, mail boolean, email text, language text, proven boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('role') = 'atalaya_tenant' and organization is distinct from current_organization_id() then
    raise exception 'a tenant tells nothing of another organization' using errcode = 'check_violation';
  end if;
  return query
  with told as (
    select p.id,
      told_event like 'security.%' or coalesce(n.screen, default_screen) as screen,
      told_event like 'security.%' or coalesce(n.mail, default_mail) as mail,
      p.email, coalesce(p.language, o.language, default_language) as language,
      coalesce(u."emailVerified", false) as proven
    from profiles p
    left join auth."user" u on u."id" = p.user_id
    left join notification_preferences n on n.profile_id = p.id and n.event = told_event
    left join organizations o on o.id = p.organization_id
    where p.is_active and p.deleted_at is null
      and (people is null or p.id = any (people))
      and (people is not null or p.role = 'admin' and organization is not null)
      and (p.organization_id is not distinct from organization or p.role = 'super_admin')
  ), kept as (
    insert into notifications (organization_id, profile_id, event, object_type, object_id, params)
    select organization, told.id, told_event, told_type, told_id, told_params from told where told.screen
  )
  select told.id, told.screen, told.mail, told.email, told.language, told.proven from told order by told.id;
end $$;
revoke execute on function send_notifications from public;
grant execute on function send_notifications to atalaya_tenant, atalaya_system;
