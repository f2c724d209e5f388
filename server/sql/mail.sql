-- Puts mails into the queue. `at_seconds`: not before so long from now, by the clock of the database. A mail of no
-- organization may be queued by every tenant, one of another organization by none.
create or replace function queue_mails(mails jsonb, at_seconds double precision) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if current_setting('role') = 'atalaya_tenant' and exists (
    select from jsonb_to_recordset(mails) as m (organization_id uuid)
    where m.organization_id <> coalesce(public.current_organization_id(), '00000000-0000-0000-0000-000000000000')
  ) then
    raise exception 'a tenant mails nothing for another organization' using errcode = 'check_violation';
  end if;
  insert into mail.queue as q (id, lane, organization_id, recipient, message, composer, about, to_stranger,
    gives_access_to, due_at)
  select m.id, m.lane, coalesce(m.organization_id, '00000000-0000-0000-0000-000000000000'), m.recipient,
    m.message, m.composer, m.about, coalesce(m.to_stranger, false), m.gives_access_to, now() + make_interval(secs => at_seconds)
  from jsonb_to_recordset(mails) as m (id uuid, lane text, organization_id uuid, recipient text, message jsonb,
    composer text, about uuid, to_stranger boolean, gives_access_to uuid)
  on conflict (composer, about) do update set id = excluded.id, organization_id = excluded.organization_id,
    recipient = excluded.recipient, to_stranger = excluded.to_stranger, due_at = excluded.due_at, attempts = 0, is_budgeted = false, held_until = null,
    created_at = now()
  where current_setting('role') <> 'atalaya_tenant' or q.organization_id = excluded.organization_id;
end $$;
revoke execute on function queue_mails from public;
grant execute on function queue_mails to atalaya_tenant, atalaya_system;

-- Whether the mail that a composer writes of something waits for the budget; who asks knows what it is about.
create or replace function mail_waits(asked_composer text, asked_about uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from mail.queue
    where composer = asked_composer and about = asked_about and held_until is not null
      and (current_setting('role') <> 'atalaya_tenant' or organization_id = public.current_organization_id()))
$$;
revoke execute on function mail_waits from public;
grant execute on function mail_waits to atalaya_tenant, atalaya_system;
