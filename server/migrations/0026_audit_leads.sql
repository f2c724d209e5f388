-- The screen of everybody's log shows, and counts, the entries that lead alone.
-- compatible
-- transaction: none
create index concurrently audit_log_leads on audit_log (created_at desc, id desc) where part_for is null;
