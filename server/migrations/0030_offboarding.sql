-- The receipts of offboardings, and the keys that sign them.
-- compatible
-- allow code: it closes a table that this migration makes

-- One that is sealed with another AUTH_SECRET signs nothing any more; what it has signed still holds by its public half.
create table signing_keys (
  id uuid primary key,
  -- SubjectPublicKeyInfo of an Ed25519 key.
  public_key bytea not null check (length(public_key) = 44),
  private_key bytea not null,
  created_at timestamptz not null default now()
);
alter table signing_keys enable row level security;
alter table signing_keys force row level security;
create policy system on signing_keys to atalaya_system using (true) with check (true);
grant select, insert on signing_keys to atalaya_system;

-- A receipt outlives the row of its person, and never changes.
create table offboarding_receipts (
  id uuid primary key,
  organization_id uuid references organizations (id) on delete cascade,
  profile_id uuid references profiles (id) on delete set null,
  acted_by text not null,
  -- The bytes that were signed, with their signature.
  content text not null,
  created_at timestamptz not null default now()
);
create index offboarding_receipts_profile on offboarding_receipts (profile_id, created_at desc, id desc);
create index offboarding_receipts_organization on offboarding_receipts (organization_id, created_at desc);
select enable_tenant_rls('offboarding_receipts');
revoke update, delete on offboarding_receipts from atalaya_tenant, atalaya_system;
