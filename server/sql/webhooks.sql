-- Where webhooks begin; how they go on is in features/webhooks.

-- A new endpoint is told what commits from now on: of each lane what is after its present end. No tenant sees the lanes.
create or replace function begin_webhook() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  insert into webhook_cursors (endpoint_id, chain, lane, position)
  select new.id, h.chain, h.lane, h.position from audit_heads h
  where new.organization_id is null or h.chain = new.organization_id::text;
  return null;
end $$;
create or replace trigger webhook_endpoints_begin after insert on webhook_endpoints
  for each row execute function begin_webhook();
