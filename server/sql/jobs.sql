-- Puts a job into the queue in the caller's own transaction: it exists if and only if that commits. The doors' roles
-- get this function instead of rights on the tables of pg-boss, whose data (mails, links) no tenant may read.
create or replace function send_job(queue_name text, payload jsonb, options jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from jobs.queue where name = queue_name) then
    perform jobs.create_queue(queue_name, jsonb_build_object('policy', 'standard'));
  end if;
  insert into jobs.job (name, data, start_after, keep_until, retry_limit, retry_delay, retry_backoff,
    retry_delay_max, expire_seconds, deletion_seconds, policy, dead_letter)
  select q.name, payload, due.at, due.at + q.retention_seconds * interval '1 second',
    coalesce((options ->> 'retryLimit')::int, q.retry_limit),
    coalesce((options ->> 'retryDelay')::int, q.retry_delay),
    coalesce((options ->> 'retryBackoff')::boolean, q.retry_backoff),
    coalesce((options ->> 'retryDelayMax')::int, q.retry_delay_max),
    coalesce((options ->> 'expireInSeconds')::int, q.expire_seconds),
    q.deletion_seconds, q.policy, q.dead_letter
  from jobs.queue q, (select coalesce((options ->> 'startAfter')::timestamptz, now()) as at) due
  where q.name = queue_name;
end $$;
revoke execute on function send_job from public;
grant execute on function send_job to atalaya_tenant, atalaya_system;
