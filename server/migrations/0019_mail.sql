-- Mails that wait to leave. One that has left, or is not needed any more, is deleted. Only the owner reads it: the
-- doors' roles put mails into it by queue_mails() (server/sql/mail.sql), in the transaction of what the mail is about.

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
  -- Goes to an address that is not proven: it takes a share of the organization's budget.
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
