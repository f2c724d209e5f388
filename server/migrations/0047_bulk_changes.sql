-- compatible
-- A change of many people or tickets is a transfer too: a job with progress, which can be canceled
-- (docs/decisions/0026-bulk-changes-are-jobs.md).

alter table transfers drop constraint transfers_kind_check, drop constraint transfers_step_check;
alter table transfers
  add constraint transfers_kind_check check (kind in ('export', 'import', 'change')),
  add constraint transfers_step_check check (step in ('export', 'read', 'check', 'apply', 'change')),
  -- Of a change that failed since some may not be changed: how many, and the first hundred with the reasons.
  add column refused jsonb;

-- As in 0045, but for the last statement: people are told to live streams in parts, each well below the 8,000 bytes of a
-- notification, instead of one by one. A server of the version before does not understand these; it looks at all its
-- streams every 15 seconds.
create or replace function follow_standing() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  moved uuid[] := array(
    select id from (
      select id, role, is_active, organization_id, deleted_at from new_rows
      except select id, role, is_active, organization_id, deleted_at from old_rows
    ) changed);
  barred uuid[];
  barred_accounts uuid[];
  keyless uuid[];
begin
  -- Most changes are of a name or a sign-in.
  if cardinality(moved) = 0 then
    return null;
  end if;
  -- The rows are locked in one order in every transaction, so that two bulk changes cannot deadlock here.
  insert into profile_counts as c (organization_id, role, is_active, people)
  select d.organization_id, d.role, d.is_active, sum(d.change)
  from (
    select organization_id, role, is_active, 1 as change from new_rows where deleted_at is null
    union all
    select organization_id, role, is_active, -1 from old_rows where deleted_at is null
  ) d
  group by 1, 2, 3 having sum(d.change) <> 0
  order by 1 nulls first, 2, 3
  on conflict (coalesce(organization_id, '00000000-0000-0000-0000-000000000000'::uuid), role, is_active)
  do update set people = c.people + excluded.people;
  barred := array(select id from new_rows where not is_active or deleted_at is not null);
  keyless := barred || array(
    select id from (
      select id, organization_id from new_rows except select id, organization_id from old_rows
    ) leaving);
  if cardinality(keyless) > 0 then
    update api_keys set revoked_at = coalesce(revoked_at, now()), ended_by = null
    where profile_id = any(keyless) and (revoked_at is null or ended_by is not null);
  end if;
  if cardinality(barred) > 0 then
    barred_accounts := array(select user_id from new_rows
      where (not is_active or deleted_at is not null) and user_id is not null);
    delete from auth.trusted_device where user_id = any(barred_accounts);
  end if;
  perform pg_notify('atalaya_live', json_build_object('profile_ids', json_agg(id))::text)
    from unnest(moved) with ordinality as changed (id, place) group by (place - 1) / 150;
  return null;
end $$;

drop trigger session_ended on auth."session";
create or replace function tell_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('atalaya_live', json_build_object('session_ids', json_agg("id"))::text)
    from (select "id", row_number() over () as place from old_rows) ended group by (place - 1) / 150;
  return null;
end $$;
create trigger session_ended after delete on auth."session"
  referencing old table as old_rows for each statement execute function tell_session_ended();
