-- compatible

-- How many addresses of other organizations an organization has come to know by its imports since an instant: an import
-- of people holds the row while it works, so that two at once do not tell twice as much.
create table import_disclosures (
  organization_id uuid primary key references organizations (id) on delete cascade,
  since timestamptz not null default now(),
  told integer not null default 0 check (told >= 0)
);
select enable_tenant_rls('import_disclosures');
revoke delete on import_disclosures from atalaya_tenant;
