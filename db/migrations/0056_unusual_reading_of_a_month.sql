-- Unusual reading of a month with hundreds of thousands of events within a second (decision 72): what is counted by patient and what is counted
-- by hour are gathered apart, so that no event is kept once for each patient and hour. `audit_openings` stays for the
-- release before this one.

-- Who opened which one patient, one by one. The planner takes events of one patient for rare, which they are not, and would sort
-- all of them.
create function audit_opened_patients(first_day date, last_day date)
  returns table (user_id bigint, patient_id bigint, role text, times bigint, latest timestamptz)
  language sql stable rows 20000 security definer
  set search_path = public, pg_temp set work_mem = '64MB' set enable_sort = off as $$
  select user_id, patient_ids[1], max(role), count(*), max(at)
  from audit_event
  where at >= london_day(first_day) and at < london_day(last_day + 1)
    and kind = 'read' and user_id is not null and cardinality(patient_ids) = 1
  group by user_id, patient_ids[1]
$$;

-- Who opened patients in which hour, and how many different ones where that may be more than `many`.
create function audit_opening_hours(first_day date, last_day date, many integer)
  returns table (user_id bigint, hour timestamptz, role text, times bigint, patients bigint, latest timestamptz)
  language sql stable rows 5000 security definer
  set search_path = public, pg_temp set work_mem = '64MB' set enable_sort = off as $$
  with by_hour as materialized (
    select user_id, date_trunc('hour', at) as hour, max(role) as role, count(*) as times, max(at) as latest
    from audit_event
    where at >= london_day(first_day) and at < london_day(last_day + 1)
      and kind = 'read' and user_id is not null and cardinality(patient_ids) = 1
    group by user_id, date_trunc('hour', at)
  ), busy as materialized (
    select user_id, hour, count(*) as patients
    from (
      select by_hour.user_id, by_hour.hour, patient_ids[1]
      from by_hour join audit_event on audit_event.user_id = by_hour.user_id and date_trunc('hour', at) = by_hour.hour
      where times > many and at >= london_day(first_day) and at < london_day(last_day + 1)
        and kind = 'read' and cardinality(patient_ids) = 1
      group by by_hour.user_id, by_hour.hour, patient_ids[1]
    ) as opened
    group by user_id, hour
  )
  select by_hour.user_id, by_hour.hour, by_hour.role, by_hour.times, busy.patients, by_hour.latest
  from by_hour left join busy on busy.user_id = by_hour.user_id and busy.hour = by_hour.hour
$$;

revoke all on function audit_opened_patients(date, date), audit_opening_hours(date, date, integer) from public;
grant execute on function audit_opened_patients(date, date), audit_opening_hours(date, date, integer) to surefoot_app;
