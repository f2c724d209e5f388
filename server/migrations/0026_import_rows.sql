-- The rows of a file that is being imported: what each holds, and what came of it.

create table import_rows (
  import_id uuid not null references transfers (id) on delete cascade,
  -- As people count: the header is the first.
  number integer not null check (number > 1),
  -- As the import's own.
  organization_id uuid,
  created_by uuid not null,
  cells jsonb not null,
  state text not null default 'read' check (state in ('read', 'valid', 'invalid', 'created', 'failed')),
  -- Why it cannot be brought in: the code of an error, or of a field.
  code text,
  field text,
  params jsonb,
  -- What makes it the same as another, and the organization in which it takes a seat.
  key text,
  seat uuid,
  primary key (import_id, number)
);
create index import_rows_key on import_rows (import_id, key) where key is not null;
create index import_rows_wrong on import_rows (import_id, number) where state in ('invalid', 'failed');

select enable_tenant_rls('import_rows');
revoke delete on import_rows from atalaya_tenant;
-- Not even others of the same organization.
alter policy tenant on import_rows
  using (organization_id = (select current_organization_id()) and created_by = (select current_profile_id()))
  with check (organization_id = (select current_organization_id()) and created_by = (select current_profile_id()));
