-- Client companies: found by any part of their name, slug or domain, listed newest first or by name, and taken into
-- the bin together with their people and invitations.

alter table organizations add column search text generated always as
  (search_text(name || ' ' || slug || ' ' || coalesce(domain, ''))) stored;
create index organizations_search on organizations using gin (search gin_trgm_ops) with (fastupdate = off);
create index organizations_newest on organizations (created_at desc, id desc) where deleted_at is null;
create index organizations_name on organizations (search_text(name), id) where deleted_at is null;
create index organizations_bin on organizations (deleted_at) where deleted_at is not null;

-- Who was active, and which invitations were open, when their organization went into the bin: exactly these come
-- back with it.
alter table profiles add column deactivated_with_organization boolean not null default false;
alter table organization_invitations add column revoked_with_organization boolean not null default false;

-- An organization's own people never touch its plan, status, seats or slug, nor make or delete one: not even by a
-- statement that forgets the rule.
revoke insert, update, delete on organizations from atalaya_tenant;
grant update (name, domain, country, tax_id, billing_email, language, time_zone, version, updated_at)
  on organizations to atalaya_tenant;
