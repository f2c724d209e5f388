-- People in the order of their names whatever the accents ("Álvarez" before "Zamora"), by an index.
drop index profiles_name;
drop index profiles_organization_name;
create index profiles_name on profiles
  (search_text(last_name), search_text(first_name), id) where deleted_at is null;
create index profiles_organization_name on profiles
  (organization_id, search_text(last_name), search_text(first_name), id) where deleted_at is null;

-- Exact totals over all organizations: summing the counters of thousands of them took longer than the list itself.
-- Each transaction counts in a slot that it has to itself until it ends, so that changes in different organizations
-- neither wait for each other here nor deadlock.
create table profile_totals (
  slot integer not null,
  role text not null,
  is_active boolean not null,
  people bigint not null default 0,
  primary key (slot, role, is_active)
);
insert into profile_totals (slot, role, is_active, people)
  select 0, role, is_active, sum(people) from profile_counts group by role, is_active;

-- The first slot of 32 that nobody holds; where all are held, the one of this connection alone.
create function own_totals_slot() returns integer language plpgsql as $$
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
create function total_profiles() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into profile_totals as t (slot, role, is_active, people)
  values (own_totals_slot(), new.role, new.is_active,
    new.people - case when tg_op = 'UPDATE' then old.people else 0 end)
  on conflict (slot, role, is_active) do update set people = t.people + excluded.people;
  return null;
end $$;
create trigger profile_counts_totalled after insert or update on profile_counts
  for each row execute function total_profiles();

alter table profile_totals enable row level security;
alter table profile_totals force row level security;
create policy system on profile_totals to atalaya_system using (true) with check (true);
grant select on profile_totals to atalaya_system;
