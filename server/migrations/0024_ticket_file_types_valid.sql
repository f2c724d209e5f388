-- compatible
alter table ticket_attachments validate constraint ticket_attachments_type_check;
