-- What takes many objects back works in parts: what came of each so far, and who wanted it, until it is over.

alter table undos
  add column begun_by uuid references profiles (id) on delete set null,
  -- The address, the browser and the request of whoever wanted it, for the audit log.
  add column begun_origin jsonb;
alter table undo_items
  -- null: its turn is still to come; 'undone', or the code of what keeps it as it is.
  add column outcome text,
  add column name text;
create index undo_items_open on undo_items (undo_id, object_id) where outcome is null;
