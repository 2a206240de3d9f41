import { share, spread, type Recount } from './recount.ts'
import { number, percentOf, type Tally } from './tally.ts'

const bandOf = (days: unknown): string => {
  if (days === null) return 'No date'
  const weeks = Math.ceil(Number(days) / 7)
  if (weeks <= 1) return '0–1 weeks'
  const upper = [2, 4, 12, 18, 52].find((most) => weeks <= most)
  const lower = { 2: 1, 4: 2, 12: 4, 18: 12, 52: 18 }[upper ?? 0]
  return upper === undefined ? 'Over 52 weeks' : `${lower}–${upper} weeks`
}
export const soon = number((each) => each['days'] !== null && Number(each['days']) <= 18 * 7)
export const bandTallies = (hasUndated: boolean): Record<string, Tally> =>
  Object.fromEntries(
    [
      '0–1 weeks',
      '1–2 weeks',
      '2–4 weeks',
      '4–12 weeks',
      '12–18 weeks',
      '18–52 weeks',
      'Over 52 weeks',
      ...(hasUndated ? ['No date'] : []),
    ].map((band) => [band, number((each) => bandOf(each['days']) === band)]),
  )
const bands: Record<string, Tally> = {
  ...bandTallies(true),
  'Within 18 weeks': soon,
  '% within 18 weeks': percentOf(soon, number()),
}

const within52 = number((each) => each['days'] !== null && Number(each['days']) <= 7 * 52)
const weeks = {
  'Within 18 weeks': soon,
  '% within 18 weeks': percentOf(soon, number()),
  'Within 52 weeks': within52,
  '% within 52 weeks': percentOf(within52, number()),
}

/** Everything that has happened to each referral by a day, one row for each, with FRAT as first contact. */
const happenings = (day: string): string => `
  happened as (
    select pathway_id, 'contact' as what, assessment_date as day from recount.frat
    union all select pathway_id, case kind when 'exercise' then 'class' else kind end, begun from recount.programme
    union all select pathway_id, 'decision', decision_date from recount.decision),
  first as (
    select w.id as pathway_id, w.patient_id, w.waits_from,
      (select min(h.day) from happened h where h.pathway_id = w.id and h.what = 'contact' and h.day <= ${day}) as contact,
      (select min(h.day) from happened h where h.pathway_id = w.id and h.what = 'treatment' and h.day <= ${day}) as treatment,
      (select min(h.day) from happened h where h.pathway_id = w.id and h.what = 'class' and h.day <= ${day}) as class,
      (select min(h.day) from happened h where h.pathway_id = w.id and h.what <> 'contact' and h.day <= ${day}) as care,
      (select min(day) from (values (w.discharge_date), (w.cancel_referral_date), (w.deceased_date),
        ((select min(d.day) from recount.death_said d where d.patient_id = w.patient_id))) e (day)) as closed
    from recount.referral w)`
const referralEndings = `
  with ${happenings("least($2, timezone('Europe/London', now())::date)")},
  ending as (
    select 'Referral to first contact' as wait, waits_from, contact as day from first
    union all select 'Referral to treatment', waits_from, treatment from first
    union all select 'Referral to class', waits_from, class from first where treatment is null or treatment >= class
    union all select 'Referral to care, as a whole', waits_from, care from first)
  select wait, day - waits_from as days,
    case when waits_from is null then 'The referral has no date' when day - waits_from < 0 then 'Dated before the referral' end as why
  from ending where day >= $1 and day <= $2`

const noContact = `
  select w.id, w.patient_id, (select name from referrer where id = w.referrer_id) as referrer, $2::date - w.waits_from as days
  from recount.referral w
  where coalesce(w.waits_from, $2) <= $2 and $1::date is not null
    and least(w.cancel_referral_date, w.discharge_date, w.deceased_date,
      (select min(d.day) from recount.death_said d where d.patient_id = w.patient_id), 'infinity') > $2
    and w.id not in (
      select pathway_id from recount.frat where assessment_date <= $2
      union all select pathway_id from recount.wellbeing where assessment_date <= $2
      union all select pathway_id from recount.programme where begun <= $2)`

const waits = `
  with first as (
    select w.id, w.patient_id, w.referral_date as r, f.day as f, b.day as b, t.day as t, e.day as e
    from recount.referral w
    left join (select pathway_id, min(assessment_date) as day from recount.frat group by 1) f on f.pathway_id = w.id
    left join (select pathway_id, min(assessment_date) as day from recount.wellbeing group by 1) b on b.pathway_id = w.id
    left join (select pathway_id, min(begun) as day from recount.programme where kind = 'treatment' group by 1) t on t.pathway_id = w.id
    left join (select pathway_id, min(begun) as day from recount.programme where kind = 'exercise' group by 1) e on e.pathway_id = w.id)
  select 'Referral to FRAT' as step, f - r as days from first where f >= $1 and f <= $2 and f - r >= 0
  union all select 'FRAT to wellbeing assessment', b - f from first where b >= $1 and b <= $2 and b - f >= 0
  union all select 'Wellbeing assessment to treatment', t - b from first where t >= $1 and t <= $2 and t - b >= 0
  union all select 'Treatment to exercise start', e - t from first where e >= $1 and e <= $2 and e - t >= 0`
const within18 = number((each) => Number(each['days']) <= 126)

/** Stays with London days worked out one instant at a time. */
const stays = `
  select s.stage, s.patient_id, s.days, s.began, s.ended, $2::date - s.began as so_far from (
    select initcap_stage.title as stage, w.patient_id, t.began, n.ended, n.ended - t.began as days
    from (select id, pathway_id, to_stage, timezone('Europe/London', at)::date as began from stage_transition) t
    join recount.referral w on w.id = t.pathway_id
    join (values ('awaitingAssessment', 'Awaiting assessment'), ('awaitingWellbeing', 'Awaiting wellbeing'),
      ('awaitingTreatment', 'Awaiting treatment'), ('inTreatment', 'In treatment'), ('inExercise', 'In exercise'),
      ('awaitingFollowup', 'Awaiting follow-up'), ('awaitingSecondFollowup', 'Awaiting second follow-up'),
      ('awaitingDischarge', 'Awaiting discharge')) as initcap_stage (name, title) on initcap_stage.name = t.to_stage
    left join lateral (
      select timezone('Europe/London', x.at)::date as ended from stage_transition x
      where x.pathway_id = t.pathway_id and x.id > t.id order by x.id limit 1) n on true) s`

export const waitRecounts: readonly Recount[] = [
  {
    report: 'declinedReferrals',
    section: 'By reason',
    things: `
      select w.patient_id, d.name as reason, w.cancel_referral_date - w.referral_date as days
      from recount.referral w left join declined_referral d on d.id = w.declined_referral_id
      where not (w.cancel_referral_date < $1 or w.cancel_referral_date > $2)`,
    labels: { Reason: 'reason' },
    tallies: { 'Declined in the period': number(), ...share, ...spread('days') },
  },
  {
    report: 'waitingTimes',
    section: 'Waits by step',
    things: waits,
    labels: { Step: 'step' },
    tallies: {
      'Steps ended': number(),
      ...spread('days'),
      'Within 18 weeks': within18,
      '% within 18 weeks': percentOf(within18, number()),
      'Over 52 weeks': number((each) => Number(each['days']) > 364),
    },
  },
  {
    report: 'currentWaitingList',
    section: 'Each list by weeks waited',
    things: `select s.*, $2::date - s.since as days from recount.standing($2) s where $1::date is not null`,
    labels: { Stage: 'stage' },
    tallies: { 'On the list': number(), ...bands },
  },
  {
    report: 'nationalWaitingList',
    section: 'Waiting for the first assessment or plan',
    things: noContact,
    labels: {},
    tallies: { 'Waiting, as returned': number(), ...bands },
  },
  {
    report: 'nationalWaitingList',
    section: 'By referrer',
    things: noContact,
    labels: { Referrer: 'referrer' },
    tallies: { 'Waiting, as returned': number(), ...bands },
  },
  {
    report: 'referralWaits',
    section: 'Waits that ended',
    things: `select * from (${referralEndings}) e where why is null`,
    labels: { Wait: 'wait' },
    tallies: { 'Waits ended': number(), ...bandTallies(false), ...weeks, ...spread('days') },
  },
  {
    report: 'referralWaits',
    section: 'Still waiting',
    things: `
      with ${happenings('$2')}
      select e.wait, $2::date - f.waits_from as days from first f, (values ('First contact'), ('Care, as a whole')) e (wait)
      where $1::date is not null and f.care is null and (e.wait <> 'First contact' or f.contact is null)
        and not coalesce(f.waits_from > $2, false) and not coalesce(f.closed <= $2, false)
        and (select r.discharged_to_id from recount.frat r where r.pathway_id = f.pathway_id and r.assessment_date <= $2
          order by r.assessment_date desc, r.id desc limit 1) is null`,
    labels: { 'Waiting for': 'wait' },
    tallies: { Waiting: number(), ...bandTallies(true), ...weeks },
  },
  {
    report: 'referralWaits',
    section: 'Closed while waiting',
    things: `
      with ${happenings('$2')}
      select e.wait, f.closed - f.waits_from as days from first f, (values ('First contact'), ('Care, as a whole')) e (wait)
      where f.closed >= $1 and f.closed <= $2 and not coalesce(f.closed < f.waits_from, false)
        and not coalesce(f.care <= f.closed, false) and (e.wait <> 'First contact' or not coalesce(f.contact <= f.closed, false))`,
    labels: { 'Waited for': 'wait' },
    tallies: { Closed: number(), ...bandTallies(true), ...weeks },
  },
  {
    report: 'referralWaits',
    section: 'Left out of the waits that ended',
    things: `select * from (${referralEndings}) e where why is not null`,
    labels: { Wait: 'wait', Why: 'why' },
    tallies: { 'Left out': number() },
  },
  {
    report: 'timeInStage',
    section: 'Stays that ended',
    things: `${stays} where s.ended >= $1 and s.ended <= $2`,
    labels: { Stage: 'stage' },
    tallies: { 'Stays ended': number(), ...spread('days') },
  },
  {
    report: 'timeInStage',
    section: 'Still in the stage',
    things: `${stays} where $1::date is not null and s.began <= $2 and coalesce(s.ended, 'infinity') > $2`,
    labels: { Stage: 'stage' },
    tallies: { 'In the stage': number(), ...spread('so_far') },
  },
]
