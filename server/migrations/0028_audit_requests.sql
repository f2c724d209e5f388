-- What one request did.
-- compatible
-- transaction: none
create index concurrently audit_log_request on audit_log (request_id);
