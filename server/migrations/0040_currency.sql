-- The currency of the installation, on the system's row alone; null: none was chosen.
-- compatible
-- allow constraint: the table has one small row for each organization
alter table settings
  add column currency text check (currency is null or (currency ~ '^[A-Z]{3}$' and organization_id is null));
