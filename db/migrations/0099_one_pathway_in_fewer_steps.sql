-- What a save or a page asks about one pathway without steps that most pathways do not need (decision 143). PostgreSQL prepares every part
-- of a statement before it runs it; of a function only what is reached.

-- The day on which a plan began to be kept, as the view care_plan has it: the day planned, unless the appointment on it was missed.
create function plan_begun_on(of_kind text, of_plan bigint, of_pathway bigint, begins date) returns date
  language plpgsql stable as $$
begin
  if not exists (
      select from appointment
      where appointment.pathway_id = of_pathway and appointment.is_active and appointment.appointment_date = begins)
    or exists (
      select from appointment
      where appointment.pathway_id = of_pathway and appointment.is_active and appointment.appointment_date = begins
        and coalesce(appointment.outcome in ('attended', 'attendedLate'), true)) then
    return begins;
  end if;
  return least(
    (select min(appointment_date) from appointment
      where appointment.pathway_id = of_pathway and appointment.is_active and appointment.appointment_date > begins
        and appointment.outcome in ('attended', 'attendedLate')),
    (select min(contact_date) from contact_note
      where contact_note.pathway_id = of_pathway and contact_note.is_active and contact_note.contact_date > begins
        and contact_note.contact_type not in ('letter', 'call')),
    (select min(measured_date) from measure
      where measure.pathway_id = of_pathway and measure.is_active and measure.measured_date >= begins),
    (select min(attendance_date) from exercise_attendance
      where of_kind = 'exercise' and exercise_attendance.exercise_id = of_plan and exercise_attendance.is_active
        and exercise_attendance.attendance_date >= begins and exercise_attendance.attendance_status in ('5', '6')));
end
$$;

-- The same rows as care_plan, for statements about a few pathways; reports of all are quicker with care_plan.
create view care_plan_of_pathway as
select kind, id, pathway_id, begins, ended, created_at, plan_begun_on(kind, id, pathway_id, begins) as begun_on
from (
  select 'treatment'::text as kind, id, pathway_id, treatment_date as begins, ended_date as ended, created_at
  from treatment_plan where is_active
  union all
  select 'exercise'::text, id, pathway_id, exercise_plan_date, completed_date, created_at
  from exercise where is_active) as plan;

-- The last session of the class in which a plan has a place, as the view class_until has it.
create function class_until_of(of_exercise bigint, of_pathway bigint) returns date language plpgsql stable as $$
begin
  return (select day from class_until where exercise_id = of_exercise and pathway_id = of_pathway);
end
$$;

-- The days on which a record says that the patient died, as the view said_dead has them. The rows of the lists tell of an open
-- referral whether there are any.
create function said_dead_days(of_patient bigint) returns jsonb
  language plpgsql stable as $$
begin
  if (select bool_or(deceased) from work_list where work_list.patient_id = of_patient) is false then
    return '[]'::jsonb;
  end if;
  return (select coalesce(jsonb_agg(day order by day), '[]'::jsonb) from said_dead where patient_id = of_patient);
end
$$;

-- The records that withheld_records withholds. Few patients are restricted, so that is looked up first.
create function withheld_among(of_user bigint, of_session bigint, of_patients bigint[], care_days integer) returns setof bigint
  language plpgsql stable rows 1 as $$
begin
  if exists (select from patient_restriction where patient_id = any (of_patients) and ended_at is null) then
    return query select withheld_records(of_user, of_session, of_patients, care_days);
  end if;
end
$$;

grant select on care_plan_of_pathway to surefoot_app, surefoot_reader;
