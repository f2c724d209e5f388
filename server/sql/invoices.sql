-- Whether something of an invoice is still to be paid. Written as the index of those has it, which a statement that
-- asks so is served by: the function becomes a part of the statement.
create or replace function is_unpaid(total_cents bigint, paid_cents bigint, offset_cents bigint) returns boolean
language sql immutable as $$
  select total_cents - paid_cents - offset_cents > 0
$$;

-- The same of a row, so that no statement repeats its columns.
create or replace function is_unpaid(invoice invoices) returns boolean language sql immutable as $$
  select is_unpaid(invoice.total_cents, invoice.paid_cents, invoice.offset_cents)
$$;
