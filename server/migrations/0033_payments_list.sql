-- The list of payments: sorted by amount, and one half of its search; the other half is that of invoices.
create index payments_amount on payments (amount_cents desc, id desc);
create index payments_search on payments using gin (search_text(reference) gin_trgm_ops) with (fastupdate = off)
  where reference is not null;
