-- What a change of many people costs for each of them, while everybody else waits for the embedded database's one
-- connection.

-- A new version of a row needs no entry in any index where it fits into the page of the old one and no indexed column
-- changes; most of the time of a change of many went into those entries. So each page keeps room for one more version
-- of every row. That holds for pages written from now on: people in full ones move to such pages with their next change,
-- which is the last that is slow.
alter table profiles set (fillfactor = 45);

-- Counters, keys and live streams follow the standing of people: one statement, one call, however many it changed.
-- Sets are compared, never joined: a plan that was kept from a change of one would pair everybody with everybody. For
-- the same reason keys are always found by their index. Planned once: for one person, planning took as long as the rest.
create function follow_standing() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  moved uuid[] := array(
    select id from (
      select id, role, is_active, organization_id, deleted_at from new_rows
      except select id, role, is_active, organization_id, deleted_at from old_rows
    ) changed);
  barred uuid[];
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
  -- Whoever is deactivated or goes into the bin loses their keys, by whatever path it happens.
  barred := array(select id from new_rows where not is_active or deleted_at is not null);
  if cardinality(barred) > 0 then
    update api_keys set revoked_at = now() where profile_id = any(barred) and revoked_at is null;
  end if;
  perform pg_notify('atalaya_live', json_build_object('profile_id', id)::text) from unnest(moved) id;
  return null;
end $$;
drop trigger profiles_counted_update on profiles;
drop trigger profiles_lose_keys on profiles;
drop trigger profiles_reach_changed on profiles;
drop function count_profiles, revoke_keys_of_person, tell_reach_changed;
create trigger profiles_standing after update on profiles
  referencing old table as old_rows new table as new_rows for each statement execute function follow_standing();

-- As in 0010, but for how an entry without a seal is found: "not exists" was planned as a join, which for a log that is
-- empty by the statistics reads every seal for every entry; and a connection keeps that plan while the log grows.
create or replace function seal_audit_rows() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  entry audit_log;
  head audit_heads;
  started uuid := (encode(substring(int8send(floor(extract(epoch from now()) * 1000)::bigint) from 3), 'hex')
    || '00000000000000000000')::uuid;
begin
  if exists (select from audit_seals where audit_id = new.id) then
    return null;
  end if;
  for entry in
    select a.* from audit_log a
    where a.id >= least(started, new.id) and (select s.audit_id from audit_seals s where s.audit_id = a.id) is null
    order by coalesce(a.organization_id::text, 'system'), a.id
  loop
    if head.chain is distinct from coalesce(entry.organization_id::text, 'system') then
      if head.chain is not null then
        update audit_heads h set position = head.position, hash = head.hash
          where h.chain = head.chain and h.lane = head.lane;
      end if;
      head.chain := coalesce(entry.organization_id::text, 'system');
      head.lane := own_audit_lane(head.chain);
      select h.position, h.hash into head.position, head.hash
        from audit_heads h where h.chain = head.chain and h.lane = head.lane;
      if not found then
        head.position := 0;
        head.hash := '';
        insert into audit_heads (chain, lane, position, hash) values (head.chain, head.lane, 0, '');
      end if;
    end if;
    head.position := head.position + 1;
    head.hash := sha256(head.hash || audit_content(head, entry));
    insert into audit_seals (audit_id, chain, lane, position, hash)
      values (entry.id, head.chain, head.lane, head.position, head.hash);
  end loop;
  update audit_heads h set position = head.position, hash = head.hash
    where h.chain = head.chain and h.lane = head.lane;
  return null;
end $$;
