-- Who did what, when, to what: written in the transaction of the change, never changed afterwards, and sealed at commit.

create table audit_log (
  id uuid primary key default uuid_v7(),
  organization_id uuid,
  actor_profile_id uuid,
  actor_email text,
  action text not null check (length(action) <= 80),
  object_type text not null check (length(object_type) <= 40),
  object_id uuid,
  before jsonb,
  after jsonb,
  ip_address text,
  user_agent text,
  request_id text,
  created_at timestamptz not null default now(),
  -- Which key a change was made with.
  api_key_id uuid,
  -- What the author was when it was written; null: written by an earlier version, or without a session.
  actor_role text
);
create index audit_log_organization on audit_log (organization_id, created_at desc, id desc);
create index audit_log_object on audit_log (object_type, object_id, created_at desc);

-- The screen: everybody's, and one person's. One organization's and one object's have theirs already.
create index audit_log_newest on audit_log (created_at desc, id desc);
create index audit_log_actor on audit_log (actor_profile_id, created_at desc, id desc);

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

select enable_tenant_rls('audit_log');
revoke update, delete, truncate on audit_log from atalaya_tenant, atalaya_system;

-- An organization reads what was done to it, and nothing of internal notes.
create policy no_notes on audit_log as restrictive for select to atalaya_tenant
  using (not is_tenant() or action <> 'ticket.noted');

-- Written by the functions of server/sql/audit.sql alone, whose owner belongs to atalaya_system: that role may read, and no more.
alter table audit_seals enable row level security;
alter table audit_seals force row level security;
create policy system on audit_seals to atalaya_system using (true) with check (true);
grant select on audit_seals to atalaya_system;
alter table audit_heads enable row level security;
alter table audit_heads force row level security;
create policy system on audit_heads to atalaya_system using (true) with check (true);
grant select on audit_heads to atalaya_system;
