-- Whether an address was proven to be that of its person; a tenant learns it of its own organization alone.

-- Whether an active person of an organization has proven that an address is theirs.
create or replace function is_proven_address(organization uuid, address text) returns boolean
language sql stable strict security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.profiles p join auth."user" u on u."id" = p.user_id
    where p.organization_id = organization and p.email = lower(address)
      and p.is_active and p.deleted_at is null and u."emailVerified"
      and (current_setting('role') <> 'atalaya_tenant' or organization = public.current_organization_id()))
$$;
revoke execute on function is_proven_address from public;
grant execute on function is_proven_address to atalaya_tenant, atalaya_system;

-- Whether the address of a person was proven to be theirs.
create or replace function is_proven_person(person uuid) returns boolean
language sql stable strict security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.profiles p join auth."user" u on u."id" = p.user_id
    where p.id = person and u."emailVerified"
      and (current_setting('role') <> 'atalaya_tenant' or p.organization_id = public.current_organization_id()))
$$;
revoke execute on function is_proven_person from public;
grant execute on function is_proven_person to atalaya_tenant, atalaya_system;
