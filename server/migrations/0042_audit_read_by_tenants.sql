-- compatible
-- An organization reads in the audit log what was done to it, of people of the system by their name alone, and nothing
-- of internal notes. Entries are never written anew, so those that are there already are read by the same rule.

-- What the author was when it was written; null: written by an earlier version, or by nobody who is signed in. Sealed
-- with the row; rows without it keep the hashes they have.
alter table audit_log add column actor_role text;
create or replace function audit_content(head audit_heads, entry audit_log) returns bytea language sql immutable as $$
  select convert_to((jsonb_build_array(head.chain, head.lane, head.position, entry.id, entry.organization_id,
    entry.actor_profile_id, entry.actor_email, entry.action, entry.object_type, entry.object_id, entry.before,
    entry.after, entry.ip_address, entry.user_agent, entry.request_id,
    (extract(epoch from entry.created_at) * 1000000)::bigint)
    || case when entry.api_key_id is null then '[]'::jsonb else jsonb_build_array(entry.api_key_id) end
    || case when entry.actor_role is null then '[]'::jsonb
      else jsonb_build_array(jsonb_build_object('actor_role', entry.actor_role)) end)::text, 'UTF8')
$$;

-- A restrictive policy binds every role that belongs to the one that it names. The owner of the tables does: backups are
-- made, and entries sealed, by it, and it must see every row. What narrows the view of tenants says so itself.
create function is_tenant() returns boolean language sql stable parallel safe as $$
  select current_user = 'atalaya_tenant'
$$;
alter policy public_only on ticket_messages
  using (not is_tenant() or visibility = 'public') with check (not is_tenant() or visibility = 'public');
alter policy with_its_message on ticket_attachments
  using (not is_tenant() or message_id is null or exists (
    select from ticket_messages m
    where m.organization_id = ticket_attachments.organization_id and m.ticket_id = ticket_attachments.ticket_id
      and m.id = ticket_attachments.message_id));
alter policy unsent_changes on ticket_attachments using (not is_tenant() or ticket_id is null);
alter policy unsent_goes on ticket_attachments using (not is_tenant() or ticket_id is null);
alter policy without_internal on data_exports
  using (not is_tenant() or not internal) with check (not is_tenant() or not internal);

create policy no_notes on audit_log as restrictive for select to atalaya_tenant
  using (not is_tenant() or action <> 'ticket.noted');

-- Whether an entry was made by somebody of the system. Where the entry does not say it, that is whoever is a
-- super_admin now, and whoever is not known any more.
create function is_of_the_system(person uuid, role text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select person is not null and coalesce(is_of_the_system.role = 'super_admin',
    not exists (select from profiles p where p.id = person and p.role <> 'super_admin'))
$$;
-- The name of a super_admin, also of one who is inactive or in the bin.
create function name_of_super_admin(person uuid) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select p.first_name || ' ' || p.last_name from profiles p where p.id = person and p.role = 'super_admin'
$$;
revoke execute on function is_of_the_system, name_of_super_admin from public;
grant execute on function is_of_the_system, name_of_super_admin to atalaya_tenant, atalaya_system;

-- The audit log as its reader may see it: the rows by the policies of the table, and what is told of authors.
create view audit_entries with (security_invoker = true) as
  select a.id, a.created_at, a.organization_id, a.actor_profile_id,
    case when not of.hidden then a.actor_email end as actor_email,
    nullif(trim(coalesce(
      (select p.first_name || ' ' || p.last_name from profiles p where p.id = a.actor_profile_id),
      name_of_super_admin(a.actor_profile_id))), '') as actor_name,
    a.action, a.object_type, a.object_id, a.before, a.after,
    case when not of.hidden then a.ip_address end as ip_address,
    case when not of.hidden then a.user_agent end as user_agent,
    a.request_id,
    case when not of.hidden then a.api_key_id end as api_key_id
  from audit_log a
  cross join lateral (
    select is_tenant() and is_of_the_system(a.actor_profile_id, a.actor_role) as hidden) of;
grant select on audit_entries to atalaya_tenant, atalaya_system;
