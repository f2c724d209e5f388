-- The currency of the installation, on the system's row alone; null: nobody has chosen one.
-- compatible
alter table settings
  add column currency text,
  add constraint settings_currency check (currency is null or (currency ~ '^[A-Z]{3}$' and organization_id is null)) not valid;
