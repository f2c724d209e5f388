-- compatible
-- Replies written in advance go to the bin like everything else that is deleted.
alter table ticket_canned_replies add column deleted_at timestamptz;
