-- after: invitations
-- How many seats of an organization are taken, and by whom. Read under the rights of the reader, so that row level
-- security holds.

-- Whether more seats are taken than a limit gives; -1 is no limit.
create or replace function exceeds_seats(max_users integer, used integer) returns boolean
language sql immutable as $$
  select max_users <> -1 and used > max_users
$$;

-- An active person takes a seat, and an invitation may reserve one (`reserves_seat`).
create or replace view organization_seats with (security_invoker = true) as
  select o.id as organization_id, o.max_users, p.active_users, i.pending_invitations, i.reserved_seats,
    p.active_users + i.reserved_seats as used_seats
  from organizations o
  cross join lateral (
    select coalesce(sum(c.people), 0)::int as active_users from profile_counts c
    where c.organization_id = o.id and c.is_active) p
  cross join lateral (
    select count(*)::int as pending_invitations,
      (count(*) filter (where reserves_seat(i.role, i.expires_at)))::int as reserved_seats
    from open_invitations i where i.organization_id = o.id and i.expires_at > now()) i;
grant select on organization_seats to atalaya_tenant, atalaya_system;
