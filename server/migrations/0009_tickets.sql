-- Support tickets and their conversations. Who wrote keeps their name here, also once the person is gone.

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
  -- Since when it waits for the customer, and how long it did so before: the resolution's clock stands still.
  waiting_since timestamptz,
  waited_seconds integer not null default 0 check (waited_seconds >= 0),
  resolution_seconds integer check (resolution_seconds >= 0),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  search text generated always as (search_text(title || ' ' || description)) stored,
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
  foreign key (organization_id, ticket_id) references tickets (organization_id, id) on delete cascade
);
create index ticket_messages_conversation on ticket_messages (organization_id, ticket_id, id);
create index ticket_messages_author on ticket_messages (author_id);

create table ticket_canned_replies (
  id uuid primary key default uuid_v7(),
  title text not null check (length(title) between 1 and 120),
  body text not null check (length(body) between 1 and 10000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Who answers for the whole system. Organizations do not see their rows, but may give them tickets and write to them.
create function support_people() returns table (id uuid, first_name text, last_name text, email text, language text)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.id, p.first_name, p.last_name, p.email, p.language
  from profiles p where p.role = 'super_admin' and p.is_active and p.deleted_at is null
$$;
revoke execute on function support_people from public;
grant execute on function support_people to atalaya_tenant, atalaya_system;

-- A ticket is given to, and written by, people of its own organization or of the system: not even a statement that
-- forgets the rule names another organization's.
create function check_ticket_people() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from profiles p
    where p.id in (
        case when tg_op = 'INSERT' or new.created_by is distinct from old.created_by then new.created_by end,
        case when tg_op = 'INSERT' or new.assigned_to is distinct from old.assigned_to then new.assigned_to end)
      and p.role <> 'super_admin' and p.organization_id is distinct from new.organization_id
  ) then
    raise exception 'a ticket names nobody of another organization' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger tickets_people before insert or update of created_by, assigned_to, organization_id on tickets
  for each row execute function check_ticket_people();

select enable_tenant_rls('tickets');
select enable_tenant_rls('ticket_messages');
create policy public_only on ticket_messages as restrictive to atalaya_tenant
  using (visibility = 'public') with check (visibility = 'public');
revoke delete on tickets, ticket_messages from atalaya_tenant;
revoke update on ticket_messages from atalaya_tenant, atalaya_system;

alter table ticket_canned_replies enable row level security;
alter table ticket_canned_replies force row level security;
create policy system on ticket_canned_replies to atalaya_system using (true) with check (true);
grant select, insert, update, delete on ticket_canned_replies to atalaya_system;
