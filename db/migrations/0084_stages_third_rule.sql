-- What the third reading of the stage rule looks at (docs/stages.md, decision 129).

-- What was answered to the question whether a call before its window counts; null is a sender that was not asked.
alter table followup add counts_early boolean;

-- The plans in use of both kinds. `begun_on` is the day of the plan; where appointments were booked for that day and none was kept,
-- the first day since of which anything of the plan is recorded, and null while nothing is.
create view care_plan as
  with plan as (
    select 'treatment' as kind, id, pathway_id, treatment_date as begins, ended_date as ended, created_at
    from treatment_plan where is_active
    union all
    select 'exercise', id, pathway_id, exercise_plan_date, completed_date, created_at
    from exercise where is_active)
  select plan.*, case
      when exists (
        select from appointment
        where appointment.pathway_id = plan.pathway_id and appointment.is_active and appointment_date = plan.begins)
      and not exists (
        select from appointment
        where appointment.pathway_id = plan.pathway_id and appointment.is_active and appointment_date = plan.begins
          and coalesce(outcome in ('attended', 'attendedLate'), true))
      then least(
        (select min(appointment_date) from appointment
         where appointment.pathway_id = plan.pathway_id and appointment.is_active and appointment_date > plan.begins
           and outcome in ('attended', 'attendedLate')),
        -- A note of that day says that nobody was seen; a letter or a call is how a new day is agreed.
        (select min(contact_date) from contact_note
         where contact_note.pathway_id = plan.pathway_id and contact_note.is_active and contact_date > plan.begins
           and contact_type not in ('letter', 'call')),
        (select min(measured_date) from measure
         where measure.pathway_id = plan.pathway_id and measure.is_active and measured_date >= plan.begins),
        (select min(attendance_date) from exercise_attendance
         where plan.kind = 'exercise' and exercise_id = plan.id and exercise_attendance.is_active
           and attendance_date >= plan.begins and attendance_status in ('5', '6')))
      else plan.begins end as begun_on
  from plan;
grant select on care_plan to surefoot_app, surefoot_reader;

-- How many days before its day a call counts already. People outside the service may not read the targets, and see on which list a
-- referral stands, which these decide.
create view call_window as
  select awaiting_followup as first_days, awaiting_second_followup as second_days from stage_target;
grant select on call_window to surefoot_app, surefoot_reader;

-- When a referral was taken up again after it had been closed: by the day on which it was placed, which may be another than that
-- of the database's clock at midnight. Older transitions have their instant alone.
alter table stage_transition add day date;
create index stage_transition_resumed on stage_transition (pathway_id) where from_stage in ('discharged', 'cancelled');
