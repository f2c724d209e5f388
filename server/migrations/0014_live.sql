-- A session that ends, and a person whose reach changes, are told to every process in the transaction that does it:
-- streams of live events that stand open for them are looked at again at once. The channel is platform/database's.

create function tell_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('atalaya_live', json_build_object('session_id', old."id")::text);
  return null;
end $$;
create trigger session_ended after delete on auth."session"
  for each row execute function tell_session_ended();

create function tell_reach_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('atalaya_live', json_build_object('profile_id', new.id)::text);
  return null;
end $$;
create trigger profiles_reach_changed after update of role, is_active, organization_id, deleted_at on profiles
  for each row when (
    old.role is distinct from new.role or old.is_active is distinct from new.is_active
    or old.organization_id is distinct from new.organization_id or old.deleted_at is distinct from new.deleted_at)
  execute function tell_reach_changed();
