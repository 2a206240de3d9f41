import { sql as raw } from 'kysely'
import { count, share, type Facts, type Report } from '../definition.ts'
import { decisions } from './referralsReceived.ts'
import { deletedDoNotCount, pathwaysInUse, taken } from './shared.ts'

const facts: Facts = ({ from, to }) => raw`
  select pathway.id as pathway_id, pathway.patient_id, practice.id as code, practice.name as practice,
    pathway.cancel_referral_date is not null as declined, pathway.cancel_referral_date is null and ${taken} as accepted,
    pathway.cancel_referral_date is null and not ${taken} as undecided
  from ${pathwaysInUse}
  left join organisation as practice on practice.id = patient.registered_gp
  where pathway.referral_date between ${from} and ${to}`

export const referralsByGpPractice: Report = {
  name: 'referralsByGpPractice',
  title: 'Referrals by GP practice',
  group: 'Referrals',
  answers: 'Which practices do the people referred to us belong to?',
  capability: 'report.run',
  definition: [
    'Referrals whose referral date lies in the period, by the practice with which the patient is registered now.',
    'Accepted: not cancelled, and there is an assessment, a plan or a discharge. Accepted % is of those decided, which are accepted or declined. No rate of the practice is given, because list sizes are not recorded.',
    deletedDoNotCount,
  ],
  sections: [
    {
      kind: 'counted',
      title: 'By practice',
      facts,
      groups: [
        { id: 'code', title: 'Code' },
        { id: 'practice', title: 'Practice' },
      ],
      measures: [count('referrals', 'Referrals'), share('share', 'Share %', 'referrals'), ...decisions],
      chart: { title: 'Referrals by practice', bars: { rows: 'referrals' } },
    },
  ],
}
