-- What an organization keeps: bytes of the files of its tickets, those of notes aside, and of those that it imports. A
-- tenant asks for its own alone.
create or replace function stored_bytes(organization uuid) returns table (ticket_files bigint, imports bigint)
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
