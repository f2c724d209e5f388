-- Reading from a replica what is at least as new as what the primary had acknowledged when a request came.

-- How far the log of changes is written, as its timeline and its position in it: what was acknowledged is before. Without
-- synchronous_commit a change is acknowledged, and seen, before it is flushed. null: this is no primary.
create or replace function log_position() returns text language sql volatile as $$
  select case
    when pg_is_in_recovery() then null
    when current_setting('synchronous_commit') = 'off'
      then left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) || ' ' || pg_current_wal_insert_lsn()
    else left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) || ' ' || pg_current_wal_flush_lsn()
  end
$$;
revoke execute on function log_position from public;

-- Waits until a replica has come to a position of its primary; AT001 where it has not in time, or never will: it is a
-- primary itself, or follows another timeline, as one does that was left behind by a failover. Statements after this
-- one see what is there by then, but only where each has a snapshot of its own.
create or replace function await_position(awaited text, wait_ms integer) returns void
language plpgsql volatile strict as $$
declare
  timeline constant integer := ('x' || left(awaited, 8))::bit(32)::integer;
  log_end constant pg_lsn := substr(awaited, 10)::pg_lsn;
  latest constant timestamptz := clock_timestamp() + wait_ms * interval '1 millisecond';
begin
  if pg_is_in_recovery() and current_setting('transaction_isolation') = 'read committed'
    and timeline = (select min_recovery_end_timeline from pg_control_recovery())
  then
    loop
      if pg_last_wal_replay_lsn() >= log_end then
        return;
      end if;
      exit when clock_timestamp() >= latest;
      perform pg_sleep(0.002);
    end loop;
  end if;
  raise sqlstate 'AT001' using message = 'the replica is not where the primary was';
end
$$;
revoke execute on function await_position from public;
grant execute on function await_position to atalaya_tenant, atalaya_system;
