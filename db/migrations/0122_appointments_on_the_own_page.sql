-- What the own page shows of appointments, classes, offers and waits, and tasks about what was answered there (decision 167). Unused since version 1.0.0.

-- A task that an answer opened is closed when somebody settles the answer.
alter table task add column person_answer_id bigint references person_answer;
create index open_task_by_answer on task (person_answer_id) where closed_at is null and person_answer_id is not null;

-- A slot that the service offered by itself is kept for so long; one that staff offered, until the end of the next day.
alter table slot_offer add column kept_until timestamptz;

-- Where a place is, for people who come to it.
alter table location add column address text not null default '';

-- How long people usually stay on a list for which they wait: half of those who left it lately. Counted every hour.
create table usual_wait (
  stage text primary key,
  from_days integer not null,
  to_days integer not null check (to_days >= from_days),
  people integer not null,
  counted_at timestamptz not null
);

create view my_appointment with (security_barrier) as
  select appointment.id, appointment.pathway_id, appointment.appointment_type, appointment.appointment_date,
    appointment.start_time, appointment.location_id, location.name as place, location.address,
    (select max(told_at) from person_answer as answer
      where answer.appointment_id = appointment.id and answer.kind = 'comes'
        and answer.told->>'day' = to_char(appointment.appointment_date, 'YYYY-MM-DD') and answer.told->>'time' = appointment.start_time) as confirmed_at,
    (select max(told_at) from person_answer as answer
      where answer.appointment_id = appointment.id and answer.kind = 'anotherTime' and answer.settled_at is null
        and answer.told->>'day' = to_char(appointment.appointment_date, 'YYYY-MM-DD') and answer.told->>'time' = appointment.start_time) as asked_to_move_at
  from appointment
  join pathway on pathway.id = appointment.pathway_id and pathway.is_active
    and pathway.discharge_date is null and pathway.cancel_referral_date is null
  join location on location.id = appointment.location_id
  where pathway.patient_id = shown_person() and appointment.is_active and appointment.outcome is null;

-- A free slot that was offered, while it is free.
create view my_offer with (security_barrier) as
  select offer.id, offer.pathway_id, slot.appointment_type, slot.slot_date, slot.start_time, location.name as place, location.address
  from slot_offer as offer
  join pathway on pathway.id = offer.pathway_id and pathway.is_active
    and pathway.discharge_date is null and pathway.cancel_referral_date is null
  join clinic_slot as slot on slot.id = offer.slot_id and not slot.is_withdrawn and slot.booked < slot.places
  join location on location.id = slot.location_id
  where pathway.patient_id = shown_person() and offer.refused_date is null
    and not exists (
      select from appointment
      where appointment.slot_id = slot.id and appointment.pathway_id = offer.pathway_id and appointment.is_active
        and (appointment.outcome is null or appointment.outcome not in ('cancelledByPatient', 'cancelledByService')));

create view my_class with (security_barrier) as
  select member.id, member.pathway_id, member.class_id, member.state, class.name, class.first_date, class.start_time,
    location.name as place, location.address,
    exists (select from person_answer as answer
      where answer.pathway_id = member.pathway_id and answer.kind = 'leaveClass' and answer.settled_at is null
        and (answer.told->>'placeId')::bigint = member.id) as is_leaving
  from class_member as member
  join exercise_class as class on class.id = member.class_id
  join location on location.id = class.location_id
  where member.patient_id = shown_person() and member.ended_how is null;

create view my_session with (security_barrier) as
  select session.id, session.class_id, session.session_date, session.start_time, session.minutes, location.name as place, location.address,
    exists (select from person_answer as answer
      join pathway on pathway.id = answer.pathway_id and pathway.patient_id = shown_person()
      where answer.kind = 'missesSession' and (answer.told->>'sessionId')::bigint = session.id) as is_missed
  from class_session as session
  join location on location.id = session.location_id
  where session.class_id in (
    select class_id from class_member where patient_id = shown_person() and ended_how is null and state in ('joined', 'offered'));

create view my_day_off with (security_barrier) as
  select off.class_id, off.day_off
  from class_day_off as off
  where off.class_id in (
    select class_id from class_member where patient_id = shown_person() and ended_how is null and state in ('joined', 'offered'));

-- Lists on which the person waits for the service.
create view my_wait with (security_barrier) as
  select listed.pathway_id, listed.since, usual.from_days, usual.to_days, answer.told->>'answer' as answer, answer.told_at
  from work_list as listed
  left join usual_wait as usual on usual.stage = listed.stage
  left join lateral (
    select told, told_at from person_answer
    where person_answer.pathway_id = listed.pathway_id and person_answer.kind = 'wait' order by id desc limit 1) as answer on true
  where listed.patient_id = shown_person() and not listed.deceased
    and listed.stage in ('awaitingAssessment', 'awaitingWellbeing', 'awaitingTreatment');

revoke all on my_appointment, my_offer, my_class, my_session, my_day_off, my_wait from surefoot_app;
grant select on my_appointment, my_offer, my_class, my_session, my_day_off, my_wait to surefoot_person;

-- People outside the service see that an appointment was confirmed, and nothing else that was answered.
grant select (appointment_id, kind, told, told_at) on person_answer to surefoot_reader;
alter table person_answer enable row level security;
create policy person_answer_staff on person_answer to surefoot_app using (true) with check (true);
create policy person_answer_shared on person_answer for select to surefoot_reader using (kind = 'comes');
