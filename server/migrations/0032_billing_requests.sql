-- What is registered or issued twice because the first answer was lost is one payment, one invoice: as of tickets (0013).
alter table payments add column request_id uuid;
create unique index payments_request on payments (organization_id, invoice_id, registered_by, request_id)
  where request_id is not null;
alter table invoices add column request_id uuid;
create unique index invoices_request on invoices (organization_id, issued_by, request_id)
  where request_id is not null;
