-- FRAT by item: five answers that add up to the score, or none of them (domain section 2.4).
alter table frat
  add fall_in_last_year boolean,
  add four_or_more_medicines boolean,
  add stroke_or_parkinsons boolean,
  add balance_problems boolean,
  add cannot_rise_from_chair boolean,
  add check (
    num_nonnulls(fall_in_last_year, four_or_more_medicines, stroke_or_parkinsons, balance_problems,
      cannot_rise_from_chair) = 0
    or frat_score = fall_in_last_year::integer + four_or_more_medicines::integer + stroke_or_parkinsons::integer
      + balance_problems::integer + cannot_rise_from_chair::integer
  );

-- National attendance status (domain section 6.18) and the length of a session.
alter table exercise_attendance
  add attendance_status text not null default '5' check (attendance_status in ('5', '6', '7', '2', '3', '4')),
  add minutes integer check (minutes between 1 and 480);

-- What happened to one record, oldest first, for its history. Runs as the owner because the application itself may
-- not read the trail; it answers the entries of that one record and nothing else.
create function history_of(of_entity text, of_id text, of_patient bigint)
  returns table (at timestamptz, user_id bigint, version integer, before jsonb, after jsonb)
  language sql stable security definer set search_path = public, pg_temp as $$
  select audit_event.at, audit_event.user_id, (changed.record ->> 'version')::integer,
    changed.record -> 'before', changed.record -> 'after'
  from audit_event
  cross join lateral jsonb_array_elements(audit_event.records) as changed (record)
  where audit_event.patient_ids @> array[of_patient]
    and audit_event.kind = 'write'
    and changed.record ->> 'entity' = of_entity
    and changed.record ->> 'id' = of_id
    and changed.record -> 'after' is not null
  order by audit_event.id
$$;
revoke all on function history_of(text, text, bigint) from public;
grant execute on function history_of(text, text, bigint) to surefoot_app;
