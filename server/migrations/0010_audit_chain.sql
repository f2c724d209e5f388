-- Every row of the audit log is sealed at commit: its hash covers its content and the hash of the row before it, so that
-- a row edited, deleted or moved later no longer fits (docs/decisions/0005-audit-chain.md). `npm run verify-audit` checks.
create table audit_seals (
  audit_id uuid primary key,
  -- The organization's id, or 'system'.
  chain text not null,
  -- Transactions of one chain that commit at the same time seal in lanes of their own, and never wait for each other.
  lane smallint not null,
  position bigint not null,
  hash bytea not null,
  unique (chain, lane, position)
);
-- Where each lane ends, outside the rows: a tail that is cut off is missed.
create table audit_heads (
  chain text not null,
  lane smallint not null,
  position bigint not null,
  hash bytea not null,
  primary key (chain, lane)
);
create trigger audit_seals_append_only before update or delete on audit_seals
  for each row execute function refuse_audit_change();
create trigger audit_seals_no_truncate before truncate on audit_seals
  for each statement execute function refuse_audit_change();
create trigger audit_heads_not_deleted before delete on audit_heads
  for each row execute function refuse_audit_change();
create trigger audit_heads_no_truncate before truncate on audit_heads
  for each statement execute function refuse_audit_change();
-- Written by the functions below alone, whose owner belongs to atalaya_system: that role may read, and no more.
alter table audit_seals enable row level security;
alter table audit_seals force row level security;
create policy system on audit_seals to atalaya_system using (true) with check (true);
grant select on audit_seals to atalaya_system;
alter table audit_heads enable row level security;
alter table audit_heads force row level security;
create policy system on audit_heads to atalaya_system using (true) with check (true);
grant select on audit_heads to atalaya_system;

-- What a hash covers, as text that does not depend on settings: instants are microseconds.
create function audit_content(head audit_heads, entry audit_log) returns bytea language sql immutable as $$
  select convert_to(jsonb_build_array(head.chain, head.lane, head.position, entry.id, entry.organization_id,
    entry.actor_profile_id, entry.actor_email, entry.action, entry.object_type, entry.object_id, entry.before,
    entry.after, entry.ip_address, entry.user_agent, entry.request_id,
    (extract(epoch from entry.created_at) * 1000000)::bigint)::text, 'UTF8')
$$;

-- The first lane of eight that no other transaction holds; all are held but for moments. Chains are taken in one order,
-- and whoever waits holds earlier ones only, so that nobody waits in a circle.
create function own_audit_lane(chain text) returns smallint language plpgsql as $$
begin
  for lane in 0..7 loop
    if pg_try_advisory_xact_lock(hashtextextended('audit ' || chain, lane)) then
      return lane;
    end if;
  end loop;
  perform pg_advisory_xact_lock(hashtextextended('audit ' || chain, pg_backend_pid() % 8));
  return pg_backend_pid() % 8;
end $$;

-- The first row of a transaction seals all of that transaction: they are newer than its start, and, being its own, the
-- only ones it sees without a seal. The plan is held to the two primary keys, whatever the statistics say.
create function seal_audit_rows() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  entry audit_log;
  head audit_heads;
  started uuid := (encode(substring(int8send(floor(extract(epoch from now()) * 1000)::bigint) from 3), 'hex')
    || '00000000000000000000')::uuid;
begin
  if exists (select from audit_seals where audit_id = new.id) then
    return null;
  end if;
  for entry in
    select a.* from audit_log a
    where a.id >= least(started, new.id) and not exists (select from audit_seals s where s.audit_id = a.id)
    order by coalesce(a.organization_id::text, 'system'), a.id
  loop
    if head.chain is distinct from coalesce(entry.organization_id::text, 'system') then
      if head.chain is not null then
        update audit_heads h set position = head.position, hash = head.hash
          where h.chain = head.chain and h.lane = head.lane;
      end if;
      head.chain := coalesce(entry.organization_id::text, 'system');
      head.lane := own_audit_lane(head.chain);
      select h.position, h.hash into head.position, head.hash
        from audit_heads h where h.chain = head.chain and h.lane = head.lane;
      if not found then
        head.position := 0;
        head.hash := '';
        insert into audit_heads (chain, lane, position, hash) values (head.chain, head.lane, 0, '');
      end if;
    end if;
    head.position := head.position + 1;
    head.hash := sha256(head.hash || audit_content(head, entry));
    insert into audit_seals (audit_id, chain, lane, position, hash)
      values (entry.id, head.chain, head.lane, head.position, head.hash);
  end loop;
  update audit_heads h set position = head.position, hash = head.hash
    where h.chain = head.chain and h.lane = head.lane;
  return null;
end $$;

-- What was written before, in the order in which it was written.
do $$
declare
  entry audit_log;
  head audit_heads;
begin
  for entry in select a.* from audit_log a order by coalesce(a.organization_id::text, 'system'), a.created_at, a.id loop
    if head.chain is distinct from coalesce(entry.organization_id::text, 'system') then
      if head.chain is not null then
        insert into audit_heads select head.*;
      end if;
      head := row(coalesce(entry.organization_id::text, 'system'), 0, 0, '');
    end if;
    head.position := head.position + 1;
    head.hash := sha256(head.hash || audit_content(head, entry));
    insert into audit_seals (audit_id, chain, lane, position, hash)
      values (entry.id, head.chain, head.lane, head.position, head.hash);
  end loop;
  if head.chain is not null then
    insert into audit_heads select head.*;
  end if;
end $$;

-- At commit: after every other lock of the transaction, and for moments only.
create constraint trigger audit_log_sealed after insert on audit_log
  deferrable initially deferred for each row execute function seal_audit_rows();

-- The screen: everybody's, and one person's. One organization's and one object's have theirs already.
create index audit_log_newest on audit_log (created_at desc, id desc);
create index audit_log_actor on audit_log (actor_profile_id, created_at desc, id desc);
