-- Files of tickets, and keys by which a repeated request is known.

alter table tickets add column request_id uuid;
create unique index tickets_request on tickets (organization_id, created_by, request_id) where request_id is not null;
alter table ticket_messages add column request_id uuid;
create unique index ticket_messages_request on ticket_messages (organization_id, ticket_id, author_id, request_id)
  where request_id is not null;

-- The key by which a file names its message, in place of the index on the same columns.
drop index ticket_messages_conversation;
alter table ticket_messages add constraint ticket_messages_conversation unique (organization_id, ticket_id, id);

-- The bytes stand in the storage under the row's id, written before the row and removed after it. A file belongs to
-- nobody's ticket until it is sent; a super_admin's has no organization before that.
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

select enable_tenant_rls('ticket_attachments');
-- A file is as visible as its message, whose own policies hold inside of this one.
create policy with_its_message on ticket_attachments as restrictive to atalaya_tenant
  using (message_id is null or exists (
    select from ticket_messages m
    where m.organization_id = ticket_attachments.organization_id and m.ticket_id = ticket_attachments.ticket_id
      and m.id = ticket_attachments.message_id));
create policy unsent_changes on ticket_attachments as restrictive for update to atalaya_tenant
  using (ticket_id is null) with check (true);
create policy unsent_goes on ticket_attachments as restrictive for delete to atalaya_tenant using (ticket_id is null);
