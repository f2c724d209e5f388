-- Tickets take tables and documents beside pictures and PDFs. All rows that there are have one of the former types.
-- compatible
-- allow drop: the check comes back wider in the same statement
alter table ticket_attachments drop constraint ticket_attachments_type_check,
  add constraint ticket_attachments_type_check check (type in (
    'image/webp', 'application/pdf', 'text/csv', 'text/plain',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document')) not valid;
