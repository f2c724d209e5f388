-- compatible
-- API keys end with recovery, and with a move to another organization; admins see and revoke those of their people.

-- What has ended a key that its owner may have back; null: it works, or it was revoked for good.
alter table api_keys add column ended_by text check (ended_by in
  ('password_reset', 'password_change', 'sign_out', 'sign_out_by_admin', 'two_factor_reset'));

-- As for sessions (0002): the tenant's role reaches the keys of its organization's people, and reads no token.
create policy own_people_read on api_keys for select to atalaya_tenant using (auth.sees_person(null, profile_id));
create policy own_people_end on api_keys for update to atalaya_tenant
  using (auth.sees_person(null, profile_id)) with check (auth.sees_person(null, profile_id));
grant select (ended_by), update (ended_by) on api_keys to atalaya_tenant;

-- Networks that a key was made in or used from: the first use from another one is told to its owner.
create table api_key_networks (
  api_key_id uuid not null references api_keys (id) on delete cascade,
  -- An IPv4 address without its last number, an IPv6 address without its last 64 bits.
  network text not null check (length(network) between 1 and 60),
  created_at timestamptz not null default now(),
  primary key (api_key_id, network)
);
alter table api_key_networks enable row level security;
alter table api_key_networks force row level security;
create policy system on api_key_networks to atalaya_system using (true) with check (true);
create policy own_keys on api_key_networks to atalaya_tenant
  using (exists (select from api_keys k where k.id = api_key_id and k.profile_id = (select current_profile_id())))
  with check (exists (select from api_keys k where k.id = api_key_id and k.profile_id = (select current_profile_id())));
grant select, insert, update, delete on api_key_networks to atalaya_system;
grant select, insert on api_key_networks to atalaya_tenant;

-- As in 0031, and: a person who goes to another organization loses their keys, which were given to programs of the one
-- they leave; trusted browsers go with the keys of a person who is deactivated or binned. Nothing of it comes back.
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
  perform pg_notify('atalaya_live', json_build_object('profile_id', id)::text) from unnest(moved) id;
  return null;
end $$;
