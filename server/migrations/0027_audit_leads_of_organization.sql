-- The same of the log of one organization.
-- compatible
-- transaction: none
create index concurrently audit_log_organization_leads on audit_log (organization_id, created_at desc, id desc)
  where part_for is distinct from 'all';
