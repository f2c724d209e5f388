-- The currency of the installation, on the system's row alone; null: nobody has chosen one.
alter table settings add column currency text check (currency ~ '^[A-Z]{3}$')
  check (currency is null or organization_id is null);
