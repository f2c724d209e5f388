-- after: users
-- The audit log: written once, sealed at commit (docs/decisions/0005-audit-chain.md), and read as its reader may see it.

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;
create or replace trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();
create or replace trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_audit_change();
create or replace trigger audit_seals_append_only before update or delete on audit_seals
  for each row execute function refuse_audit_change();
create or replace trigger audit_seals_no_truncate before truncate on audit_seals
  for each statement execute function refuse_audit_change();
create or replace trigger audit_anchors_append_only before update or delete on audit_anchors
  for each row execute function refuse_audit_change();
create or replace trigger audit_anchors_no_truncate before truncate on audit_anchors
  for each statement execute function refuse_audit_change();
create or replace trigger audit_heads_not_deleted before delete on audit_heads
  for each row execute function refuse_audit_change();
create or replace trigger audit_heads_no_truncate before truncate on audit_heads
  for each statement execute function refuse_audit_change();

-- What a hash covers, as text that does not depend on settings: instants are microseconds. Rows that have no API key, no
-- role of their author, or that lead their request, keep the hashes that they had before there were these columns.
create or replace function audit_content(head audit_heads, entry audit_log) returns bytea language sql immutable as $$
  select convert_to((jsonb_build_array(head.chain, head.lane, head.position, entry.id, entry.organization_id,
    entry.actor_profile_id, entry.actor_email, entry.action, entry.object_type, entry.object_id, entry.before,
    entry.after, entry.ip_address, entry.user_agent, entry.request_id,
    (extract(epoch from entry.created_at) * 1000000)::bigint)
    || case when entry.api_key_id is null then '[]'::jsonb else jsonb_build_array(entry.api_key_id) end
    || case when entry.actor_role is null then '[]'::jsonb
      else jsonb_build_array(jsonb_build_object('actor_role', entry.actor_role)) end
    || case when entry.part_for is null then '[]'::jsonb
      else jsonb_build_array(jsonb_build_object('part_for', entry.part_for)) end)::text, 'UTF8')
$$;

-- The first lane of eight that no other transaction holds; all are held but for moments. Chains are taken in one order,
-- and a transaction that waits holds earlier ones only, so that no two wait for each other.
create or replace function own_audit_lane(chain text) returns smallint language plpgsql as $$
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
-- only ones it sees without a seal. The plan is held to the two primary keys, even where the statistics speak for another. An entry without
-- a seal is found by a subquery: "not exists" was planned as a join, which for a log that is empty by the statistics reads
-- every seal for every entry; and a connection keeps that plan while the log grows.
create or replace function seal_audit_rows() returns trigger language plpgsql security definer
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
    where a.id >= least(started, new.id) and (select s.audit_id from audit_seals s where s.audit_id = a.id) is null
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
    insert into audit_seals (audit_id, chain, lane, position, hash, ordinal)
      values (entry.id, head.chain, head.lane, head.position, head.hash, nextval('audit_order'));
  end loop;
  update audit_heads h set position = head.position, hash = head.hash
    where h.chain = head.chain and h.lane = head.lane;
  return null;
end $$;

-- At commit: after every other lock of the transaction, and for moments only.
drop trigger if exists audit_log_sealed on audit_log;
create constraint trigger audit_log_sealed after insert on audit_log
  deferrable initially deferred for each row execute function seal_audit_rows();

-- Whether an entry was made by a person of the system. Where the entry does not say it, that is who is a super_admin now,
-- and who is not known any more.
create or replace function is_of_the_system(person uuid, role text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select person is not null and coalesce(is_of_the_system.role = 'super_admin',
    not exists (select from profiles p where p.id = person and p.role <> 'super_admin'))
$$;

-- The name of a super_admin, also of one who is inactive or in the bin.
create or replace function name_of_super_admin(person uuid) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select full_name(p.first_name, p.last_name) from profiles p where p.id = person and p.role = 'super_admin'
$$;
revoke execute on function is_of_the_system, name_of_super_admin from public;
grant execute on function is_of_the_system, name_of_super_admin to atalaya_tenant, atalaya_system;

-- The audit log as its reader may see it: the rows by the policies of the table, and what is told of authors.
create or replace view audit_entries with (security_invoker = true) as
  select a.id, a.created_at, a.organization_id, a.actor_profile_id,
    case when not of.hidden then a.actor_email end as actor_email,
    nullif(coalesce(
      (select full_name(p.first_name, p.last_name) from profiles p where p.id = a.actor_profile_id),
      name_of_super_admin(a.actor_profile_id)), '') as actor_name,
    a.action, a.object_type, a.object_id, a.before, a.after,
    case when not of.hidden then a.ip_address end as ip_address,
    case when not of.hidden then a.user_agent end as user_agent,
    a.request_id,
    case when not of.hidden then a.api_key_id end as api_key_id,
    a.part_for
  from audit_log a
  cross join lateral (
    select is_tenant() and is_of_the_system(a.actor_profile_id, a.actor_role) as hidden) of;
grant select on audit_entries to atalaya_tenant, atalaya_system;
