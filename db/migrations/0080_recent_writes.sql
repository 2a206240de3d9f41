-- A screen that begins to follow is told what was written while it read: each write says how long ago it was.
-- Of what people save, not of imports: these are on screen within a minute. No more than the last 50,000 events are looked at, and
-- the newest come first, so that after very many none of the last is left out. `writes_after` stays for the release before.
create function recent_writes(after_id bigint)
  returns table (
    written_until bigint, id bigint, ms_ago bigint, session_id bigint, request_id text, patient_ids bigint[], pathway_ids bigint[])
  language sql stable security definer rows 20 set search_path = public, pg_temp as $$
  select given.id, wrote.id, (1000 * extract(epoch from clock_timestamp() - wrote.at))::bigint, wrote.session_id, wrote.request_id,
    wrote.patient_ids, wrote.pathway_ids
  from (select coalesce(pg_sequence_last_value(pg_get_serial_sequence('public.audit_event', 'id')::regclass), 0) as id) as given
  left join lateral (
    select * from audit_event
    where audit_event.id > greatest(after_id, given.id - 50000) and at > now() - interval '150 seconds' and kind = 'write' and session_id is not null and patient_ids <> '{}'
    order by audit_event.id desc limit 500) as wrote on true
$$;
revoke all on function recent_writes(bigint) from public;
grant execute on function recent_writes(bigint) to surefoot_app;
