-- The domains that organizations have proven to be theirs, by a TXT record.
-- compatible
-- allow code: it closes a table that this migration makes
-- allow rights: of a table that this migration makes

create table organization_domains (
  id uuid primary key default uuid_v7(),
  organization_id uuid not null references organizations (id) on delete cascade,
  domain text not null check (length(domain) between 1 and 253 and domain = lower(domain)),
  -- What the record holds.
  token text not null check (length(token) between 20 and 100),
  proven_at timestamptz,
  -- Since when the record of a proven domain is not found any more.
  failing_since timestamptz check (failing_since is null or proven_at is not null),
  checked_at timestamptz,
  problem text check (problem in ('missing', 'wrong', 'unreachable', 'taken')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, domain)
);
-- Many may name a domain; it belongs to the one that has proven it.
create unique index organization_domains_owner on organization_domains (domain) where proven_at is not null;
select enable_tenant_rls('organization_domains');
-- What DNS says is stored by the system alone.
revoke update on organization_domains from atalaya_tenant;
