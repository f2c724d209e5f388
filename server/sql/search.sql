-- What an organization finds by what was typed. Under row level security every row is checked against the policy before
-- LIKE may look at it, so that the index of trigrams serves no admin: in an organization of 100,000 each search would read
-- them all. Here the policy's condition is in the query itself, above row level security, with the same setting; a
-- transaction without an organization finds nothing.
--
-- In a small organization it is faster to read all rows than to look in the index, which holds the words of every
-- organization: for a common word that would walk over most of the table. Without bitmap scans the index is not used.
-- Each call is planned for what was typed, since few and many matches need different plans. `materialized` has all that
-- match planned as if there were no limit: planned for a few rows, the query would read the organization until it has
-- found them.
--
-- `patterns` are for LIKE, `alike` for similar words; the first of each kind are conditions of their own, since the index
-- knows nothing of "all". `begins`: what a word must begin with, for what is too short to be looked up in the middle of one.

create or replace function search_people(patterns text[], alike text[], begins text, most integer) returns setof profiles
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

-- The same without a beginning: servers of the release before call this form, also while a newer one has migrated the
-- database. It goes, by a migration, once no release that calls it can run beside the present one.
create or replace function search_people(patterns text[], alike text[], most integer) returns setof profiles
language sql stable security definer set search_path = public, pg_temp as $$
  select * from search_people(patterns, alike, null, most)
$$;
revoke execute on function search_people(text[], text[], text, integer), search_people(text[], text[], integer)
  from public;
grant execute on function search_people(text[], text[], text, integer), search_people(text[], text[], integer)
  to atalaya_tenant;

-- By their titles.
create or replace function search_tickets(patterns text[], alike text[], begins text, most integer) returns setof tickets
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

-- By title or description.
create or replace function search_ticket_texts(pattern text, most integer) returns setof uuid
language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set enable_bitmapscan = on as $$
declare
  mine uuid := current_organization_id();
begin
  if not exists (select from tickets where organization_id = mine and deleted_at is null offset 2000) then
    perform set_config('enable_bitmapscan', 'off', true);
  end if;
  return query with matching as materialized (
    select id from tickets where organization_id = mine and deleted_at is null and search like pattern)
  select id from matching limit most;
end $$;

create or replace function search_invoices(patterns text[], alike text[], begins text, most integer) returns setof invoices
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

revoke execute on function search_tickets, search_ticket_texts, search_invoices from public;
grant execute on function search_tickets, search_ticket_texts, search_invoices to atalaya_tenant;
