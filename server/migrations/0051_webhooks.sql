-- Webhooks: what happens, told to addresses that an organization names. The outbox is the audit log: it is written in the
-- transaction of each change and sealed at its commit, in lanes without gaps, of which each endpoint keeps how far it is.
-- compatible
-- allow code: it closes tables that this migration makes
-- allow rights: of a table that this migration makes

-- Drawn as an entry is sealed, while its transaction holds the rows that it has changed: of two changes of one object the
-- later has the higher one. Entries from before have none, and go by their microseconds, which are fewer.
create sequence audit_order as bigint start with 4000000000000000;
alter table audit_seals add column ordinal bigint;

create table webhook_endpoints (
  id uuid primary key default uuid_v7(),
  -- null: of the whole system.
  organization_id uuid references organizations (id) on delete cascade,
  url text not null check (length(url) between 1 and 2000),
  description text not null check (length(description) <= 200),
  -- Events of these nouns; null: all.
  nouns text[],
  payload text not null check (payload in ('thin', 'full')),
  is_on boolean not null default true,
  -- Why it is off: by a person, since the receiver answered that it is gone, or since it failed for days.
  off_reason text check (off_reason in ('paused', 'gone', 'failing')),
  sealed_secret bytea not null check (length(sealed_secret) <= 200),
  -- The one before, which is signed with too until then.
  former_secret bytea check (length(former_secret) <= 200),
  former_until timestamptz,
  failing_since timestamptz,
  -- Everything since a moment is sent again: after this entry, up to those of this moment.
  replay_from timestamptz,
  replay_id uuid,
  replay_until timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (is_on = (off_reason is null)),
  check ((former_secret is null) = (former_until is null))
);
create index webhook_endpoints_organization on webhook_endpoints (organization_id);
select enable_tenant_rls('webhook_endpoints');

-- Up to where of a lane of the audit log an endpoint has its deliveries; a lane without a row: from its start.
create table webhook_cursors (
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  chain text not null,
  lane smallint not null,
  position bigint not null,
  primary key (endpoint_id, chain, lane)
);
alter table webhook_cursors enable row level security;
alter table webhook_cursors force row level security;
create policy system on webhook_cursors to atalaya_system using (true) with check (true);
grant select, insert, update, delete on webhook_cursors to atalaya_system;

-- An event for an endpoint: once, however often it is sent.
create table webhook_deliveries (
  id uuid primary key default uuid_v7(),
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  organization_id uuid,
  -- The entry of the audit log; of a test its own.
  event_id uuid not null,
  event_type text not null check (length(event_type) <= 80),
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts smallint not null default 0,
  -- The next try; while one is under way, when another process may begin one.
  due_at timestamptz not null default now(),
  attempted_at timestamptz,
  duration_ms integer,
  status smallint,
  problem text check (problem in ('address', 'secret', 'timeout', 'connection', 'certificate', 'redirect', 'gone', 'status')),
  answer text check (length(answer) <= 4000),
  created_at timestamptz not null default now(),
  unique (endpoint_id, event_id)
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at, id) where state = 'waiting';
create index webhook_deliveries_page on webhook_deliveries (endpoint_id, id);
create index webhook_deliveries_old on webhook_deliveries (created_at);
select enable_tenant_rls('webhook_deliveries');
