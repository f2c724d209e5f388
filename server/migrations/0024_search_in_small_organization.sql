-- The kept totals of one organization, without reading those of all.
create index profile_counts_organization on profile_counts (organization_id);

-- A small organization is sooner read than what was typed is looked up among everybody's: a word that most people
-- have costs the index a walk over all of them. Without bitmaps the index of trigrams is left aside.
create or replace function search_people(patterns text[], alike text[], most integer) returns setof profiles
language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set enable_bitmapscan = on as $$
begin
  if (select sum(people) from profile_counts where organization_id = current_organization_id()) < 2000 then
    -- Until the function ends: it has the setting itself.
    perform set_config('enable_bitmapscan', 'off', true);
  end if;
  return query select * from profiles
  where organization_id = current_organization_id() and deleted_at is null
    and (cardinality(patterns) = 0 or search like patterns[1]) and search like all (patterns)
    and (cardinality(alike) = 0 or search %> alike[1]) and search %> all (alike)
  limit most;
end $$;
