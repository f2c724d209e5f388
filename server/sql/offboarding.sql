-- after: invitations
-- What people hold and what an offboarding ends of it. An admin does it for their own organization: most of these tables
-- are closed to tenants, and of sessions, keys and factors they read no more than is told here.
--
-- Their plans are held: what a few people have is looked up by indexes, person by person (`offset 0` keeps the planner from
-- turning that around). Left alone, it read all sessions, tickets and notifications of all people for one person, and planned
-- anew for each list of people, which took longer than the rest.

-- Whether the transaction may touch what is of an organization: a tenant of its own alone. Who has come from another one
-- may still hold something there.
create or replace function within_reach(organization uuid) returns boolean language sql stable as $$
  select current_setting('role') <> 'atalaya_tenant' or coalesce(organization = public.current_organization_id(), false)
$$;

-- Those of these people whom the transaction may offboard.
create or replace function leaving_people(people uuid[]) returns setof profiles
language sql stable rows 10 set search_path = public, pg_temp as $$
  select p.* from profiles p
  where p.id = any(people) and p.deleted_at is null and within_reach(p.organization_id)
$$;
revoke execute on function leaving_people from public;

-- Mails to these people that have not left: those that are written already, that give them access, and that are written
-- of themselves when they leave. What others invite their address to is theirs to decide. Each way has its index.
create or replace function waiting_mails(people uuid[])
returns table (profile_id uuid, id uuid, created_at timestamptz)
language sql stable rows 10 set search_path = public, pg_temp as $$
  with p as (select id, user_id, email from leaving_people(people)),
    found as (
      select p.id as profile_id, m.id from p cross join lateral (
        select q.id from mail.queue q where q.gives_access_to = p.id offset 0) m
      union select p.id, m.id from p cross join lateral (
        select q.id from mail.queue q where q.about = p.id or q.about = p.user_id offset 0) m
      union select p.id, m.id from p cross join lateral (
        select q.id from mail.queue q where q.recipient = p.email and q.composer is null offset 0) m)
  select found.profile_id, q.id, q.created_at from found join mail.queue q on q.id = found.id
  where q.organization_id = '00000000-0000-0000-0000-000000000000' or within_reach(q.organization_id)
$$;
revoke execute on function waiting_mails from public;

-- One row for each thing, or for all of a kind that has no names. `name` of a session and a browser is its user agent.
create or replace function held_by(people uuid[])
returns table (profile_id uuid, kind text, id uuid, name text, since timestamptz, things integer)
language sql stable security definer set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_bitmapscan = on
as $$
  with p as (select id, user_id, email from leaving_people(people))
  select p.id, 'session', s."id", s."userAgent", s."createdAt", 1
    from p join auth."session" s on s."userId" = p.user_id where s."expiresAt" > now()
  union all
  select p.id, 'trusted_browser', d.id, d.user_agent, d.created_at, 1
    from p join auth.trusted_device d on d.user_id = p.user_id where d.expires_at > now()
  union all
  select p.id, 'api_key', k.id, k.name || ' (' || coalesce(k.assistant_host, k.prefix || '…') || ')', k.created_at, 1
    from p join api_keys k on k.profile_id = p.id where k.revoked_at is null and k.expires_at > now()
  union all
  select p.id, 'password', null, null, a."updatedAt", 1
    from p join auth."account" a on a."userId" = p.user_id where a."password" is not null
  union all
  select p.id, 'authenticator_app', null, null, f.confirmed_at, 1
    from p join auth.two_factor f on f.user_id = p.user_id where f.confirmed_at is not null
  union all
  select p.id, 'recovery_code', null, null, min(c.created_at), count(*)::int
    from p join auth.recovery_code c on c.user_id = p.user_id group by p.id
  union all
  select p.id, 'passkey', k.id, k.name, k.created_at, 1 from p join auth.passkey k on k.user_id = p.user_id
  union all
  select p.id, 'provider', i.id, i.provider || coalesce(' (' || i.email || ')', ''), i.created_at, 1
    from p join auth.identity i on i.user_id = p.user_id
  union all
  select p.id, 'access_link', l.id, null, l.created_at, 1
    from p cross join lateral (
      select * from auth.mailed_link l where l.user_id = p.user_id or l.profile_id = p.id offset 0) l
    where l.used_at is null and l.expires_at > now()
  union all
  select p.id, 'ticket', t.id, '#' || t.number || ' ' || t.title, t.created_at, 1
    from p cross join lateral (
      select * from tickets t where t.assigned_to = p.id and t.status in ('open', 'in_progress') and t.deleted_at is null
      offset 0) t
    where within_reach(t.organization_id)
  union all
  select p.id, 'invitation', i.id, i.email, i.created_at, 1
    from p cross join lateral (select * from open_invitations i where i.invited_by = p.id offset 0) i
    where within_reach(i.organization_id)
  union all
  select p.id, 'transfer', t.id, t.file_name, t.created_at, 1
    from p join transfers t on t.created_by = p.id
    where within_reach(t.organization_id) and t.expires_at > now() and (t.state in ('queued', 'running')
      or t.state = 'done' and (t.kind = 'export' or t.kind = 'import' and t.step <> 'apply'))
  union all
  select p.id, 'data_export', e.id, o.name, e.created_at, 1
    from p join data_exports e on e.created_by = p.id join organizations o on o.id = e.organization_id
    where within_reach(e.organization_id) and e.expires_at > now() and e.state in ('queued', 'running', 'done')
  union all
  select p.id, 'notification_preference', null, n.event, n.created_at, 1
    from p join notification_preferences n on n.profile_id = p.id
  union all
  select p.id, 'notification', null, null, min(n.created_at), count(*)::int
    from p cross join lateral (
      select * from notifications n where n.profile_id = p.id and n.read_at is null offset 0) n
    where n.organization_id is null or within_reach(n.organization_id) group by p.id
  union all
  select m.profile_id, 'mail', null, null, min(m.created_at), count(*)::int
    from waiting_mails(people) m group by m.profile_id
$$;
revoke execute on function held_by from public;
grant execute on function held_by to atalaya_tenant, atalaya_system;

-- How many of these accounts or people are whose.
create or replace function ended_of(what text, owners uuid[])
returns table (profile_id uuid, kind text, things integer)
language sql stable set search_path = public, pg_temp as $$
  select p.id, what, count(*)::int
  from unnest(owners) as owner join profiles p on p.id = owner or p.user_id = owner group by p.id
$$;
revoke execute on function ended_of from public;

-- Ends what lies in tables that are closed to tenants, and tells how much of each kind that was, with what was being made
-- at that moment. The people are locked. An account is locked before its factors, as wherever these change; its password,
-- factors and challenges before its sessions, since a sign-in that is being finished has one of them, and opens the session
-- then. A link that is being used waits for its person, and finds them inactive: it is not waited for.
create or replace function end_held(people uuid[]) returns table (profile_id uuid, kind text, things integer)
language plpgsql security definer set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_bitmapscan = on
as $$
declare
  leaving uuid[] := array(select p.id from leaving_people(people) p order by p.id);
  accounts uuid[] := array(
    select p.user_id from leaving_people(people) p where p.user_id is not null order by p.user_id);
begin
  if cardinality(leaving) <> cardinality(array(select distinct unnest(people))) then
    raise exception 'nothing is ended of people out of reach' using errcode = 'check_violation';
  end if;
  perform 1 from auth."user" u where u."id" = any(accounts) order by u."id" for no key update;
  return query with gone as (
    update auth."account" a set "password" = null, "updatedAt" = now()
    where a."userId" = any(accounts) and a."password" is not null returning a."userId" as account)
    select * from ended_of('password', array(select account from gone));
  -- Before the factors, with which they go.
  return query with gone as (
    delete from auth.trusted_device d where d.user_id = any(accounts) returning d.user_id, d.expires_at)
    select * from ended_of('trusted_browser', array(select user_id from gone where expires_at > now()));
  return query with gone as (
    delete from auth.recovery_code c where c.user_id = any(accounts) returning c.user_id)
    select * from ended_of('recovery_code', array(select user_id from gone));
  return query with gone as (
    delete from auth.two_factor f where f.user_id = any(accounts) returning f.user_id, f.confirmed_at)
    select * from ended_of('authenticator_app', array(select user_id from gone where confirmed_at is not null));
  return query with gone as (delete from auth.passkey k where k.user_id = any(accounts) returning k.user_id)
    select * from ended_of('passkey', array(select user_id from gone));
  return query with gone as (delete from auth.identity i where i.user_id = any(accounts) returning i.user_id)
    select * from ended_of('provider', array(select user_id from gone));
  return query with gone as (
    delete from auth.mailed_link m where m.id in (
      select l.id from auth.mailed_link l
      where l.used_at is null and (l.user_id = any(accounts) or l.profile_id = any(leaving)) for update skip locked)
    returning coalesce(m.user_id, m.profile_id) as owner, m.expires_at)
    select * from ended_of('access_link', array(select owner from gone where expires_at > now()));
  delete from auth.sign_in_challenge c where c.user_id = any(accounts);
  delete from auth.passkey_challenge c where c.user_id = any(accounts);
  return query with gone as (
    delete from auth."session" s where s."userId" = any(accounts)
    returning s."userId" as account, s."expiresAt" as until)
    select * from ended_of('session', array(select account from gone where until > now()));
  return query with gone as (
    delete from notification_preferences n where n.profile_id = any(leaving) returning n.profile_id as owner)
    select * from ended_of('notification_preference', array(select owner from gone));
  return query with gone as (
    delete from notifications n where n.profile_id = any(leaving) and n.read_at is null
      and (n.organization_id is null or within_reach(n.organization_id)) returning n.profile_id as owner)
    select * from ended_of('notification', array(select owner from gone));
  return query with gone as (
    delete from mail.queue q using waiting_mails(leaving) m where q.id = m.id returning m.profile_id as owner)
    select * from ended_of('mail', array(select owner from gone));
end $$;
revoke execute on function end_held from public;
grant execute on function end_held to atalaya_tenant, atalaya_system;

-- Stops the imports, exports and bulk changes of people, and takes away the files that they could still download. What
-- takes an import or a change back is locked before it, as by a batch of an import.
create or replace function end_transfers_of(people uuid[]) returns table (profile_id uuid, kind text, things integer)
language plpgsql security definer set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_bitmapscan = on
as $$
declare
  leaving uuid[] := array(select p.id from leaving_people(people) p order by p.id);
begin
  perform 1 from undos u where u.id in (select t.id from transfers t where t.created_by = any(leaving))
    order by u.id for no key update;
  return query with gone as (
    update transfers t
    set state = case when t.state in ('queued', 'running') then 'canceled' else t.state end,
      expires_at = case when t.kind = 'export' or t.kind = 'import' and t.step <> 'apply' then now()
        else t.expires_at end,
      updated_at = now()
    where t.created_by = any(leaving) and within_reach(t.organization_id) and t.expires_at > now()
      and (t.state in ('queued', 'running')
        or t.state = 'done' and (t.kind = 'export' or t.kind = 'import' and t.step <> 'apply'))
    returning t.created_by as owner)
    select * from ended_of('transfer', array(select owner from gone));
  update undos u set request_id = t.request #>> '{origin,request_id}'
  from transfers t where t.id = u.id and t.created_by = any(leaving) and within_reach(t.organization_id)
    and t.state = 'canceled' and u.request_id is null;
  return query with gone as (
    update data_exports e
    set state = case when e.state in ('queued', 'running') then 'canceled' else e.state end,
      expires_at = now(), updated_at = now()
    where e.created_by = any(leaving) and within_reach(e.organization_id) and e.expires_at > now()
      and e.state in ('queued', 'running', 'done')
    returning e.created_by as owner)
    select * from ended_of('data_export', array(select owner from gone));
end $$;
revoke execute on function end_transfers_of from public;
grant execute on function end_transfers_of to atalaya_tenant, atalaya_system;

-- The entries of the audit log that this very transaction has written and sealed, with their hashes.
create or replace function own_seals() returns table (audit_id uuid, action text, object_id uuid, hash bytea)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.id, a.action, a.object_id, s.hash
  from audit_log a join audit_seals s on s.audit_id = a.id
  where a.id >= (encode(substring(int8send(floor(extract(epoch from now()) * 1000)::bigint) from 3), 'hex')
      || '00000000000000000000')::uuid
    and a.xmin = pg_current_xact_id_if_assigned()::xid
  order by a.id
$$;
revoke execute on function own_seals from public;
grant execute on function own_seals to atalaya_tenant, atalaya_system;
