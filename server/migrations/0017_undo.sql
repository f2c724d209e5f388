-- What takes a change of one or many objects back, for 30 days: how each was before, and its version right after.

create table undos (
  id uuid primary key default uuid_v7(),
  -- Of the author of the change; null: of a super_admin.
  organization_id uuid references organizations (id) on delete cascade,
  resource text not null check (resource in ('users', 'organizations', 'tickets')),
  -- What the audit log calls the change, and in which request it was made: that is how an entry finds this.
  action text not null,
  request_id text,
  items integer not null default 0 check (items >= 0),
  created_by uuid references profiles (id) on delete set null,
  undone_at timestamptz,
  undone_by uuid references profiles (id) on delete set null,
  undone_request_id text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 days',
  -- Taking many objects back works in parts: who wants it, with the address, the browser and the request for the audit
  -- log, until it is over.
  begun_by uuid references profiles (id) on delete set null,
  begun_origin jsonb,
  -- As of transfers.
  api_key_id uuid
);
create index undos_organization on undos (organization_id, created_at);
create index undos_request on undos (request_id);
create index undos_undone_request on undos (undone_request_id) where undone_request_id is not null;
create index undos_expired on undos (expires_at);

create table undo_items (
  undo_id uuid not null references undos (id) on delete cascade,
  object_id uuid not null,
  -- As the undo's own.
  organization_id uuid,
  -- The columns that the change may touch; null: the change made the object.
  before jsonb,
  -- Its versions before and after; the latter follows it where a later change is undone.
  base integer not null,
  version integer not null,
  -- null: its turn is still to come; 'undone', or the code of what keeps it as it is.
  outcome text,
  name text,
  primary key (undo_id, object_id)
);
create index undo_items_object on undo_items (object_id, version);
create index undo_items_open on undo_items (undo_id, object_id) where outcome is null;

select enable_tenant_rls('undos');
select enable_tenant_rls('undo_items');
revoke delete on undos, undo_items from atalaya_tenant;
