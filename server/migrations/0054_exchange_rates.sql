-- Rates of exchange to euros, and what an invoice in another currency says of the one that it was issued by.
-- compatible
-- allow code: it closes a table that this migration makes
-- allow rights: of a table that this migration makes
create table exchange_rates (
  currency text not null check (currency ~ '^[A-Z]{3}$' and currency <> 'EUR'),
  day date not null,
  -- Millionths of a unit of the currency that a euro costs.
  rate_micros bigint not null check (rate_micros > 0),
  source text not null check (length(source) between 1 and 60),
  updated_at timestamptz not null default now(),
  primary key (currency, day)
);
grant select, insert, update on exchange_rates to atalaya_system;

-- Null: it is in euros, or its issuer owes no tax in euros.
alter table invoices
  add column exchange_rate_micros bigint,
  add column exchange_rated_on date,
  add column exchange_source text,
  add column exchange_tax_cents bigint;
alter table invoices add constraint invoices_exchange check (
  num_nulls(exchange_rate_micros, exchange_rated_on, exchange_source, exchange_tax_cents) in (0, 4)
  and (exchange_rate_micros is null or exchange_rate_micros > 0 and currency <> 'EUR')) not valid;
