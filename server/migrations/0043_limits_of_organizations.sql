-- compatible

-- How many addresses of other organizations an organization has come to know by its imports since an instant: an import
-- of people holds the row while it works, so that two at once do not tell twice as much.
create table import_disclosures (
  organization_id uuid primary key references organizations (id) on delete cascade,
  since timestamptz not null default now(),
  told integer not null default 0 check (told >= 0)
);
select enable_tenant_rls('import_disclosures');
revoke delete on import_disclosures from atalaya_tenant;

-- What an organization keeps: bytes of the files of its tickets, and of those that it imports. Files of notes are kept by
-- the system: their size would tell an organization that there are some.
alter table ticket_attachments add column internal boolean not null default false;
update ticket_attachments f set internal = true
  from ticket_messages m where m.id = f.message_id and m.visibility = 'internal';
create index ticket_attachments_stored on ticket_attachments (organization_id) include (bytes) where not internal;
alter table transfers add column bytes bigint not null default 0;
create function stored_bytes(organization uuid) returns table (ticket_files bigint, imports bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select
    (select coalesce(sum(f.bytes), 0)::bigint from ticket_attachments f
      where f.organization_id = organization and not f.internal),
    (select coalesce(sum(t.bytes), 0)::bigint from transfers t
      where t.organization_id = organization and t.kind = 'import')
  where current_setting('role') <> 'atalaya_tenant' or organization = current_organization_id()
$$;
revoke execute on function stored_bytes from public;
grant execute on function stored_bytes to atalaya_tenant, atalaya_system;

-- The key that tokens are signed with is made when it is first asked for, by several servers at once if need be: there is
-- one. Nothing was signed with the others.
delete from auth."jwks" where "id" <> (select "id" from auth."jwks" order by "createdAt", "id" limit 1);
create unique index jwks_one on auth."jwks" ((true));

-- The API key by which work goes on, which ends with it; null: it was begun from a session. A key that is not there any
-- more has ended, so no row is referred to.
alter table transfers add column api_key_id uuid;
alter table undos add column api_key_id uuid;

-- Which addresses for answers by mail still count: those of mails from before a ticket was closed for long do not, however
-- often it is opened again.
alter table tickets add column reply_generation integer not null default 0;
