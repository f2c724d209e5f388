-- What people are called, and what follows their standing (role, organization, active, bin): how many there are, their
-- API keys and trusted browsers, and their live streams.

-- What a person is called; '' where neither name is there.
create or replace function full_name(first_name text, last_name text) returns text language sql immutable as $$
  select trim(first_name || ' ' || last_name)
$$;

create or replace function count_profiles_inserted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into profile_counts as c (organization_id, role, is_active, people)
  select organization_id, role, is_active, count(*) from new_rows where deleted_at is null
  group by 1, 2, 3 order by 1 nulls first, 2, 3
  on conflict (coalesce(organization_id, '00000000-0000-0000-0000-000000000000'::uuid), role, is_active)
  do update set people = c.people + excluded.people;
  return null;
end $$;

create or replace function count_profiles_deleted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into profile_counts as c (organization_id, role, is_active, people)
  select organization_id, role, is_active, -count(*) from old_rows where deleted_at is null
  group by 1, 2, 3 order by 1 nulls first, 2, 3
  on conflict (coalesce(organization_id, '00000000-0000-0000-0000-000000000000'::uuid), role, is_active)
  do update set people = c.people + excluded.people;
  return null;
end $$;

-- Counters, keys, trusted browsers and live streams follow the standing of people: one statement, one call, however many
-- it changed. Sets are compared, never joined: a plan that was kept from a change of one would pair all people with
-- all people. For the same reason keys are always found by their index. Planned once: for one person, planning took as
-- long as the rest.
--
-- A person who is deactivated or goes into the bin loses their API keys and trusted browsers, by any path; one who goes to
-- another organization loses the keys, which were given to programs of the one they leave. Nothing of it comes back.
-- People are told to live streams in parts, each well below the 8,000 bytes of a notification.
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

create or replace trigger profiles_counted_insert after insert on profiles
  referencing new table as new_rows for each statement execute function count_profiles_inserted();
create or replace trigger profiles_counted_delete after delete on profiles
  referencing old table as old_rows for each statement execute function count_profiles_deleted();
create or replace trigger profiles_standing after update on profiles
  referencing old table as old_rows new table as new_rows for each statement execute function follow_standing();

-- The first slot of 32 that no transaction holds; where all are held, the one of this connection alone.
create or replace function own_totals_slot() returns integer language plpgsql as $$
declare
  wanted integer;
begin
  for nth in 0..31 loop
    wanted := (pg_backend_pid() + nth) % 32;
    if pg_try_advisory_xact_lock(hashtext('profile_totals'), wanted) then
      return wanted;
    end if;
  end loop;
  return 32 + pg_backend_pid();
end $$;

-- Exact totals over all organizations (profile_totals): summing the counters of thousands of them took longer than the
-- list itself.
create or replace function total_profiles() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into profile_totals as t (slot, role, is_active, people)
  values (own_totals_slot(), new.role, new.is_active,
    new.people - case when tg_op = 'UPDATE' then old.people else 0 end)
  on conflict (slot, role, is_active) do update set people = t.people + excluded.people;
  return null;
end $$;
create or replace trigger profile_counts_totalled after insert or update on profile_counts
  for each row execute function total_profiles();
