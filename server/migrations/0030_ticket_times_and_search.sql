-- Whole seconds to the first answer, by the one formula there is: the ticket and the reports read them here.
alter table tickets add column first_response_seconds integer generated always as
  (floor(extract(epoch from first_response_at - created_at))::int) stored;

-- Which tickets of the reader's organization hold what was typed in title or description, as search_tickets (0027)
-- finds them by their titles alone: above row level security with the policy's own condition, by the index of trigrams,
-- which a small organization does without. A transaction without an organization finds nothing.
create function search_ticket_texts(pattern text, most integer) returns setof uuid
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
revoke execute on function search_ticket_texts from public;
grant execute on function search_ticket_texts to atalaya_tenant;
