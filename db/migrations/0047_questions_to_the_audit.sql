-- What Information Governance asks of the audit trail (trust DP-5). The application itself may not read the trail (trust DP-2);
-- these functions may. Days are days in London, both counted (trust CS-12).

create function london_day(day date) returns timestamptz language sql immutable parallel safe
return day::timestamp at time zone 'Europe/London';

-- The events that answer a question, newest first. Of many patients that one event showed, the first stands for all; of a patient
-- whose two records were merged, the events of both (ids_of_person, 0048).
create function audit_events_asked(question text, subject bigint, actions text[], first_day date, last_day date, most integer)
  returns table (id bigint, at timestamptz, kind text, action text, status integer, user_id bigint, role text,
    patient_id bigint, patients integer, criteria jsonb, address text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute format('
    select id, at, kind, action, status, user_id, role, patient_ids[1], cardinality(patient_ids), criteria, address
    from audit_event
    where %s and at >= london_day($3) and at < london_day($4 + 1)
    order by id desc limit $5',
    case question
      when 'patient' then 'patient_ids && ids_of_person($1)'
      when 'user' then 'user_id = $1'
      when 'refused' then 'kind = ''refusal'''
      when 'exports' then 'action = any ($2) and kind <> ''refusal'''
    end)
    using subject, actions, first_day, last_day, most;
end
$$;

-- Who opened which one patient, one by one, in which hour. The planner takes events of one patient for rare, which they are not,
-- and would sort all of them.
create function audit_openings(first_day date, last_day date)
  returns table (user_id bigint, patient_id bigint, hour timestamptz, role text, times bigint, latest timestamptz)
  language sql stable rows 50000 security definer
  set search_path = public, pg_temp set work_mem = '64MB' set enable_sort = off as $$
  select user_id, patient_ids[1], date_trunc('hour', at), max(role), count(*), max(at)
  from audit_event
  where at >= london_day(first_day) and at < london_day(last_day + 1)
    and kind = 'read' and user_id is not null and cardinality(patient_ids) = 1
  group by user_id, patient_ids[1], date_trunc('hour', at)
$$;

-- Who changed something of which patient.
create function audit_writings(first_day date, last_day date)
  returns table (user_id bigint, patient_id bigint)
  language sql stable rows 50000 security definer
  set search_path = public, pg_temp set work_mem = '64MB' set enable_sort = off as $$
  select distinct user_id, patient_ids[1]
  from audit_event
  where at >= london_day(first_day) and at < london_day(last_day + 1)
    and kind = 'write' and user_id is not null and cardinality(patient_ids) = 1
$$;

revoke all on function audit_events_asked(text, bigint, text[], date, date, integer), audit_openings(date, date),
  audit_writings(date, date) from public;
grant execute on function audit_events_asked(text, bigint, text[], date, date, integer), audit_openings(date, date),
  audit_writings(date, date) to surefoot_app;
