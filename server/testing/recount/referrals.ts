import { share, spread, variants, type Recount } from './recount.ts'
import { number, percentOf } from './tally.ts'

const referrals = `
  select w.id, w.patient_id, to_char(w.referral_date, 'Mon YYYY') as month,
    to_char(w.referral_date - (extract(isodow from w.referral_date)::int - 1), 'DD-Mon-YYYY') as week,
    (select name from referrer where id = w.referrer_id) as referrer,
    (select name from method where id = w.referral_method_id) as method,
    w.registered_gp as code, (select name from organisation where id = w.registered_gp) as practice,
    w.cancel_referral_date is not null as declined,
    w.discharge_date is not null or w.id in (
      select pathway_id from recount.frat union select pathway_id from recount.wellbeing
      union select pathway_id from recount.plan union select pathway_id from recount.exercise) as touched,
    exists (select 1 from pathway e where e.is_active and e.patient_id = w.patient_id and e.id <> w.id
      and e.referral_date + interval '12 months' >= w.referral_date
      and (e.referral_date < w.referral_date or e.referral_date = w.referral_date and e.id < w.id)) as again
  from recount.referral w
  where w.referral_date >= $1 and w.referral_date < $2::date + 1`
const accepted = number((each) => each['declined'] !== true && each['touched'] === true)
const decided = number((each) => each['declined'] === true || each['touched'] === true)
const decisions = {
  Accepted: accepted,
  Declined: number((each) => each['declined'] === true),
  Decided: decided,
  'Accepted % of decided': percentOf(accepted, decided),
}
const referralTallies = {
  Referrals: number(),
  ...decisions,
  Undecided: number((each) => each['declined'] !== true && each['touched'] !== true),
}
const again = { 'Again within 12 months': number((each) => each['again'] === true) }

/** What came in from outside, each with the London day on which it came in and was decided. */
const incoming = `
  select case i.source when 'self' then 'Form: for oneself' when 'relative' then 'Form: by a relative, friend or carer'
      when 'professional' then 'Form: by a professional' when 'ers' then 'NHS e-Referral Service'
      when 'bars' then 'Message from another service (BaRS)' else 'Case finding' end as source,
    i.state, (select name from declined_referral d where d.id = i.declined_referral_id) as reason, i.decide_by,
    case when i.state in ('accepted', 'declined') then date(timezone('Europe/London', i.decided_at)) <= i.decide_by end as timely,
    case when i.state in ('accepted', 'declined')
      then date(timezone('Europe/London', i.decided_at)) - date(timezone('Europe/London', i.received_at)) end as days
  from incoming_referral i
  where timezone('Europe/London', i.received_at) >= $1::date and timezone('Europe/London', i.received_at) < $2::date + 1`
const inState = (...states: string[]) => number((each) => states.includes(String(each['state'])))
const timely = number((each) => each['timely'] === true)

export const referralRecounts: readonly Recount[] = [
  {
    report: 'referralsReceived',
    section: 'Inbox by source',
    things: incoming,
    labels: { Source: 'source' },
    tallies: {
      'Came in': number(),
      'Accepted at triage': inState('accepted'),
      'Declined at triage': inState('declined'),
      'Withdrawn by the sender': inState('withdrawn'),
      'To decide': inState('waiting', 'asked'),
      'Decided at triage': inState('accepted', 'declined'),
      'Decided in time': timely,
      'In time % of decided at triage': percentOf(timely, inState('accepted', 'declined')),
      ...spread('days'),
    },
  },
  {
    report: 'referralsReceived',
    section: 'Inbox: declined by reason',
    things: `select * from (${incoming}) as x where state = 'declined'`,
    labels: { Reason: 'reason' },
    tallies: { 'Declined for this reason': number(), ...share },
  },
  {
    report: 'referralsReceived',
    section: 'By month',
    things: referrals,
    labels: { Month: 'month' },
    tallies: { ...referralTallies, ...again },
  },
  ...variants(
    [
      { report: 'referralsReceived', section: 'By referrer', labels: { Referrer: 'referrer' } },
      { report: 'referralsReceived', section: 'By method', labels: { Method: 'method' } },
    ],
    { things: referrals, tallies: { ...referralTallies, ...again, ...share } },
  ),
  {
    report: 'serviceDashboard',
    section: 'Referrals by week',
    things: referrals,
    labels: { 'Week beginning': 'week' },
    tallies: { ...referralTallies, ...again },
  },
  ...variants(
    [
      { report: 'referralsBySource', section: 'By referrer', labels: { Referrer: 'referrer' } },
      {
        report: 'referralsByGpPractice',
        section: 'By practice',
        labels: { Code: 'code', Practice: 'practice' },
      },
    ],
    {
      things: referrals,
      tallies: {
        Referrals: number(),
        ...share,
        ...decisions,
      },
    },
  ),
]
