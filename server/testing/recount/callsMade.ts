/** Each referral whose care is over, with that day, the first two calls that count, and the day on which nobody was to be rung any more. */
export const callsMade = `
  ended as (
    select w.id, least(w.discharge_date, w.cancel_referral_date, w.deceased_date,
        (select min(d.day) from recount.death_said d where d.patient_id = w.patient_id)) as over,
      (select max(last_day) from recount.programme where pathway_id = w.id) as plan_over,
      (select max(decision_date) from recount.decision where pathway_id = w.id) as decided,
      (select max(decision_date) from recount.decision where pathway_id = w.id and reason in ('adviceOnly', 'equipmentOnly', 'onwardReferralOnly')) as advised
    from recount.referral w
    where w.id not in (select pathway_id from recount.programme where last_day is null)),
  over as (
    select id, over, case when plan_over is null then decided when advised > plan_over then advised else plan_over end as day from ended),
  made as (
    select o.id, o.over, o.day, counted.days[1] as one, counted.days[2] as two
    from over o cross join stage_target target
    left join lateral (
      select recount.calls_that_count(c.call_date, c.counts_early, o.day, target.awaiting_followup, target.awaiting_second_followup
        order by c.call_date, c.id) as days
      from recount.call c where c.pathway_id = o.id and (c.outcome is null or c.outcome = 'reached')) counted on true
    where o.day is not null)`
