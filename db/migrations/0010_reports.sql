-- The audit trail as a report sees it: the application itself may not read the trail (trust DP-2), this function may.
-- Days are days in London, both counted (trust CS-12).
create index audit_event_by_time on audit_event using brin (at);
create function audit_events_of_days(first_day date, last_day date)
  returns table (id bigint, at timestamptz, kind text, action text, status integer, user_id bigint, role text,
    patient_ids bigint[])
  language sql stable security definer set search_path = public, pg_temp as $$
  select audit_event.id, audit_event.at, audit_event.kind, audit_event.action, audit_event.status,
    audit_event.user_id, audit_event.role, audit_event.patient_ids
  from audit_event
  where audit_event.at >= (first_day::timestamp at time zone 'Europe/London')
    and audit_event.at < ((last_day + 1)::timestamp at time zone 'Europe/London')
$$;
revoke all on function audit_events_of_days(date, date) from public;
grant execute on function audit_events_of_days(date, date) to surefoot_app;
