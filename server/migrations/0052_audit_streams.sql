-- Streams: the audit log, copied to sinks outside as it grows. Each keeps how far of every lane it was sent, and moves on
-- once its sink has taken what was sent.
-- compatible
-- allow generated: in a table that this migration makes
-- allow code: it closes tables that this migration makes
-- allow rights: of a table that this migration makes

-- Where each chain of the log ended, signed by the installation: who holds one can tell later whether the log was
-- rewritten.
create table audit_anchors (
  id uuid primary key default uuid_v7(),
  -- In the order of their commits.
  number bigint generated always as identity unique,
  chain text not null,
  -- Whose chain it is; null: the system's.
  organization_id uuid,
  -- Of the chain, in all of its lanes.
  entries bigint not null,
  content text not null,
  created_at timestamptz not null default now()
);
create index audit_anchors_chain on audit_anchors (chain, number);
create index audit_anchors_organization on audit_anchors (organization_id, number);
select enable_tenant_rls('audit_anchors');
revoke insert, update, delete, truncate on audit_anchors from atalaya_tenant;
revoke update, delete, truncate on audit_anchors from atalaya_system;

create table audit_streams (
  id uuid primary key default uuid_v7(),
  -- null: of the whole system.
  organization_id uuid references organizations (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  -- Its kind, its address, and what else a sink of that kind wants to know.
  sink jsonb not null,
  -- What is secret of it, and its names.
  sealed_secrets bytea not null,
  secrets text[] not null,
  shape text not null check (shape in ('plain', 'ocsf')),
  is_on boolean not null default true,
  -- From where it began, the last time: -infinity is the beginning of the log, infinity that moment.
  starts_at timestamptz not null,
  -- Since when it has been sending without a person's stop: what was written before is no lag.
  begun_at timestamptz not null default now(),
  -- The next try; while one is under way, when another process may begin one.
  due_at timestamptz not null default now(),
  -- Of the process that sends: one that was overtaken keeps nothing.
  turn integer not null default 0,
  attempts integer not null default 0,
  -- Entries of one batch: fewer while the sink refuses more.
  batch_max integer not null default 500,
  failing_since timestamptz,
  problem text check (problem in ('address', 'secret', 'timeout', 'connection', 'certificate', 'redirect', 'status', 'refused')),
  status smallint,
  answer text check (length(answer) <= 1000),
  -- The entry that the sink never takes, and one that a person has had left out, until it is behind.
  refused_id uuid,
  passed_over_id uuid,
  -- The last anchor that it has taken.
  anchor_number bigint not null default 0,
  sent_at timestamptz,
  alarmed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index audit_streams_organization on audit_streams (organization_id);
select enable_tenant_rls('audit_streams');

-- Up to where of a lane of the audit log a sink has taken it; a lane without a row: nothing of it.
create table audit_stream_cursors (
  stream_id uuid not null references audit_streams (id) on delete cascade,
  chain text not null,
  lane smallint not null,
  position bigint not null,
  primary key (stream_id, chain, lane)
);
alter table audit_stream_cursors enable row level security;
alter table audit_stream_cursors force row level security;
create policy system on audit_stream_cursors to atalaya_system using (true) with check (true);
grant select, insert, update, delete on audit_stream_cursors to atalaya_system;

-- What was sent, each try; the newest of a stream are kept.
create table audit_stream_batches (
  id uuid primary key default uuid_v7(),
  stream_id uuid not null references audit_streams (id) on delete cascade,
  organization_id uuid,
  records integer not null,
  bytes integer not null,
  first_id uuid,
  last_id uuid,
  problem text check (problem in ('address', 'secret', 'timeout', 'connection', 'certificate', 'redirect', 'status', 'refused')),
  status smallint,
  answer text check (length(answer) <= 1000),
  duration_ms integer not null,
  created_at timestamptz not null default now()
);
create index audit_stream_batches_page on audit_stream_batches (stream_id, id);
select enable_tenant_rls('audit_stream_batches');
