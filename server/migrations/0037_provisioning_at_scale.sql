-- What a provider of thousands of people asks for is found without reading what all the others have.
-- compatible
-- allow index: the queue holds what has not left yet, some thousands of mails at most
-- allow backfill: there are a few connections for each organization

-- An offboarding takes the mails of its person away, while a synchronization may have filled the queue.
create index queue_about on mail.queue (about) where about is not null;
create index queue_access on mail.queue (gives_access_to) where gives_access_to is not null;
create index queue_recipient on mail.queue (recipient) where composer is null;

-- How many people its provider has told of: lists tell the total with each page. Kept by triggers (server/sql/scim.sql).
alter table identity_connections add column told_people integer not null default 0;
update identity_connections c set told_people = (select count(*) from scim_users u where u.connection_id = c.id);
