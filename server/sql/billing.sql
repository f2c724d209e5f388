-- after: settings
-- The calendar of the books, and what keeps what was billed as it is.

-- Days of billing are days where this installation keeps its books: of the system's time zone, not of an
-- organization's. The numbers of a series run over all organizations, so their dates must come from one calendar.
create or replace function billing_zone() returns text language sql stable as $$
  select coalesce((select time_zone from system_settings()), 'Europe/Madrid')
$$;

create or replace function billing_day(at timestamptz) returns date language sql stable as $$
  select (at at time zone billing_zone())::date
$$;

-- In a query over many rows: (select billing_today()), which is computed once.
create or replace function billing_today() returns date language sql stable as $$
  select billing_day(now())
$$;

-- What was billed is never changed nor deleted.
create or replace function refuse_billing_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create or replace trigger subscription_events_append_only before update or delete on subscription_events
  for each row execute function refuse_billing_change();
create or replace trigger subscription_events_no_truncate before truncate on subscription_events
  for each statement execute function refuse_billing_change();
create or replace trigger invoices_never_deleted before delete on invoices
  for each row execute function refuse_billing_change();
create or replace trigger invoices_no_truncate before truncate on invoices
  for each statement execute function refuse_billing_change();
create or replace trigger invoice_lines_append_only before update or delete on invoice_lines
  for each row execute function refuse_billing_change();
create or replace trigger invoice_lines_no_truncate before truncate on invoice_lines
  for each statement execute function refuse_billing_change();
create or replace trigger payments_append_only before update or delete on payments
  for each row execute function refuse_billing_change();
create or replace trigger payments_no_truncate before truncate on payments
  for each statement execute function refuse_billing_change();

-- What is issued is kept: only what was paid, offset by a rectifying invoice, voided and annulled is written later.
create or replace function keep_invoice() returns trigger language plpgsql as $$
declare
  -- What is paid, and what the database computes once the triggers have run.
  free text[] := array['paid_cents', 'offset_cents', 'voided_at', 'annulled_at', 'annulment_reason',
    'outstanding_cents', 'code', 'search'];
begin
  if to_jsonb(new) - free is distinct from to_jsonb(old) - free then
    raise exception 'an invoice that was issued is append-only';
  end if;
  return new;
end $$;
create or replace trigger invoices_kept before update on invoices for each row execute function keep_invoice();

create or replace trigger invoice_receipts_append_only before update or delete on invoice_receipts
  for each row execute function refuse_billing_change();
create or replace trigger invoice_receipts_no_truncate before truncate on invoice_receipts
  for each statement execute function refuse_billing_change();

create or replace trigger declarations_append_only before update or delete on declarations
  for each row execute function refuse_billing_change();
create or replace trigger declarations_no_truncate before truncate on declarations
  for each statement execute function refuse_billing_change();

create or replace trigger verifactu_records_append_only before update or delete on verifactu_records
  for each row execute function refuse_billing_change();
create or replace trigger verifactu_records_no_truncate before truncate on verifactu_records
  for each statement execute function refuse_billing_change();

create or replace trigger mandate_events_append_only before update or delete on mandate_events
  for each row execute function refuse_billing_change();
create or replace trigger mandate_events_no_truncate before truncate on mandate_events
  for each statement execute function refuse_billing_change();

-- The file of a run is made once, and so is what it asks of the banks.
create or replace function keep_debit_run() returns trigger language plpgsql as $$
declare
  free text[] := array['status', 'presented_at', 'confirmed_at', 'canceled_at'];
begin
  if to_jsonb(new) - free is distinct from to_jsonb(old) - free then
    raise exception 'a run of direct debits is append-only';
  end if;
  return new;
end $$;
create or replace trigger debit_runs_kept before update on debit_runs for each row execute function keep_debit_run();
create or replace trigger debit_runs_never_deleted before delete on debit_runs
  for each row execute function refuse_billing_change();
