-- The people of the reader's organization by what was typed. Under row level security every row is checked against
-- the policy before LIKE may look at it, so that the index of trigrams serves no admin: in an organization of 100,000
-- each search would read them all. Here the policy's condition stands in the query itself, above row level security,
-- with the same setting; a transaction without an organization finds nobody. The first pattern of each kind stands
-- apart: the index knows nothing of "all". Planned for what was typed: few or many call for different plans.
create function search_people(patterns text[], alike text[], most integer) returns setof profiles
language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  return query select * from profiles
  where organization_id = current_organization_id() and deleted_at is null
    and (cardinality(patterns) = 0 or search like patterns[1]) and search like all (patterns)
    and (cardinality(alike) = 0 or search %> alike[1]) and search %> all (alike)
  limit most;
end $$;
revoke execute on function search_people from public;
grant execute on function search_people to atalaya_tenant;
