-- A session that ends is told to every process in the transaction that ends it: live streams that are open for it are
-- looked at again at once. Told in parts, each well below the 8,000 bytes of a notification. The channel is that of
-- platform/live.

create or replace function tell_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('atalaya_live', json_build_object('session_ids', json_agg("id"))::text)
    from (select "id", row_number() over () as place from old_rows) ended group by (place - 1) / 150;
  return null;
end $$;
create or replace trigger session_ended after delete on auth."session"
  referencing old table as old_rows for each statement execute function tell_session_ended();
