import { sql as raw, type RawBuilder } from 'kysely'
import { listKinds } from '../../../contract/exchange/caseFinding/listKind.ts'
import { standingsOf } from '../reports/listedPeople.ts'
import {
  count,
  countAll,
  factsOf,
  meaning,
  percent,
  takenFrom,
  type Facts,
  type Measure,
  type Period,
  type Report,
} from '../reports/definition.ts'
import { eligibleAtTriage } from './fallsAssessment.ts'

/** The last day that is known: nobody stands in any way on a day to come. */
const asOf = ({ to, today }: Period): RawBuilder<unknown> => raw`least(${to}, ${today})`

/** A row for each time that somebody stands on a list of the period. */
const listed: Facts = (period) => raw`
  select stands.*, stands.standing = 'known' or (stands.standing = 'invited' and stands.is_accepted) as is_with_us,
    exists (
      select from falls_checklist join pathway on pathway.id = falls_checklist.pathway_id
      where pathway.patient_id = stands.patient_id and pathway.is_active and falls_checklist.is_active
        and falls_checklist.assessment_date between (stands.list_date - interval '12 months')::date and ${period.to}) as is_offered
  from (${standingsOf({
    which: raw`list.list_date between ${period.from} and ${period.to}`,
    asOf: asOf(period),
  })}) as stands`

const latest = raw`list_date desc, list_id desc, id desc`

const once = factsOf(
  'Listed people',
  'People on a case-finding list that is dated in the period, each once with the latest of their lists',
  takenFrom(listed, () => raw`select distinct on (person) * from facts order by person, ${latest}`),
)

const ofKind = factsOf(
  'Listed people by kind of list',
  'People on a case-finding list that is dated in the period, each once for each kind of list',
  takenFrom(
    listed,
    () => raw`select distinct on (kind, person) * from facts order by kind, person, ${latest}`,
  ),
)

const ofSender = factsOf(
  'Listed people by sender',
  'People on a case-finding list that is dated in the period, each once for each kind and sender',
  takenFrom(
    listed,
    () =>
      raw`select distinct on (kind, sender, person) * from facts order by kind, sender, person, ${latest}`,
  ),
)

const eligibleByList = raw`
  select distinct on (person) * from facts where eligibility = 'comprehensive' order by person, ${latest}`

const eligible = factsOf(
  'Eligible people on lists',
  'People whom NG249 names by a case-finding list that is dated in the period, each once',
  takenFrom(listed, () => eligibleByList),
)

/** People whom NG249 names by a list or at triage, each once. */
const eligibleInAll = factsOf(
  'Eligible people by lists and at triage',
  'People whom NG249 names by a case-finding list that is dated in the period, or by a referral of the inbox that was accepted in it, each once',
  takenFrom(
    listed,
    (period) => raw`
    select coalesce(by_list.patient_id, triage.patient_id) as patient_id,
      case when triage.patient_id is null then 'list' when by_list.id is null then 'triage' else 'both' end as found_by,
      triage.patient_id is not null or by_list.is_with_us as is_with_us,
      coalesce(triage.is_offered, false) or (coalesce(by_list.is_with_us, false) and by_list.is_offered) as is_offered
    from (${eligibleByList}) as by_list
    full join (${eligibleAtTriage(period)}) as triage on triage.patient_id = by_list.patient_id`,
  ),
)

/** People never reached at the end of the day before the period, of the lists of the month before. */
const lastMonth = factsOf(
  'Never reached the month before',
  'People on a case-finding list of the month before Date From whom nobody had reached by the day before, each once',
  (period) => {
    const which = raw`list.list_date >= (${period.from} - interval '1 month')::date and list.list_date < ${period.from}`
    return raw`
    select before.*, since.standing as since
    from (
      select distinct on (person) * from (${standingsOf({ which, asOf: raw`(${period.from} - 1)` })}) as stands
      order by person, ${latest}) as before
    join (${standingsOf({ which, asOf: asOf(period) })}) as since on since.id = before.id
    where before.standing = 'neverReached'`
  },
)

/** @param by what is counted once, as part of each title: two sections that count differently have different names */
const standingMeasures = (by: string): Measure[] => [
  countAll('listed', `Listed${by}`, ['died', 'known', 'declined', 'invited', 'neverReached']),
  meaning('Those who died', count('died', `Listed${by}: died`, "standing = 'died'")),
  meaning(
    'Those with a referral that did not come from the list and was not closed over twelve months before it',
    count('known', `Listed${by}: known`, "standing = 'known'"),
  ),
  meaning(
    'Those who did not want to be contacted, who refused, or whose referral was declined',
    count('declined', `Listed${by}: declined`, "standing = 'declined'"),
  ),
  meaning(
    'Those invited, with a day to answer that has not passed or an answer, or accepted',
    count('invited', `Listed${by}: invited`, "standing = 'invited'"),
  ),
  meaning('All others', count('neverReached', `Never reached${by}`, "standing = 'neverReached'")),
  percent('neverReachedPercent', `Never reached${by} %`, 'neverReached', 'listed'),
]

const kindGroup = {
  id: 'kind',
  title: 'Kind of list',
  labels: Object.fromEntries(listKinds.map(({ code, title }) => [code, title])),
}

export const caseFinding: Report = {
  name: 'caseFinding',
  title: 'Case-finding lists',
  group: 'Referrals',
  answers:
    'Of the people on lists from practices, hospitals and the ambulance service, whom did nobody reach?',
  capability: 'report.run',
  definition: [
    'People on case-finding lists by the day on which the list was drawn up. Each counts once, with the latest list of the period that names them: by the record under their NHS number, or else by the NHS number. A row without NHS number counts by itself, and so does a row whose words were removed 13 months after the list.',
    'Each person stands in exactly one way, by the first that applies. Died: by the record. Known: a referral that is open, or was closed in the twelve months before the list or later, did not come from the list and was not closed because the person refused. Declined: the sender says that the person does not want to be contacted, on any list; or the person refused, by the reason with which a referral was closed in that time or by the record; or the referral that came from the list was declined. Invited: the referral that came from the list was accepted; or the person was asked, and the day to answer has not passed or there is an answer. Never reached: all others.',
    'People stand as at the end of Date To, or as now if that is later. Refusals that lists and records tell of, merged records, records in error and decisions that were undone count as they are now. A likeness of names never makes anybody known. Once the words of a list were removed, everybody on it stands as on that day.',
    'NG249: people whom a list of the period names for a comprehensive assessment. With us: known, or accepted from the list. Offered: with us, and an NG249 check-list that is dated in the twelve months before the list or later, by Date To. In one place with those eligible at triage (NG249 falls assessment), each person once.',
    'Never reached the month before: people on a list dated in the month before Date From whom nobody had reached by the day before Date From, and how they stand at the end of Date To.',
  ],
  sections: [
    {
      title: 'Listed people',
      facts: once,
      isBeyondPatients: true,
      groups: [],
      measures: standingMeasures(' people'),
    },
    {
      title: 'By kind of list',
      facts: ofKind,
      isBeyondPatients: true,
      groups: [kindGroup],
      measures: standingMeasures(' by kind'),
      hasTotal: false,
    },
    {
      title: 'By sender',
      facts: ofSender,
      isBeyondPatients: true,
      groups: [kindGroup, { id: 'sender', title: 'Sender' }],
      measures: standingMeasures(' by sender'),
      hasTotal: false,
    },
    {
      title: 'NG249: eligible people on lists',
      facts: eligible,
      isBeyondPatients: true,
      groups: [],
      measures: [
        countAll('eligible', 'Eligible people on lists', ['withUs', 'notWithUs']),
        meaning(
          'Those known or accepted',
          count('withUs', 'Eligible on lists and with us', 'is_with_us', ['offered', 'notOffered']),
        ),
        percent('withUsPercent', 'With us % of eligible on lists', 'withUs', 'eligible'),
        meaning(
          'Those with us and with a check-list',
          count('offered', 'Eligible on lists and offered', 'is_with_us and is_offered'),
        ),
        percent('offeredPercent', 'Offered % of eligible on lists', 'offered', 'eligible'),
        meaning(
          'Those with us and without a check-list',
          count('notOffered', 'Eligible on lists and not offered yet', 'is_with_us and not is_offered'),
        ),
        meaning(
          'Those not with us',
          count('notWithUs', 'Eligible on lists and not with us', 'not is_with_us'),
        ),
      ],
    },
    {
      title: 'NG249: all eligible people',
      facts: eligibleInAll,
      isBeyondPatients: true,
      groups: [
        {
          id: 'found_by',
          title: 'Found by',
          labels: { list: 'A list', triage: 'Triage', both: 'A list and triage' },
          every: () => ['list', 'triage', 'both'],
        },
      ],
      measures: [
        countAll('eligible', 'Eligible in all', ['offered', 'notOffered']),
        meaning('Those known or accepted', count('withUs', 'Eligible in all and with us', 'is_with_us')),
        meaning('Those with a check-list', count('offered', 'Eligible in all and offered', 'is_offered')),
        percent('offeredPercent', 'Offered % of eligible in all', 'offered', 'eligible'),
        meaning(
          'Those without one',
          count('notOffered', 'Eligible in all and not offered yet', 'not is_offered'),
        ),
      ],
      order: 'label',
    },
    {
      title: 'Never reached the month before',
      facts: lastMonth,
      isBeyondPatients: true,
      groups: [],
      measures: [
        countAll('before', 'Never reached the month before', ['reached', 'died', 'still']),
        meaning(
          'Those who are invited, known or declined since',
          count('reached', 'Reached since', "since in ('invited', 'known', 'declined')", [
            'invited',
            'known',
            'declined',
          ]),
        ),
        percent('reachedPercent', 'Reached since %', 'reached', 'before'),
        meaning('Those who are invited since', count('invited', 'Invited since', "since = 'invited'")),
        meaning('Those who are known since', count('known', 'Known since', "since = 'known'")),
        meaning('Those who declined since', count('declined', 'Declined since', "since = 'declined'")),
        meaning('Those who died since', count('died', 'Died since', "since = 'died'")),
        meaning('Those still never reached', count('still', 'Still not reached', "since = 'neverReached'")),
      ],
    },
  ],
}
