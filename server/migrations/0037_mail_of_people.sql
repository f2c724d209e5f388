-- Mails that wait are found by whom they are for: an offboarding takes those of its person away, while a synchronization of
-- thousands may have filled the queue.
-- compatible

create index queue_about on mail.queue (about) where about is not null;
create index queue_access on mail.queue (gives_access_to) where gives_access_to is not null;
create index queue_recipient on mail.queue (recipient) where composer is null;
