-- compatible
-- What an open invitation is, and how many seats of an organization are taken and by whom, each said once. Both are read
-- under the rights of the reader, so that row level security holds.

-- Open: neither accepted, withdrawn nor declined. It may have expired: an expired one can be renewed.
create view open_invitations with (security_invoker = true) as
  select * from organization_invitations
  where accepted_at is null and revoked_at is null and declined_at is null;
grant select, update on open_invitations to atalaya_tenant, atalaya_system;

-- An active person takes a seat, and an invitation that can still be accepted reserves one; not that of a super_admin,
-- who belongs to no organization.
create view organization_seats with (security_invoker = true) as
  select o.id as organization_id, o.max_users, p.active_users, i.pending_invitations, i.reserved_seats,
    p.active_users + i.reserved_seats as used_seats
  from organizations o
  cross join lateral (
    select coalesce(sum(c.people), 0)::int as active_users from profile_counts c
    where c.organization_id = o.id and c.is_active) p
  cross join lateral (
    select count(*)::int as pending_invitations,
      (count(*) filter (where i.role <> 'super_admin'))::int as reserved_seats
    from open_invitations i where i.organization_id = o.id and i.expires_at > now()) i;
grant select on organization_seats to atalaya_tenant, atalaya_system;
