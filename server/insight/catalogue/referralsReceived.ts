import { sql as raw } from 'kysely'
import { incomingSections, incomingWords } from './incomingReferrals.ts'
import { count, countAll, factsOf, percent, share, type Report } from '../reports/definition.ts'
import {
  byMonth,
  byWeek,
  deletedDoNotCount,
  monthOf,
  pathwaysInUse,
  reinstatedCount,
  taken,
  weekOf,
} from './shared.ts'

/** Referrals of the period by outcome. Each is exactly one of declined, accepted and undecided. */
export const referralFacts = factsOf(
  'Referrals',
  'Referrals whose referral date lies in the period',
  ({ from, to }) => raw`
  select pathway.id as pathway_id, pathway.patient_id, pathway.referral_date as day, ${monthOf(raw`pathway.referral_date`)},
    ${weekOf(raw`pathway.referral_date`)}, referrer.name as referrer, method.name as method,
    pathway.cancel_referral_date is not null as declined,
    pathway.cancel_referral_date is null and ${taken} as accepted,
    pathway.cancel_referral_date is null and not ${taken} as undecided,
    exists (
      select from pathway as earlier
      where earlier.patient_id = pathway.patient_id and earlier.is_active
        and (earlier.referral_date, earlier.id) < (pathway.referral_date, pathway.id)
        and earlier.referral_date >= pathway.referral_date - interval '12 months') as again
  from ${pathwaysInUse}
  left join referrer on referrer.id = pathway.referrer_id
  left join method on method.id = pathway.referral_method_id
  where pathway.referral_date between ${from} and ${to}`,
)

export const referralWords = [
  `${referralFacts.subject.each}.`,
  'Declined: the referral was cancelled. Accepted: not cancelled, and there is a FRAT, a wellbeing assessment, a treatment or exercise plan, or a discharge. Undecided: neither. Accepted % is of those decided, which are accepted or declined.',
  deletedDoNotCount,
  reinstatedCount,
]

/**
 * The decisions. Accepted % is a share of those decided: as a share of all referrals it would drop with each new one.
 */
export const decisions = [
  count('accepted', 'Accepted', 'accepted'),
  count('declined', 'Declined', 'declined'),
  count('decided', 'Decided', 'not undecided', ['accepted', 'declined']),
  percent('acceptedPercent', 'Accepted % of decided', 'accepted', 'decided'),
]

const measures = [
  countAll('referrals', 'Referrals', ['accepted', 'declined', 'undecided']),
  ...decisions,
  count('undecided', 'Undecided', 'undecided'),
  count('again', 'Again within 12 months', 'again'),
]

export const referralsByWeek = {
  title: 'Referrals by week',
  facts: referralFacts,
  groups: [byWeek],
  measures,
  order: 'label',
  chart: { title: 'Referrals by week', bars: { rows: 'referrals' } },
} as const

export const referralsReceived: Report = {
  name: 'referralsReceived',
  title: 'Referrals received',
  group: 'Referrals',
  answers: 'How many people were referred, from where, and how many were accepted?',
  capability: 'report.run',
  definition: [
    ...referralWords,
    'Again within 12 months: the patient had an earlier referral dated in the 12 months before this one.',
    ...incomingWords,
  ],
  sections: [
    {
      title: 'By month',
      facts: referralFacts,
      groups: [byMonth],
      measures,
      order: 'label',
      chart: { title: 'Referrals by month', bars: { rows: 'referrals' } },
    },
    {
      title: 'By referrer',
      facts: referralFacts,
      groups: [{ id: 'referrer', title: 'Referrer' }],
      measures: [...measures, share('share', 'Share %', 'referrals')],
    },
    {
      title: 'By method',
      facts: referralFacts,
      groups: [{ id: 'method', title: 'Method' }],
      measures: [...measures, share('share', 'Share %', 'referrals')],
    },
    ...incomingSections,
  ],
}
