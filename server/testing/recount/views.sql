-- What "deleted ones do not count" means, for the recounts: only rows in use, of referrals in use, of patients in use.
create schema recount;
create view recount.referral as
  select w.*, case when w.received_date is null then w.referral_date else w.received_date end as waits_from, p.deceased_date, p.registered_gp, p.date_of_birth, p.gender_id, p.ethnicity_id, p.postcode, p.nhs_number
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
create view recount.decision as
  select r.*, w.patient_id from no_plan_decision r, recount.referral w where w.id = r.pathway_id and r.is_active;

-- What says that a patient has died, beside the date of death.
create view recount.death_said as
  select w.patient_id, w.discharge_date as day from recount.referral w join discharge_reason r on r.id = w.discharge_reason_id and r.code = 'died'
  union all
  select w.patient_id, w.discharge_date from recount.referral w join discharged_to r on r.id = w.discharged_to_id and r.code = 'died'
  union all
  select w.patient_id, w.cancel_referral_date from recount.referral w join declined_referral r on r.id = w.declined_referral_id and r.code = 'died'
  union all
  select f.patient_id, f.assessment_date from recount.frat f join discharged_to r on r.id = f.discharged_to_id and r.code = 'died'
  union all
  select c.patient_id, c.call_date from recount.call c where c.outcome = 'died';

-- The plans that took place or still may: one that ended on its first day or before did not. A plan for whose first day appointments
-- were made, of which none was kept, begins on the day on which something is recorded of it.
create view recount.programme as
  with every as (
    select p.pathway_id, p.patient_id, 'treatment' as kind, p.id, p.treatment_date as first_day, p.ended_date as last_day, p.created_at
    from recount.plan p
    union all
    select e.pathway_id, e.patient_id, 'exercise', e.id, e.exercise_plan_date, e.completed_date, e.created_at from recount.exercise e),
  kept as (
    select a.pathway_id, a.appointment_date as day, count(*) as made,
      count(*) filter (where a.outcome is null or a.outcome like 'attended%') as standing,
      count(*) filter (where a.outcome like 'attended%') as seen
    from appointment a where a.is_active group by a.pathway_id, a.appointment_date),
  sign as (
    select k.pathway_id, null::bigint as exercise_id, k.day, false as same_day from kept k where k.seen > 0
    union all
    select n.pathway_id, null, n.contact_date, false from contact_note n where n.is_active and n.contact_type in ('visit', 'clinic', 'other')
    union all
    select m.pathway_id, null, m.measured_date, true from measure m where m.is_active
    union all
    select t.pathway_id, t.exercise_id, t.attendance_date, true from recount.attendance t where t.attendance_status in ('5', '6'))
  select v.*, case when k.made > 0 and k.standing = 0 then (
      select min(s.day) from sign s
      where s.pathway_id = v.pathway_id and (s.exercise_id is null or v.kind = 'exercise' and s.exercise_id = v.id)
        and (s.day > v.first_day or s.same_day and s.day = v.first_day))
    else v.first_day end as begun
  from every v left join kept k on k.pathway_id = v.pathway_id and k.day = v.first_day
  where v.last_day is null or v.last_day > v.first_day;

-- The days of the calls that count, one after the other: state is the days counted so far.
create function recount.next_call(counted date[], called date, early boolean, care_over date, first_days integer, second_days integer)
  returns date[] language plpgsql immutable as $$
declare
  before date := coalesce(counted[cardinality(counted)], care_over);
  days integer := case cardinality(counted) when 0 then first_days else second_days end;
begin
  if called < care_over or early = false and called < (before + interval '3 months')::date - days then return counted; end if;
  return counted || called;
end $$;
create aggregate recount.calls_that_count(date, boolean, date, integer, integer) (
  sfunc = recount.next_call, stype = date[], initcond = '{}');

-- The list on which a referral stands at the end of a day: the table of docs/reference/pathways.md, in SQL, on what had happened by then
-- and what was booked by then.
create function recount.standing(day date)
  returns table (pathway_id bigint, patient_id bigint, stage text, since date) language sql stable as $$
  with said as (
    select d.patient_id, min(d.day) as first_said from recount.death_said d where d.day <= $1 group by d.patient_id),
  plan as (
    select p.pathway_id, 'treatment' as kind, p.treatment_date as begins, p.created_at, g.begun,
      case when p.ended_date <= $1 then p.ended_date end as ended
    from recount.plan p left join recount.programme g on g.kind = 'treatment' and g.id = p.id
    union all
    select e.pathway_id, 'exercise', e.exercise_plan_date, e.created_at, g.begun, case when e.completed_date <= $1 then e.completed_date end
    from recount.exercise e left join recount.programme g on g.kind = 'exercise' and g.id = e.id),
  planned as (
    select p.pathway_id, count(*) as plans, max(p.ended) as plan_end,
      min(p.begins) filter (where p.kind = 'exercise' and p.begun <= $1 and p.ended is null) as exercising,
      min(p.begins) filter (where p.kind = 'treatment' and p.begun <= $1 and p.ended is null) as treating,
      min(p.begins) filter (where (p.begun <= $1) is not true and p.ended is null) as booked
    from plan p
    where (p.begins <= $1 or p.ended is not null or timezone('Europe/London', p.created_at)::date <= $1)
      and (p.ended is null or p.ended > p.begins)
    group by p.pathway_id),
  decided as (
    select d.pathway_id, max(d.decision_date) as decision, max(d.decision_date) filter (where d.reason <> 'planDeclined') as lasting
    from recount.decision d where d.decision_date <= $1 group by d.pathway_id),
  resumed as (
    select t.pathway_id, max(case when t.day is null then timezone('Europe/London', t.at)::date else t.day end) as day from stage_transition t
    where t.from_stage in ('discharged', 'cancelled') and t.to_stage not in ('discharged', 'cancelled', 'removed')
      and case when t.day is null then timezone('Europe/London', t.at)::date else t.day end <= $1
    group by t.pathway_id),
  scored as (
    select f.pathway_id, min(f.assessment_date) as first_frat,
      min(f.assessment_date) filter (where f.discharged_to_id is not null) as first_leaving,
      (array_agg(f.discharged_to_id order by f.assessment_date desc, f.id desc))[1] as leaving
    from recount.frat f where f.assessment_date <= $1 group by f.pathway_id),
  asked as (
    select b.pathway_id, min(b.assessment_date) as first_wellbeing from recount.wellbeing b where b.assessment_date <= $1 group by b.pathway_id),
  known as (
    select w.id, w.patient_id, w.waits_from, case when w.deceased_date <= $1 then w.deceased_date else said.first_said end as died,
      planned.plans, planned.exercising, planned.treating, planned.booked, decided.decision, scored.first_frat,
      scored.first_leaving, scored.leaving, asked.first_wellbeing, resumed.day as resumed,
      case when planned.plan_end is null then decided.decision else greatest(planned.plan_end, decided.lasting) end as done
    from recount.referral w
    left join said on said.patient_id = w.patient_id
    left join planned on planned.pathway_id = w.id
    left join decided on decided.pathway_id = w.id
    left join resumed on resumed.pathway_id = w.id
    left join scored on scored.pathway_id = w.id
    left join asked on asked.pathway_id = w.id
    where coalesce(w.waits_from, $1) <= $1 and coalesce(w.discharge_date, $1 + 1) > $1
      and coalesce(w.cancel_referral_date, $1 + 1) > $1),
  called as (
    select k.*, spoken.days[1] as first_call, spoken.days[2] as second_call, spoken.days[cardinality(spoken.days)] as last_call
    from known k cross join stage_target target
    left join lateral (
      select recount.calls_that_count(c.call_date, c.counts_early, k.done, target.awaiting_followup, target.awaiting_second_followup
        order by c.call_date, c.id) as days
      from recount.call c
      where c.pathway_id = k.id and k.done is not null and c.call_date <= $1 and coalesce(c.outcome, 'reached') = 'reached') spoken on true)
  select c.id, c.patient_id, stood.stage, stood.since
  from called c
  cross join lateral (
    select answer.stage, answer.since
    from (values
      (1, c.died is not null, 'Awaiting discharge', c.died),
      (2, c.exercising is not null, 'In exercise', c.exercising),
      (3, c.treating is not null, 'In treatment', c.treating),
      (4, c.plans is null and c.decision is null and c.leaving is not null, 'Awaiting discharge', c.first_leaving),
      (5, c.done is not null and c.booked is not null, 'Awaiting treatment', greatest(c.done, c.last_call, c.resumed)),
      (6, c.done is not null and c.first_call is null, 'Awaiting follow-up', c.done),
      (7, c.done is not null and c.second_call is null, 'Awaiting second follow-up', c.first_call),
      (8, c.done is not null, 'Awaiting discharge', c.second_call),
      (9, c.first_frat is null, 'Awaiting assessment', c.waits_from),
      (10, c.first_wellbeing is null, 'Awaiting wellbeing', c.first_frat),
      (11, true, 'Awaiting treatment', greatest(c.first_frat, c.first_wellbeing))) as answer (place, is_so, stage, since)
    where answer.is_so order by answer.place limit 1) as stood
$$;

-- Referrals on which care is over, and the days on which it began and ended.
create view recount.over as
  select w.id, w.patient_id, b.began, e.ended
  from recount.referral w
  cross join lateral (
    select min(g.begun) as began, bool_or(g.last_day is null) as under_way, max(g.last_day) as last
    from recount.programme g where g.pathway_id = w.id) b
  cross join lateral (select case when b.under_way then w.discharge_date else b.last end as ended) e
  where w.cancel_referral_date is null and b.began <= e.ended;

create view recount.result as
  select r.*, w.patient_id from measure r, recount.referral w where w.id = r.pathway_id and r.is_active;
create view recount.fall as
  select r.* from fall r, patient p where p.id = r.patient_id and r.is_active and p.is_active;
create view recount.checklist as
  select r.*, w.patient_id from falls_checklist r, recount.referral w where w.id = r.pathway_id and r.is_active;

-- Whose record a listed person has: that of the referral which was accepted from the list, or the one with the NHS number, or the
-- one into which that was merged.
create function recount.record_of(of_listed bigint) returns bigint language plpgsql stable as $$
declare
  number text;
  found bigint;
  step bigint;
begin
  select w.patient_id into found
  from listed_person l, incoming_referral i, recount.referral w
  where l.id = of_listed and i.id = l.incoming_referral_id and w.id = i.pathway_id;
  if found is not null then return found; end if;
  select nhs_number into number from listed_person where id = of_listed;
  select p.id into found from patient p where p.nhs_number = number and p.is_active;
  if found is not null then return found; end if;
  select p.id into step from patient p where p.nhs_number = number;
  while step is not null loop
    select p.id into found from patient p where p.id = step and p.is_active;
    if found is not null then return found; end if;
    step := (select m.survivor_id from patient_merge m where m.merged_id = step and m.undone_at is null);
  end loop;
  return null;
end
$$;

create function recount.standing_of(of_listed bigint, on_day date) returns text language plpgsql stable as $$
declare
  row record;
  own record;
  record_id bigint := recount.record_of(of_listed);
  year_before date;
begin
  select l.*, c.list_date into row from listed_person l, case_finding_list c where l.id = of_listed and c.id = l.list_id;
  if row.standing is not null then return row.standing; end if;
  year_before := row.list_date - interval '1 year';
  if exists (select 1 from patient p where p.id = record_id and p.deceased_date <= on_day)
    or exists (select 1 from recount.death_said d where d.patient_id = record_id and d.day <= on_day) then
    return 'died';
  end if;
  select i.*, date(timezone('Europe/London', i.decided_at)) as decided into own
  from incoming_referral i where i.id = row.incoming_referral_id;
  if exists (
    select 1 from recount.referral w
    where w.patient_id = record_id and coalesce(w.referral_date, w.received_date, date(timezone('Europe/London', w.created_at))) <= on_day
      and w.id not in (
        select i.pathway_id from incoming_referral i, listed_person l
        where l.list_id = row.list_id and i.id = l.incoming_referral_id and i.pathway_id is not null)
      and case when coalesce(least(w.cancel_referral_date, w.discharge_date), 'infinity') > on_day then true
        when least(w.cancel_referral_date, w.discharge_date) < year_before then false
        else not recount.is_refused(w.id) end) then
    return 'known';
  end if;
  if row.is_opted_out
    or exists (select 1 from listed_person l where l.is_opted_out and l.nhs_number = row.nhs_number)
    or exists (select 1 from listed_person l, patient p
      where l.is_opted_out and l.nhs_number = p.nhs_number and (p.id = record_id
        or p.id in (select m.merged_id from patient_merge m where m.survivor_id = record_id and m.undone_at is null)))
    or own.state = 'declined' and own.decided <= on_day
    or exists (select 1 from recount.referral w
      where w.patient_id = record_id and recount.is_refused(w.id)
        and coalesce(w.referral_date, w.received_date, date(timezone('Europe/London', w.created_at))) <= on_day
        and least(w.cancel_referral_date, w.discharge_date) >= year_before and least(w.cancel_referral_date, w.discharge_date) <= on_day)
    or exists (select 1 from patient p where p.id = record_id and (p.consent_refused_date is not null or p.time_consent_refused is not null)) then
    return 'declined';
  end if;
  if recount.is_accepted(of_listed, on_day)
    or exists (
      select 1 from incoming_referral i
      where (i.id = row.incoming_referral_id or i.nhs_number = row.nhs_number) and i.asked_date <= on_day
        and (i.decided_at is null or date(timezone('Europe/London', i.decided_at)) > on_day)
        and (i.chase_date >= on_day or i.answer is not null and i.state <> 'asked')) then
    return 'invited';
  end if;
  return 'neverReached';
end
$$;

create function recount.is_refused(of_pathway bigint) returns boolean language sql stable as $$
  select exists (
    select 1 from pathway w
    where w.id = of_pathway and (
      w.cancel_referral_date is not null and w.declined_referral_id in (select id from declined_referral where name = 'Patient declined')))
$$;

-- Whether a referral was accepted from the list for this person, by this row or by another that names the same record.
create function recount.is_accepted(of_listed bigint, on_day date) returns boolean language sql stable as $$
  select exists (
    select 1 from listed_person mine, listed_person l, incoming_referral i, recount.referral w
    where mine.id = of_listed and l.list_id = mine.list_id and i.id = l.incoming_referral_id and w.id = i.pathway_id
      and date(timezone('Europe/London', i.decided_at)) <= on_day
      and (l.id = mine.id or w.patient_id = recount.record_of(mine.id)
        and coalesce(w.referral_date, w.received_date, date(timezone('Europe/London', w.created_at))) <= on_day))
$$;
