-- What "deleted ones do not count" means, for the recounts: only rows in use, of referrals in use, of patients in use.
create schema recount;
create view recount.referral as
  select w.*, p.deceased_date, p.registered_gp, p.date_of_birth, p.gender_id, p.ethnicity_id, p.postcode, p.nhs_number
  from pathway w, patient p where p.id = w.patient_id and w.is_active and p.is_active;
create view recount.frat as
  select r.*, w.patient_id from frat r, recount.referral w where w.id = r.pathway_id and r.is_active;
create view recount.wellbeing as
  select r.*, w.patient_id from wellbeing r, recount.referral w where w.id = r.pathway_id and r.is_active;
create view recount.plan as
  select r.*, w.patient_id from treatment_plan r, recount.referral w where w.id = r.pathway_id and r.is_active;
create view recount.exercise as
  select r.*, w.patient_id from exercise r, recount.referral w where w.id = r.pathway_id and r.is_active;
create view recount.attendance as
  select r.*, e.pathway_id, e.patient_id from exercise_attendance r, recount.exercise e where e.id = r.exercise_id and r.is_active;
create view recount.call as
  select r.*, w.patient_id from followup r, recount.referral w where w.id = r.pathway_id and r.is_active;
create view recount.equipment as
  select r.*, w.patient_id from equipment_assessment r, recount.referral w where w.id = r.pathway_id and r.is_active;
create view recount.onward as
  select r.*, w.patient_id from onward_referral r, recount.referral w where w.id = r.pathway_id and r.is_active;

-- The list on which a referral stands at the end of a day: the table of docs/stages.md, in SQL, on what had happened by then.
create function recount.standing(day date)
  returns table (pathway_id bigint, patient_id bigint, stage text, since date) language sql stable as $$
  with then_open as (
    select w.id, w.patient_id, w.referral_date, case when w.deceased_date <= day then w.deceased_date end as died
    from recount.referral w
    where coalesce(w.referral_date, day) <= day and coalesce(w.discharge_date, day + 1) > day
      and coalesce(w.cancel_referral_date, day + 1) > day),
  known as (
    select o.*,
      (select min(e.exercise_plan_date) from recount.exercise e where e.pathway_id = o.id and e.exercise_plan_date <= day
        and coalesce(e.completed_date, day + 1) > day) as exercising,
      (select min(t.treatment_date) from recount.plan t where t.pathway_id = o.id and t.treatment_date <= day
        and (t.goals_achieved_id is null or t.goals_recorded_date > day)) as treating,
      (select f.assessment_date from recount.frat f where f.pathway_id = o.id and f.assessment_date <= day
        order by f.assessment_date desc, f.id desc limit 1) as frat_day,
      (select f.discharged_to_id from recount.frat f where f.pathway_id = o.id and f.assessment_date <= day
        order by f.assessment_date desc, f.id desc limit 1) as frat_end,
      (select max(b.assessment_date) from recount.wellbeing b where b.pathway_id = o.id and b.assessment_date <= day) as wellbeing_day,
      greatest(
        (select max(t.treatment_date) from recount.plan t where t.pathway_id = o.id and t.treatment_date <= day),
        (select max(e.completed_date) from recount.exercise e where e.pathway_id = o.id and e.completed_date <= day)) as anchor,
      greatest(
        (select max(coalesce(t.goals_recorded_date, t.treatment_date)) from recount.plan t where t.pathway_id = o.id and t.treatment_date <= day),
        (select max(e.completed_date) from recount.exercise e where e.pathway_id = o.id and e.completed_date <= day)) as ended
    from then_open o),
  called as (
    select k.*,
      (select c.call_date from recount.call c where c.pathway_id = k.id and c.call_date between k.anchor and day
        order by c.call_date, c.id limit 1) as first_call,
      (select c.call_date from recount.call c where c.pathway_id = k.id and c.call_date between k.anchor and day
        order by c.call_date, c.id limit 1 offset 1) as second_call
    from known k)
  select id, patient_id,
    case when died is not null then 'Awaiting discharge'
      when exercising is not null then 'In exercise'
      when treating is not null then 'In treatment'
      when frat_end is not null then 'Awaiting discharge'
      when frat_day is null then 'Awaiting assessment'
      when wellbeing_day is null then 'Awaiting wellbeing'
      when anchor is null then 'Awaiting treatment'
      when first_call is null then 'Awaiting follow-up'
      when second_call is null then 'Awaiting second follow-up'
      else 'Awaiting discharge' end,
    case when died is not null then died
      when exercising is not null then exercising
      when treating is not null then treating
      when frat_end is not null then frat_day
      when frat_day is null then referral_date
      when wellbeing_day is null then frat_day
      when anchor is null then wellbeing_day
      when first_call is null then ended
      when second_call is null then first_call
      else second_call end
  from called
$$;
