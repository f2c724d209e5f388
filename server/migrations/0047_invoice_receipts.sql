-- What became of invoices that were delivered (RD 238/2026): who says so, and from when. What is paid follows from payments.
-- compatible
-- allow code: it closes a table that this migration makes
-- allow rights: of a table that this migration makes
create table invoice_receipts (
  id uuid primary key default uuid_v7(),
  organization_id uuid not null,
  invoice_id uuid not null,
  state text not null check (state in ('received', 'accepted', 'rejected')),
  -- Why it was rejected.
  reason text check (length(reason) between 1 and 500),
  said_on date not null,
  -- Whose word it is.
  side text not null check (side in ('issuer', 'customer')),
  said_by uuid,
  created_at timestamptz not null default now(),
  foreign key (organization_id, invoice_id) references invoices (organization_id, id),
  check ((state = 'rejected') = (reason is not null))
);
create index invoice_receipts_invoice on invoice_receipts (invoice_id, id desc);

select enable_tenant_rls('invoice_receipts');
revoke update, delete on invoice_receipts from atalaya_tenant, atalaya_system;
