-- Series by kind, rectifying invoices as the law has them, and invoices that should never have been issued.
-- compatible
-- allow drop: constraints that forbid what is new; what was there before passes those that come instead
-- allow index: one of few rows, and one of sums that is read at each start of a month
-- allow not-null: within checks
-- allow constraint: named ones of small sets are replaced at once; no row breaks them

alter table invoice_series drop constraint invoice_series_series_check;
alter table invoice_series add constraint invoice_series_series_check check (series in ('A', 'R', 'S'));
alter table invoices drop constraint invoices_kind_check;
alter table invoices add constraint invoices_kind_check check (kind in ('standard', 'simplified', 'rectifying'));

-- An invoice may be rectified more than once, in part.
alter table invoices drop constraint invoices_rectifies_id_key;
create index invoices_rectifying on invoices (rectifies_id) where rectifies_id is not null;

-- Of rectifying invoices since then; those before say neither.
alter table invoices add column rectification_code text;
alter table invoices add column rectification_method text;
-- When it was said that it should never have been issued, and why: it is in no sum of what was invoiced.
alter table invoices add column annulled_at timestamptz;
alter table invoices add column annulment_reason text;
alter table invoices
  add constraint invoices_series_of_kind check ((kind = 'simplified') = (series = 'S')) not valid,
  add constraint invoices_rectification check (
    rectification_code in ('R1', 'R2', 'R3', 'R4', 'R5')
    and rectification_method in ('difference', 'substitution') and kind = 'rectifying'
    or rectification_code is null and rectification_method is null) not valid,
  add constraint invoices_annulment check (
    (annulled_at is null) = (annulment_reason is null)
    and (annulled_at is null or voided_at is not null and paid_cents = 0 and kind <> 'rectifying')
    and length(annulment_reason) <= 500) not valid;

-- Lines of a substitution that take back what was there.
alter table invoice_lines add column is_taken_back boolean not null default false;

create index invoices_booked on invoices (issued_on) include (total_cents, subtotal_cents, currency)
  where annulled_at is null;
drop index invoices_ledger;

grant update (annulled_at, annulment_reason) on invoices to atalaya_system;
