import { sql as raw } from 'kysely'
import { count, share, withColumns, type Report } from '../reports/definition.ts'
import { decisions, referralFacts, referralWords } from './referralsReceived.ts'

const facts = withColumns(
  referralFacts,
  () => raw`
  select facts.*, practice.id as code, practice.name as practice
  from facts
  join patient on patient.id = facts.patient_id
  left join organisation as practice on practice.id = patient.registered_gp`,
)

export const referralsByGpPractice: Report = {
  name: 'referralsByGpPractice',
  title: 'Referrals by GP practice',
  group: 'Referrals',
  answers: 'Which practices do the people referred to us belong to?',
  capability: 'report.run',
  definition: [
    ...referralWords,
    'Practice: the one with which the patient is registered now. No rate of the practice is given, because list sizes are not recorded.',
  ],
  sections: [
    {
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
