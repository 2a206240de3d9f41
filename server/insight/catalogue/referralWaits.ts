import { sql as raw, type RawBuilder } from 'kysely'
import {
  count,
  countAll,
  factsOf,
  percent,
  spread,
  takenFrom,
  type Facts,
  type Measure,
  type Report,
} from '../reports/definition.ts'
import { firstContactNote, firstContactNow } from '../reports/firstContact.ts'
import { classWaitWords, placesAccepted, waitingForPlace } from './classWaits.ts'
import { bandCounts, bandIds, bandsUpTo, bandWords, undated, withinWeeks } from './bands.ts'
import {
  callsReached,
  classesBegun,
  deletedDoNotCount,
  diedOn,
  firstOf,
  inUse,
  joinTold,
  pathwaysInUse,
  runsOnWords,
  treatmentsBegun,
  waitBegins,
  waitBeginsWords,
  weeks18,
  weeks52,
} from './shared.ts'

const waits = [
  ['firstContact', 'Referral to first contact'],
  ['treatment', 'Referral to treatment'],
  ['class', 'Referral to class'],
  ['whole', 'Referral to care, as a whole'],
] as const
/** What an open referral waits for. Whether the care will be a treatment or a class is not known before it begins. */
const awaited = [
  ['firstContact', 'First contact'],
  ['whole', 'Care, as a whole'],
] as const

const byWait = (title: string, rows: readonly (readonly [id: string, title: string])[]) => ({
  id: 'wait',
  title,
  labels: Object.fromEntries(rows),
  every: () => rows.map(([id]) => id),
})

/**
 * Each referral with the day its wait began, the day it was closed, and for each event that can end a wait the first
 * day up to the end of the period. An event booked for a later day has not ended a wait.
 */
const dated: Facts = ({ to, today }) => raw`
  select known.*,
    case ${firstContactNow} when 'frat' then frat when 'call' then call when 'wellbeing' then wellbeing
      else least(frat, call, wellbeing, treatment, class) end as contact,
    least(treatment, class, decision) as care
  from (
    select pathway.id as pathway_id, pathway.patient_id, ${waitBegins} as since,
      least(pathway.discharge_date, pathway.cancel_referral_date, ${diedOn}) as closed,
      ${raw.join(
        (['frat', 'call', 'wellbeing', 'treatment', 'class', 'decision'] as const).map(
          (name) =>
            raw`case when ${raw.ref(name)}.day <= least(${to}, ${today}) then ${raw.ref(name)}.day end as ${raw.ref(name)}`,
        ),
      )}
    from ${pathwaysInUse}
    ${joinTold}
    left join ${firstOf(inUse('frat'), 'assessment_date')} as frat on frat.pathway_id = pathway.id
    left join ${firstOf(callsReached, 'call_date')} as call on call.pathway_id = pathway.id
    left join ${firstOf(inUse('wellbeing'), 'assessment_date')} as wellbeing on wellbeing.pathway_id = pathway.id
    left join ${firstOf(treatmentsBegun, 'day')} as treatment on treatment.pathway_id = pathway.id
    left join ${firstOf(classesBegun, 'day')} as class on class.pathway_id = pathway.id
    left join ${firstOf(inUse('no_plan_decision'), 'decision_date')} as decision on decision.pathway_id = pathway.id)
  as known`

/** One row for each referral and wait, with the day on which the wait ended. */
const untilOf = (
  waits: readonly (readonly [wait: string, until: RawBuilder<unknown>])[],
): RawBuilder<unknown> =>
  raw.join(
    waits.map(
      ([wait, until]) => raw`
        select pathway_id, patient_id, since, closed, ${wait}::text as wait, ${until} as until from facts`,
    ),
    raw` union all `,
  )

/**
 * The waits of a referral, by the event that ended them. A class after a treatment was planned during that treatment,
 * so it is not a wait.
 */
const endings = untilOf([
  ['firstContact', raw`contact`],
  ['treatment', raw`treatment`],
  ['class', raw`case when treatment < class then null else class end`],
  ['whole', raw`care`],
])
/** Why a wait has no valid number of days. */
const whyLeftOut = raw`case when since is null then 'undated' when since > until then 'early' end`

const ended = factsOf(
  'Waits from referral',
  'Waits from referral that ended in the period',
  takenFrom(
    dated,
    ({ from, to }) => raw`
    select pathway_id, patient_id, wait, until - since as days from (${endings}) as ending
    where until between ${from} and ${to} and since <= until`,
  ),
)
const leftOut = factsOf(
  'Waits left out',
  'Waits from referral that ended in the period and have no length, or less than none',
  takenFrom(
    dated,
    ({ from, to }) => raw`
    select pathway_id, patient_id, wait, ${whyLeftOut} as left_out from (${endings}) as ending
    where until between ${from} and ${to} and (since <= until) is not true`,
  ),
)

/**
 * Referrals waiting at the end of the last day. None waits for a first contact once care has begun, or for anything
 * once its latest FRAT sends the patient elsewhere.
 */
const waiting = factsOf(
  'Still waiting',
  'Referrals that wait at the end of Date To, once for each thing that they wait for',
  takenFrom(
    dated,
    ({ to }) => raw`
    select dated.pathway_id, dated.patient_id, awaited.wait, ${to} - dated.since as days
    from facts as dated
    left join lateral (
      select frat.discharged_to_id is not null as sends_away from frat
      where frat.pathway_id = dated.pathway_id and frat.is_active and frat.assessment_date <= ${to}
      order by frat.assessment_date desc, frat.id desc limit 1) as latest_frat on true
    join (values ('firstContact', true), ('whole', false)) as awaited (wait, is_contact)
      on dated.contact is null or not awaited.is_contact
    where dated.care is null and coalesce(dated.since <= ${to}, true) and coalesce(dated.closed > ${to}, true)
      and latest_frat.sends_away is not true`,
  ),
)

/** Referrals closed in the period before the event they waited for. */
const closedBefore = factsOf(
  'Closed while waiting',
  'Referrals that were closed in the period before a wait ended, once for each such wait',
  takenFrom(
    dated,
    ({ from, to }) => raw`
    select pathway_id, patient_id, wait, closed - since as days
    from (${untilOf([
      ['firstContact', raw`least(contact, care)`],
      ['whole', raw`care`],
    ])}) as awaited
    where closed between ${from} and ${to} and coalesce(since <= closed, true) and coalesce(until > closed, true)`,
  ),
)

/** The national bands, and the shares within 18 and 52 weeks. */
const bandsOf = (id: string, title: string, hasUndated: boolean): Measure[] => [
  countAll(id, title, hasUndated ? [...bandIds, 'unknown'] : bandIds),
  ...bandCounts,
  ...(hasUndated ? [undated] : []),
  withinWeeks(18, bandsUpTo(weeks18)),
  percent('percent18', '% within 18 weeks', 'within18', id),
  withinWeeks(52, bandsUpTo(weeks52)),
  percent('percent52', '% within 52 weeks', 'within52', id),
]

export const referralWaits: Report = {
  name: 'referralWaits',
  title: 'Waits from referral',
  group: 'Waits',
  answers: 'How long do people wait from their referral, and who is still waiting?',
  capability: 'report.run',
  isSnapshot: true,
  definition: [
    `How long people wait from their referral. ${waitBeginsWords} What counts as first contact is chosen by administrators and stands above the numbers.`,
    'To treatment: the first treatment plan that began. To class: the first exercise plan, unless a treatment came before it. As a whole: the first treatment or class, or the decision that none is needed, whichever came first.',
    `Calls after treatment and classes after a treatment are planned and are no waits. A plan that is booked for a later day has not ended a wait, nor has one that ended on its first day or before. ${runsOnWords}`,
    `${bandWords.replace('to Date To', 'to the end of the wait or Date To')} Within 18 weeks: 126 days or fewer. Within 52 weeks: 364 days or fewer.`,
    classWaitWords,
    deletedDoNotCount,
  ],
  sections: [
    {
      title: 'Waits that ended',
      note: firstContactNote,
      facts: ended,
      groups: [byWait('Wait', waits)],
      measures: [...bandsOf('waits', 'Waits ended', false), ...spread('days')],
      hasTotal: false,
      chart: { title: 'Median days waited', bars: { rows: 'median' } },
    },
    {
      title: 'Still waiting',
      note: 'At the end of Date To: referred by then, not closed by then and the patient alive. Nobody waits for a first contact once care has begun, or at all once the latest FRAT says where the patient was discharged to.',
      facts: waiting,
      groups: [byWait('Waiting for', awaited)],
      measures: bandsOf('waiting', 'Waiting', true),
      hasTotal: false,
      chart: { title: 'People waiting', bars: { rows: 'waiting' } },
    },
    waitingForPlace,
    placesAccepted,
    {
      title: 'Closed while waiting',
      note: 'Discharged or cancelled in the period, or the patient died, before the wait ended. Weeks run to that day.',
      facts: closedBefore,
      groups: [byWait('Waited for', awaited)],
      measures: bandsOf('closed', 'Closed', true),
      hasTotal: false,
    },
    {
      title: 'Left out of the waits that ended',
      note: 'A wait cannot be negative: these have days to correct.',
      facts: leftOut,
      groups: [
        byWait('Wait', waits),
        {
          id: 'left_out',
          title: 'Why',
          labels: { early: 'Dated before the referral', undated: 'The referral has no date' },
        },
      ],
      measures: [count('leftOut', 'Left out')],
      hasTotal: false,
    },
  ],
}
