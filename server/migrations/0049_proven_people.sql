-- compatible
-- Whether the address of a person was proven to be theirs; a tenant learns it of its own people alone.
create function is_proven_person(person uuid) returns boolean
language sql stable strict security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.profiles p join auth."user" u on u."id" = p.user_id
    where p.id = person and u."emailVerified"
      and (current_setting('role') <> 'atalaya_tenant' or p.organization_id = public.current_organization_id()))
$$;
revoke execute on function is_proven_person from public;
grant execute on function is_proven_person to atalaya_tenant, atalaya_system;
