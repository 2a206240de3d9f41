-- What a person answers before a visit or call, about exercise at home, and about signs that cannot wait (decision 168). Unused since version 1.0.0.

-- Answers of this visit that were begun and not yet sent. They go when they are sent, or when the visit is over.
alter table person_visit add column begun jsonb;
create index person_visit_begun on person_visit (seen_at) where begun is not null;

create view my_begun with (security_barrier) as
  select person_visit.id, person_visit.begun
  from person_visit where person_visit.patient_id = shown_person() and person_visit.ended_at is null;

-- The appointments and follow-up calls of open referrals, and from which day questions are asked before each.
create view question_occasion as
  select pathway.patient_id, pathway.id as pathway_id, appointment.id as appointment_id,
    'appointment ' || appointment.id as occasion, appointment.appointment_type as kind, appointment.appointment_date as day,
    appointment.appointment_date - 14 as from_day, appointment.appointment_date as until_day
  from appointment
  join pathway on pathway.id = appointment.pathway_id and pathway.is_active
    and pathway.discharge_date is null and pathway.cancel_referral_date is null
  where appointment.is_active and appointment.outcome is null
  union all
  -- The window of the call begins as many days before its day as the target of its list has (server/pathways/worklists/callList.ts).
  select work_list.patient_id, work_list.pathway_id, null::bigint,
    'call ' || work_list.stage || ' ' || work_list.due, 'followup', work_list.due,
    work_list.due - 14 - case work_list.stage when 'awaitingFollowup' then stage_target.awaiting_followup
      else stage_target.awaiting_second_followup end, null::date
  from work_list cross join stage_target
  where work_list.stage in ('awaitingFollowup', 'awaitingSecondFollowup') and work_list.due is not null
    and not work_list.deceased;

create view my_question_occasion with (security_barrier) as
  select question_occasion.pathway_id, question_occasion.appointment_id, question_occasion.occasion, question_occasion.kind,
    question_occasion.day, question_occasion.from_day, question_occasion.until_day,
    (select max(answer.told_at) from person_answer as answer
      where answer.pathway_id = question_occasion.pathway_id and answer.kind = 'questions'
        and answer.told ->> 'occasion' = question_occasion.occasion) as answered_at,
    (select count(*)::integer from person_answer as answer
      where answer.pathway_id = question_occasion.pathway_id and answer.kind = 'questions'
        and answer.told ->> 'occasion' = question_occasion.occasion) as times_answered
  from question_occasion where question_occasion.patient_id = shown_person();

-- The exercise plans for whose days a person can keep a diary: those that are open, of open referrals.
create view diary_plan as
  select pathway.patient_id, pathway.id as pathway_id, exercise.id as exercise_id, exercise.exercise_plan_date
  from exercise
  join pathway on pathway.id = exercise.pathway_id and pathway.is_active
    and pathway.discharge_date is null and pathway.cancel_referral_date is null
  where exercise.is_active and exercise.completed_date is null;

create view my_diary_plan with (security_barrier) as
  select diary_plan.exercise_id, diary_plan.exercise_plan_date
  from diary_plan where diary_plan.patient_id = shown_person();

-- The days of diaries, of which the last answer counts.
create view diary_day as
  select distinct on (answer.pathway_id, (answer.told ->> 'exerciseId')::bigint, (answer.told ->> 'day')::date)
    answer.id, answer.pathway_id, (answer.told ->> 'exerciseId')::bigint as exercise_id,
    (answer.told ->> 'day')::date as day, (answer.told ->> 'isDone')::boolean as is_done,
    (answer.told ->> 'minutes')::integer as minutes, answer.told ->> 'felt' as felt
  from person_answer as answer where answer.kind = 'diary'
  order by answer.pathway_id, (answer.told ->> 'exerciseId')::bigint, (answer.told ->> 'day')::date, answer.id desc;

create view my_diary_day with (security_barrier) as
  select diary_day.exercise_id, diary_day.day, diary_day.is_done, diary_day.minutes, diary_day.felt
  from diary_day
  join pathway on pathway.id = diary_day.pathway_id and pathway.is_active
  where pathway.patient_id = shown_person();

revoke all on my_begun, my_question_occasion, my_diary_plan, my_diary_day from surefoot_app;
grant select on my_begun, my_question_occasion, my_diary_plan, my_diary_day to surefoot_person;
revoke all on question_occasion, diary_plan, diary_day from surefoot_app;
grant select on question_occasion, diary_plan, diary_day to surefoot_app;
