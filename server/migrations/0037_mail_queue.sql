-- Mails that wait to leave. One that has left, or that nobody needs any more, is deleted. Only the owner reads it: the
-- doors' roles put mails into it by the function below, in the transaction of what the mail is about.
create schema mail;
create table mail.queue (
  -- Also its Message-ID, which every attempt carries.
  id uuid primary key,
  -- Security mails (links and notices of one's own account) never wait behind the rest.
  lane text not null check (lane in ('security', 'bulk')),
  -- Who causes it: lanes are served round robin by organization. The nil uuid: no organization.
  organization_id uuid not null,
  recipient text not null,
  -- Subject and headers, and the sealed rest; null where `composer` writes it of `about` when it leaves.
  message jsonb,
  composer text,
  about uuid,
  -- Whom it gives access to: where that person has lost it, it does not leave.
  gives_access_to uuid,
  -- Goes to an address that nobody has proven: it takes a share of the organization's budget.
  to_stranger boolean not null default false,
  attempts integer not null default 0,
  -- A worker that takes it moves this forward, so that another one takes it where the first dies.
  due_at timestamptz not null default now(),
  -- Until when it waits for the organization's budget of mails to strangers; null: it does not.
  held_until timestamptz,
  -- Whether it has had its share of that budget.
  is_budgeted boolean not null default false,
  created_at timestamptz not null default now(),
  check ((message is null) = (composer is not null and about is not null)),
  -- One mail per thing: sending it again replaces the one that waits.
  unique (composer, about)
);
create index queue_turns on mail.queue (lane, organization_id, due_at, id) where held_until is null;
create index queue_held on mail.queue (held_until) where held_until is not null;

-- Puts mails into the queue. `at_seconds`: not before so long from now, by the clock of the database.
create function queue_mails(mails jsonb, at_seconds double precision) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into mail.queue (id, lane, organization_id, recipient, message, composer, about, to_stranger,
    gives_access_to, due_at)
  select m.id, m.lane, coalesce(m.organization_id, '00000000-0000-0000-0000-000000000000'), m.recipient,
    m.message, m.composer, m.about, coalesce(m.to_stranger, false), m.gives_access_to, now() + make_interval(secs => at_seconds)
  from jsonb_to_recordset(mails) as m (id uuid, lane text, organization_id uuid, recipient text, message jsonb,
    composer text, about uuid, to_stranger boolean, gives_access_to uuid)
  on conflict (composer, about) do update set id = excluded.id, organization_id = excluded.organization_id,
    recipient = excluded.recipient, to_stranger = excluded.to_stranger, due_at = excluded.due_at, attempts = 0, is_budgeted = false, held_until = null,
    created_at = now()
$$;
revoke execute on function queue_mails from public;
grant execute on function queue_mails to atalaya_tenant, atalaya_system;

-- Whether the mail that a composer writes of something waits for the budget; who asks knows what it is about.
create function mail_waits(asked_composer text, asked_about uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from mail.queue
    where composer = asked_composer and about = asked_about and held_until is not null)
$$;
revoke execute on function mail_waits from public;
grant execute on function mail_waits to atalaya_tenant, atalaya_system;
