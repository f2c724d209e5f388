-- Tickets and invoices of the reader's organization by what was typed, and people by two letters, as search_people
-- (0022, 0024) has found people: above row level security with the policy's own condition, by the index of trigrams,
-- which a small organization does without. A transaction without an organization finds nothing. `begins`: what a word
-- must begin with, for what is too short to be looked up in the middle of one. The first patterns of each kind stand
-- apart, since the index knows nothing of "all". Materialized, so that the plan is made for all that match, as if
-- there were no limit: made for a few, it would read the organization until it has met them.

-- Titles alone: what is found is listed by them, and a word that most descriptions have shall not be looked for.
alter table tickets add column title_search text generated always as (search_text(title)) stored;
create index tickets_title_search on tickets using gin (title_search gin_trgm_ops) with (fastupdate = off);

create function search_tickets(patterns text[], alike text[], begins text, most integer) returns setof tickets
language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set enable_bitmapscan = on as $$
declare
  mine uuid := current_organization_id();
begin
  if not exists (select from tickets where organization_id = mine and deleted_at is null offset 2000) then
    perform set_config('enable_bitmapscan', 'off', true);
  end if;
  return query with matching as materialized (
    select * from tickets
    where organization_id = mine and deleted_at is null
      and (patterns[1] is null or title_search like patterns[1])
      and (patterns[2] is null or title_search like patterns[2])
      and (patterns[3] is null or title_search like patterns[3]) and title_search like all (patterns)
      and (alike[1] is null or title_search %> alike[1])
      and (alike[2] is null or title_search %> alike[2]) and title_search %> all (alike)
      and (begins is null or title_search like begins || '%' or title_search like '% ' || begins || '%'))
  select * from matching limit most;
end $$;

create function search_invoices(patterns text[], alike text[], begins text, most integer) returns setof invoices
language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set enable_bitmapscan = on as $$
declare
  mine uuid := current_organization_id();
begin
  if not exists (select from invoices where organization_id = mine offset 2000) then
    perform set_config('enable_bitmapscan', 'off', true);
  end if;
  return query with matching as materialized (
    select * from invoices
    where organization_id = mine
      and (patterns[1] is null or search like patterns[1])
      and (patterns[2] is null or search like patterns[2])
      and (patterns[3] is null or search like patterns[3]) and search like all (patterns)
      and (alike[1] is null or search %> alike[1])
      and (alike[2] is null or search %> alike[2]) and search %> all (alike)
      and (begins is null or search like begins || '%' or search like '% ' || begins || '%'))
  select * from matching limit most;
end $$;

-- The same with one more of what may be asked; the one before, in words of the new one.
create function search_people(patterns text[], alike text[], begins text, most integer) returns setof profiles
language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set enable_bitmapscan = on as $$
declare
  mine uuid := current_organization_id();
begin
  if (select sum(people) from profile_counts where organization_id = mine) < 2000 then
    perform set_config('enable_bitmapscan', 'off', true);
  end if;
  return query with matching as materialized (
    select * from profiles
    where organization_id = mine and deleted_at is null
      and (patterns[1] is null or search like patterns[1])
      and (patterns[2] is null or search like patterns[2])
      and (patterns[3] is null or search like patterns[3]) and search like all (patterns)
      and (alike[1] is null or search %> alike[1])
      and (alike[2] is null or search %> alike[2]) and search %> all (alike)
      and (begins is null or search like begins || '%' or search like '% ' || begins || '%'))
  select * from matching limit most;
end $$;

create or replace function search_people(patterns text[], alike text[], most integer) returns setof profiles
language sql stable security definer set search_path = public, pg_temp as $$
  select * from search_people(patterns, alike, null, most)
$$;

revoke execute on function search_tickets, search_invoices, search_people(text[], text[], text, integer)
  from public;
grant execute on function search_tickets, search_invoices, search_people(text[], text[], text, integer)
  to atalaya_tenant;
