-- A record that the tax agency has refused, or taken with errors, is corrected by another one of the same invoice.
-- compatible
-- allow drop: the index above takes the place of the constraint, and servers of the version before keep to it
-- allow index: an installation has one chain, of some thousands of records

alter table verifactu_records add column corrects integer;
alter table verifactu_records add constraint verifactu_records_corrects
  foreign key (corrects) references verifactu_records (number) not valid;
create unique index verifactu_records_corrected on verifactu_records (corrects) where corrects is not null;
create unique index verifactu_records_once on verifactu_records (invoice_id, kind) where corrects is null;
alter table verifactu_records drop constraint verifactu_records_invoice_id_kind_key;
