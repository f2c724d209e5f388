-- What an open invitation is: neither accepted, withdrawn nor declined. It may have expired: an expired one can be renewed.
-- Read under the rights of the reader, so that row level security holds.
create or replace view open_invitations with (security_invoker = true) as
  select id, organization_id, email, role, invited_by, generation, mail_token_hash, copy_token_hash, delivery,
    last_sent_at, expires_at, reminded_at, expiry_told_at, renewal_requested_at, accepted_at, accepted_by, declined_at,
    revoked_at, created_at, updated_at, revoked_with_organization
  from organization_invitations
  where accepted_at is null and revoked_at is null and declined_at is null;
grant select, update on open_invitations to atalaya_tenant, atalaya_system;

-- What became of an invitation. What was accepted stays so, also where it was withdrawn afterwards.
create or replace function invitation_state(
  accepted_at timestamptz, declined_at timestamptz, revoked_at timestamptz, expires_at timestamptz) returns text
language sql stable as $$
  select case when accepted_at is not null then 'accepted' when declined_at is not null then 'declined'
    when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'pending' end
$$;

-- Whether an open invitation reserves a seat: it can still be accepted, and not as a super_admin, who belongs to no
-- organization.
create or replace function reserves_seat(role text, expires_at timestamptz) returns boolean
language sql stable as $$
  select role <> 'super_admin' and expires_at > now()
$$;
