-- One request may write many entries, of which one is what was done, and the others follow from it. For whom an entry is
-- such a part: 'all', or 'system', where its organization sees no other entry of the request. Null: it leads, as every
-- entry of earlier versions does.
-- compatible
alter table audit_log add column part_for text;
alter table audit_log add constraint audit_log_part_for_check check (part_for in ('system', 'all')) not valid;
