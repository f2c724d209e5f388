-- Invitations. A token is never stored: only its hash, one per channel (the mail, the copied link).

create table organization_invitations (
  id uuid primary key default uuid_v7(),
  organization_id uuid not null references organizations (id),
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  role text not null default 'user' check (role in ('user', 'admin', 'super_admin')),
  invited_by uuid not null references profiles (id),
  -- Counts renewals: the tokens of an earlier generation are dead.
  generation integer not null default 1,
  mail_token_hash bytea not null unique,
  copy_token_hash bytea not null unique,
  delivery text not null default 'failed' check (delivery in ('sent', 'failed')),
  last_sent_at timestamptz,
  expires_at timestamptz not null,
  reminded_at timestamptz,
  expiry_told_at timestamptz,
  renewal_requested_at timestamptz,
  accepted_at timestamptz,
  accepted_by uuid references profiles (id),
  declined_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Was open when its organization went into the bin: comes back with it.
  revoked_with_organization boolean not null default false
);

-- This index is the rule: one open invitation per address and organization; an expired one is renewed, not doubled.
create unique index invitations_one_open on organization_invitations (organization_id, email)
  where accepted_at is null and revoked_at is null and declined_at is null;
create index invitations_newest on organization_invitations (organization_id, created_at desc, id desc);
create index invitations_everywhere_newest on organization_invitations (created_at desc, id desc);
create index invitations_inviter on organization_invitations (invited_by)
  where accepted_at is null and revoked_at is null and declined_at is null;
create index invitations_due on organization_invitations (expires_at)
  where accepted_at is null and revoked_at is null and declined_at is null;

select enable_tenant_rls('organization_invitations');
