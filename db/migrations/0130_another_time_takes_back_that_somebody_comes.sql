-- A wish for another time takes back that somebody comes, also once staff have seen it. Unused since version 1.0.0.

-- Appointments to which the person said that they come, as it is now, and for which they asked no other time since.
create view confirmed_appointment as
  select appointment.id, max(comes.told_at) as confirmed_at
  from appointment
  join person_answer as comes on comes.appointment_id = appointment.id and comes.kind = 'comes'
    and comes.told->>'day' = to_char(appointment.appointment_date, 'YYYY-MM-DD') and comes.told->>'time' = appointment.start_time
  where not exists (
    select from person_answer as wish
    where wish.appointment_id = appointment.id and wish.kind = 'anotherTime' and wish.id > comes.id
      and wish.told->>'day' = comes.told->>'day' and wish.told->>'time' = comes.told->>'time')
  group by appointment.id;

revoke all on confirmed_appointment from surefoot_app;
grant select on confirmed_appointment to surefoot_app, surefoot_reader;

create or replace view my_appointment with (security_barrier) as
  select appointment.id, appointment.pathway_id, appointment.appointment_type, appointment.appointment_date,
    appointment.start_time, appointment.location_id, location.name as place, location.address,
    (select confirmed_at from confirmed_appointment as confirmed where confirmed.id = appointment.id) as confirmed_at,
    (select max(told_at) from person_answer as answer
      where answer.appointment_id = appointment.id and answer.kind = 'anotherTime' and answer.settled_at is null
        and answer.told->>'day' = to_char(appointment.appointment_date, 'YYYY-MM-DD') and answer.told->>'time' = appointment.start_time) as asked_to_move_at
  from appointment
  join pathway on pathway.id = appointment.pathway_id and pathway.is_active
    and pathway.discharge_date is null and pathway.cancel_referral_date is null
  join location on location.id = appointment.location_id
  where pathway.patient_id = shown_person() and appointment.is_active and appointment.outcome is null;

-- People outside the service see by the view that an appointment was confirmed, and read no answers any more.
revoke select (appointment_id, kind, told, told_at) on person_answer from surefoot_reader;
