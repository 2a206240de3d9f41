import { sql as raw } from 'kysely'
import { sources } from '../../../contract/exchange/incoming/source.ts'
import { workingDaysToDecide } from '../../../contract/exchange/incoming/decideBy.ts'
import {
  count,
  countAll,
  factsOf,
  meaning,
  percent,
  share,
  spread,
  type CountedSection,
} from '../reports/definition.ts'

/** The day on clocks in London of an instant. */
const dayOf = (column: string) => raw`(${raw.ref(column)} at time zone 'Europe/London')::date`

const facts = factsOf(
  'Referrals that came in from outside',
  'Referrals of the inbox that came in on a day of the period',
  ({ from, to }) => raw`
  select incoming.pathway_id, pathway.patient_id, incoming.source, incoming.state, declined_referral.name as reason,
    incoming.decided_at is not null and incoming.state <> 'withdrawn' as decided,
    incoming.state in ('accepted', 'declined') and ${dayOf('incoming.decided_at')} <= incoming.decide_by as in_time,
    case when incoming.state in ('accepted', 'declined') then ${dayOf('incoming.decided_at')} - ${dayOf('incoming.received_at')} end as days
  from incoming_referral as incoming
  left join pathway on pathway.id = incoming.pathway_id
  left join declined_referral on declined_referral.id = incoming.declined_referral_id
  where ${dayOf('incoming.received_at')} between ${from} and ${to}`,
)

const declined = factsOf(
  'Declined referrals of the inbox',
  'Referrals of the inbox that came in on a day of the period and were declined',
  async (period) => raw`select * from (${await facts(period)}) as incoming where state = 'declined'`,
)

export const incomingWords = [
  `Referrals of the inbox: what came in by the public form, from another system or from a case-finding list, by the day on which it came in, accepted or not. One that is accepted is a referral too, and counted above with its own date. Decided: accepted or declined. In time: decided by the end of working day ${workingDaysToDecide} after the day on which it came in. Days run from coming in to the decision.`,
]

export const incomingSections: readonly CountedSection[] = [
  {
    title: 'Inbox by source',
    facts,
    isBeyondPatients: true,
    groups: [
      {
        id: 'source',
        title: 'Source',
        labels: Object.fromEntries(sources.map(({ code, title }) => [code, title])),
      },
    ],
    measures: [
      meaning(
        'Referrals of the inbox that came in on a day of the period',
        countAll('cameIn', 'Came in', ['accepted', 'declined', 'withdrawn', 'undecided']),
      ),
      meaning('Those that were accepted', count('accepted', 'Accepted at triage', "state = 'accepted'")),
      meaning('Those that were declined', count('declined', 'Declined at triage', "state = 'declined'")),
      meaning(
        'Those that their sender took back before the decision',
        count('withdrawn', 'Withdrawn by the sender', "state = 'withdrawn'"),
      ),
      meaning('Those not decided yet', count('undecided', 'To decide', "state in ('waiting', 'asked')")),
      meaning(
        'Those accepted or declined',
        count('decided', 'Decided at triage', 'decided', ['accepted', 'declined']),
      ),
      meaning('Those decided in time', count('inTime', 'Decided in time', 'in_time')),
      percent('inTimePercent', 'In time % of decided at triage', 'inTime', 'decided'),
      ...spread('days'),
    ],
  },
  {
    title: 'Inbox: declined by reason',
    facts: declined,
    isBeyondPatients: true,
    groups: [{ id: 'reason', title: 'Reason' }],
    measures: [
      meaning('Those that were declined', count('declined', 'Declined for this reason')),
      share('share', 'Share %', 'declined'),
    ],
  },
]
