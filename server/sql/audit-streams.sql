-- after: audit
-- Where streams of the audit log begin, and how far behind they are; how they go on is in features/audit-streams.

-- From the moment that it is told to begin at, of each lane; -infinity: from the first entry, infinity: after the last
-- one. No tenant sees the lanes.
create or replace function begin_audit_stream() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  delete from audit_stream_cursors where stream_id = new.id;
  update audit_streams set anchor_number = coalesce(
      (select max(a.number) from audit_anchors a where a.created_at < new.starts_at), 0)
    where id = new.id;
  if new.starts_at > '-infinity' then
    insert into audit_stream_cursors (stream_id, chain, lane, position)
    select new.id, h.chain, h.lane, coalesce(s.first - 1, h.position)
    from audit_heads h
    left join (
      select s.chain, s.lane, min(s.position) as first
      from audit_log a join audit_seals s on s.audit_id = a.id
      where a.created_at >= new.starts_at and (new.organization_id is null or a.organization_id = new.organization_id)
      group by s.chain, s.lane) s using (chain, lane)
    where new.organization_id is null or h.chain = new.organization_id::text;
  end if;
  return null;
end $$;
create or replace trigger audit_streams_begin after insert or update of starts_at on audit_streams
  for each row execute function begin_audit_stream();

-- How many entries of the log a stream was not sent yet, and when the oldest of them was written. A tenant asks of its own
-- alone.
create or replace function audit_stream_lag(stream uuid, out waiting bigint, out oldest_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(l.head - l.told), 0)::bigint, min(a.created_at)
  from (
    select h.chain, h.lane, h.position as head, coalesce(c.position, 0) as told
    from audit_streams e
    join audit_heads h on e.organization_id is null or h.chain = e.organization_id::text
    left join audit_stream_cursors c on c.stream_id = e.id and c.chain = h.chain and c.lane = h.lane
    where e.id = stream and h.position > coalesce(c.position, 0)
      and (current_setting('role') <> 'atalaya_tenant' or e.organization_id = current_organization_id())) l
  left join audit_seals s on s.chain = l.chain and s.lane = l.lane and s.position = l.told + 1
  left join audit_log a on a.id = s.audit_id
$$;
revoke execute on function audit_stream_lag from public;
grant execute on function audit_stream_lag to atalaya_tenant, atalaya_system;
