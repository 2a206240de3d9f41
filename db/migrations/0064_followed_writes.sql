-- What was written a moment ago, for screens that follow the work of others. It only reads the audit trail, so no save pays for it.
-- `written_until` is the newest id that was given out: where to go on from. Months are left out by the time of the event.
create function writes_after(after_id bigint)
  returns table (written_until bigint, id bigint, session_id bigint, request_id text, patient_ids bigint[], pathway_ids bigint[])
  language sql stable security definer rows 20 set search_path = public, pg_temp as $$
  select given.id, wrote.id, wrote.session_id, wrote.request_id, wrote.patient_ids, wrote.pathway_ids
  from (select coalesce(pg_sequence_last_value(pg_get_serial_sequence('public.audit_event', 'id')::regclass), 0) as id) as given
  left join lateral (
    select * from audit_event
    where audit_event.id > after_id and at > now() - interval '1 minute' and kind = 'write' and patient_ids <> '{}'
    order by audit_event.id limit 500) as wrote on true
$$;
revoke all on function writes_after(bigint) from public;
grant execute on function writes_after(bigint) to surefoot_app;
