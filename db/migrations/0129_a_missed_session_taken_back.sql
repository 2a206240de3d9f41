-- A class session that somebody said they would miss, and took back on their own page, counts as not said. Unused since version 1.0.0.

create or replace view my_session with (security_barrier) as
  select session.id, session.class_id, session.session_date, session.start_time, session.minutes, location.name as place, location.address,
    exists (select from person_answer as answer
      join pathway on pathway.id = answer.pathway_id and pathway.patient_id = shown_person()
      where answer.kind = 'missesSession' and (answer.told->>'sessionId')::bigint = session.id
        and answer.settled_how is distinct from 'takenBack') as is_missed
  from class_session as session
  join location on location.id = session.location_id
  where session.class_id in (
    select class_id from class_member where patient_id = shown_person() and ended_how is null and state in ('joined', 'offered'));
