import { sql as raw } from 'kysely'
import { count, countDistinct, factsOf, share, type Report } from '../reports/definition.ts'
import { deletedDoNotCount, pathwaysInUse } from './shared.ts'

const facts = factsOf(
  'Onward referrals',
  'Onward referrals whose referral date lies in the period',
  ({ from, to }) => raw`
  select pathway.id as pathway_id, pathway.patient_id, refer_to.name as refer_to, method.name as method
  from onward_referral as onward join (${pathwaysInUse}) on pathway.id = onward.pathway_id
  left join refer_to on refer_to.id = onward.refer_to_id
  left join method on method.id = onward.referral_method_id
  where onward.is_active and onward.referral_date between ${from} and ${to}`,
)

const measures = [
  count('referrals', 'Onward referrals'),
  share('share', 'Share %', 'referrals'),
  countDistinct('people', 'People', 'patient_id'),
]

export const onwardReferrals: Report = {
  name: 'onwardReferrals',
  title: 'Onward referrals',
  group: 'Assessments and treatment',
  answers: 'Where do we refer people on to, and how?',
  capability: 'report.run',
  definition: [`${facts.subject.each}.`, deletedDoNotCount],
  sections: [
    {
      title: 'By service',
      facts,
      groups: [{ id: 'refer_to', title: 'Referred to' }],
      measures,
      chart: { title: 'Onward referrals by service', bars: { rows: 'referrals' } },
    },
    {
      title: 'By service and method',
      facts,
      groups: [
        { id: 'refer_to', title: 'Referred to' },
        { id: 'method', title: 'Method' },
      ],
      measures,
    },
  ],
}
