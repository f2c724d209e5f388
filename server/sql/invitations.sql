-- What an open invitation is: neither accepted, withdrawn nor declined. It may have expired: an expired one can be renewed.
-- Read under the rights of the reader, so that row level security holds.
create or replace view open_invitations with (security_invoker = true) as
  select id, organization_id, email, role, invited_by, generation, mail_token_hash, copy_token_hash, delivery,
    last_sent_at, expires_at, reminded_at, expiry_told_at, renewal_requested_at, accepted_at, accepted_by, declined_at,
    revoked_at, created_at, updated_at, revoked_with_organization
  from organization_invitations
  where accepted_at is null and revoked_at is null and declined_at is null;
grant select, update on open_invitations to atalaya_tenant, atalaya_system;
