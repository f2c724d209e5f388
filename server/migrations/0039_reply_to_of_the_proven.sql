-- Whether somebody active of an organization has proven that an address is theirs.
create function is_proven_address(organization uuid, address text) returns boolean
language sql stable strict security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.profiles p join auth."user" u on u."id" = p.user_id
    where p.organization_id = organization and p.email = lower(address)
      and p.is_active and p.deleted_at is null and u."emailVerified")
$$;
revoke execute on function is_proven_address from public;
grant execute on function is_proven_address to atalaya_tenant, atalaya_system;
