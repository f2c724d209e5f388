-- Support tickets, their conversations and files. An author's name is kept here, also once the person is gone.

create table tickets (
  id uuid primary key default uuid_v7(),
  number bigint generated always as identity unique,
  organization_id uuid not null references organizations (id) on delete cascade,
  title text not null check (length(title) between 1 and 200),
  description text not null check (length(description) between 1 and 10000),
  priority text not null default 'medium' check (priority in ('urgent', 'high', 'medium', 'low')),
  status text not null default 'open' check (status in ('open', 'in_progress', 'resolved', 'closed')),
  assigned_to uuid references profiles (id) on delete set null,
  assigned_name text,
  created_by uuid references profiles (id) on delete set null,
  created_by_name text not null,
  first_response_at timestamptz,
  resolved_at timestamptz,
  closed_at timestamptz,
  -- Since when it waits for the customer, and how long it did so before: the resolution's clock is stopped.
  waiting_since timestamptz,
  waited_seconds integer not null default 0 check (waited_seconds >= 0),
  resolution_seconds integer check (resolution_seconds >= 0),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  search text generated always as (search_text(title || ' ' || description)) stored,
  -- By which a repeated request is known.
  request_id uuid,
  -- Titles alone: what is found is listed by them, and a word that most descriptions have shall not be looked for.
  title_search text generated always as (search_text(title)) stored,
  -- Whole seconds to the first answer, by the one formula there is: the ticket and the reports read them here.
  first_response_seconds integer generated always as
    (floor(extract(epoch from first_response_at - created_at))::int) stored,
  -- Which addresses for answers by mail still count: those of mails from before a ticket was closed for long do not,
  -- however often it is opened again.
  reply_generation integer not null default 0,
  unique (organization_id, id)
);
create index tickets_newest on tickets (created_at desc, id desc) where deleted_at is null;
create index tickets_organization_newest on tickets (organization_id, created_at desc, id desc)
  where deleted_at is null;
create index tickets_organization_number on tickets (organization_id, number);
create index tickets_assigned on tickets (assigned_to, status) where deleted_at is null;
create index tickets_author on tickets (created_by, created_at desc) where deleted_at is null;
create index tickets_bin on tickets (deleted_at) where deleted_at is not null;
create index tickets_search on tickets using gin (search gin_trgm_ops) with (fastupdate = off);
create index tickets_title_search on tickets using gin (title_search gin_trgm_ops) with (fastupdate = off);
create unique index tickets_request on tickets (organization_id, created_by, request_id) where request_id is not null;

-- What was resolved, closed and answered in a span: the dashboard and the reports.
create index tickets_resolved on tickets (resolved_at) where deleted_at is null and resolved_at is not null;
create index tickets_closed on tickets (closed_at) where deleted_at is null and closed_at is not null;
create index tickets_answered on tickets (first_response_at)
  where deleted_at is null and first_response_at is not null;
create index tickets_organization_resolved on tickets (organization_id, resolved_at)
  where deleted_at is null and resolved_at is not null;
create index tickets_organization_closed on tickets (organization_id, closed_at)
  where deleted_at is null and closed_at is not null;
create index tickets_organization_answered on tickets (organization_id, first_response_at)
  where deleted_at is null and first_response_at is not null;

-- The pair of the key keeps a message in the organization of its ticket: foreign keys look past row level security.
create table ticket_messages (
  id uuid primary key default uuid_v7(),
  organization_id uuid not null,
  ticket_id uuid not null,
  visibility text not null default 'public' check (visibility in ('public', 'internal')),
  side text not null check (side in ('customer', 'staff')),
  author_id uuid references profiles (id) on delete set null,
  author_name text not null,
  body text not null check (length(body) between 1 and 10000),
  created_at timestamptz not null default now(),
  request_id uuid,
  -- The key by which a file names its message.
  constraint ticket_messages_conversation unique (organization_id, ticket_id, id),
  foreign key (organization_id, ticket_id) references tickets (organization_id, id) on delete cascade
);
create index ticket_messages_author on ticket_messages (author_id);
create unique index ticket_messages_request on ticket_messages (organization_id, ticket_id, author_id, request_id)
  where request_id is not null;

-- The bytes are in the storage under the row's id, written before the row and removed after it. A file
-- belongs to no ticket until it is sent; a super_admin's has no organization before that.
create table ticket_attachments (
  id uuid primary key,
  organization_id uuid references organizations (id) on delete cascade,
  ticket_id uuid,
  -- null: of the description.
  message_id uuid,
  uploaded_by uuid references profiles (id) on delete set null,
  name text not null check (length(name) between 1 and 120),
  type text not null check (type in ('image/webp', 'application/pdf')),
  bytes integer not null check (bytes > 0),
  width integer check (width > 0),
  height integer check (height > 0),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- Files of notes are kept by the system: their size would tell an organization that there are some.
  internal boolean not null default false,
  check ((ticket_id is null) = (sent_at is null)),
  check (ticket_id is null or organization_id is not null),
  check (message_id is null or ticket_id is not null),
  foreign key (organization_id, ticket_id) references tickets (organization_id, id) on delete cascade,
  foreign key (organization_id, ticket_id, message_id)
    references ticket_messages (organization_id, ticket_id, id) on delete cascade
);
create index ticket_attachments_conversation on ticket_attachments (organization_id, ticket_id, message_id);
create index ticket_attachments_unsent on ticket_attachments (created_at) where ticket_id is null;
create index ticket_attachments_uploader on ticket_attachments (uploaded_by);
create index ticket_attachments_stored on ticket_attachments (organization_id) include (bytes) where not internal;

create table ticket_canned_replies (
  id uuid primary key default uuid_v7(),
  title text not null check (length(title) between 1 and 120),
  body text not null check (length(body) between 1 and 10000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

select enable_tenant_rls('tickets');
select enable_tenant_rls('ticket_messages');
select enable_tenant_rls('ticket_attachments');
revoke delete on tickets, ticket_messages from atalaya_tenant;
revoke update on ticket_messages from atalaya_tenant, atalaya_system;
create policy public_only on ticket_messages as restrictive to atalaya_tenant
  using (not is_tenant() or visibility = 'public') with check (not is_tenant() or visibility = 'public');

-- A file is as visible as its message, whose own policies hold inside of this one.
create policy with_its_message on ticket_attachments as restrictive to atalaya_tenant
  using (not is_tenant() or message_id is null or exists (
    select from ticket_messages m
    where m.organization_id = ticket_attachments.organization_id and m.ticket_id = ticket_attachments.ticket_id
      and m.id = ticket_attachments.message_id));
create policy unsent_changes on ticket_attachments as restrictive for update to atalaya_tenant
  using (not is_tenant() or ticket_id is null) with check (true);
create policy unsent_goes on ticket_attachments as restrictive for delete to atalaya_tenant
  using (not is_tenant() or ticket_id is null);

alter table ticket_canned_replies enable row level security;
alter table ticket_canned_replies force row level security;
create policy system on ticket_canned_replies to atalaya_system using (true) with check (true);
grant select, insert, update, delete on ticket_canned_replies to atalaya_system;
