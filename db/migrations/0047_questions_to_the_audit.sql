-- What Information Governance asks of the audit trail (trust DP-5). The application itself may not read the trail (trust DP-2);
-- these functions may. Days are days in London, both counted (trust CS-12).

create function london_day(day date) returns timestamptz language sql immutable parallel safe
return day::timestamp at time zone 'Europe/London';

-- The events that answer a question, newest first. Of many patients that one event showed, the first stands for all.
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
      when 'patient' then 'patient_ids @> array[$1]'
      when 'user' then 'user_id = $1'
      when 'refused' then 'kind = ''refusal'''
      when 'exports' then 'action = any ($2) and kind <> ''refusal'''
    end)
    using subject, actions, first_day, last_day, most;
end
$$;

-- Who opened which one patient in the period, and whether the same person changed anything of the patient, also before it.
create function audit_openings(first_day date, last_day date, days_before integer)
  returns table (user_id bigint, patient_id bigint, role text, times bigint, latest timestamptz, has_written boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select user_id, patient_ids[1], max(role), count(*) filter (where kind = 'read' and at >= london_day(first_day)),
    max(at) filter (where kind = 'read' and at >= london_day(first_day)), bool_or(kind = 'write')
  from audit_event
  where at >= london_day(first_day - days_before) and at < london_day(last_day + 1)
    and kind in ('read', 'write') and user_id is not null and cardinality(patient_ids) = 1
  group by user_id, patient_ids[1]
  having count(*) filter (where kind = 'read' and at >= london_day(first_day)) > 0
$$;

-- How many patients a person opened one by one, by the hour.
create function audit_hours(first_day date, last_day date)
  returns table (user_id bigint, role text, hour timestamptz, times bigint, patients bigint, latest timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select user_id, max(role), date_trunc('hour', at), count(*), count(distinct patient_ids[1]), max(at)
  from audit_event
  where at >= london_day(first_day) and at < london_day(last_day + 1)
    and kind = 'read' and user_id is not null and cardinality(patient_ids) = 1
  group by user_id, date_trunc('hour', at)
$$;

revoke all on function audit_events_asked(text, bigint, text[], date, date, integer), audit_openings(date, date, integer),
  audit_hours(date, date) from public;
grant execute on function audit_events_asked(text, bigint, text[], date, date, integer), audit_openings(date, date, integer),
  audit_hours(date, date) to surefoot_app;
