-- Where a company is, and the offices of a public administration that take its invoices: what Facturae asks for.
-- compatible
alter table organizations
  add column address text,
  add column post_code text,
  add column town text,
  add column province text,
  add column accounting_office text,
  add column managing_body text,
  add column processing_unit text,
  add constraint organizations_address check (length(address) <= 80) not valid,
  add constraint organizations_post_code check (length(post_code) <= 10) not valid,
  add constraint organizations_town check (length(town) <= 50) not valid,
  add constraint organizations_province check (length(province) <= 20) not valid,
  add constraint organizations_offices check (length(accounting_office) = 9 and length(managing_body) = 9
    and length(processing_unit) = 9) not valid;

grant update (address, post_code, town, province, accounting_office, managing_body, processing_unit)
  on organizations to atalaya_tenant;
