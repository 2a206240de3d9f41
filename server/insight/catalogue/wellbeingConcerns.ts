import { sql as raw } from 'kysely'
import { countDistinct, factsOf, share, type Report } from '../reports/definition.ts'
import { deletedDoNotCount, pathwaysInUse } from './shared.ts'

const facts = factsOf(
  'Wellbeing concerns',
  'Wellbeing assessments whose assessment date lies in the period, once for each concern',
  ({ from, to }) => raw`
  select pathway.id as pathway_id, pathway.patient_id, wellbeing.id as wellbeing_id, concern.name as concern
  from wellbeing join (${pathwaysInUse}) on pathway.id = wellbeing.pathway_id
  left join wellbeing_concern on wellbeing_concern.wellbeing_id = wellbeing.id
  left join concern on concern.id = wellbeing_concern.concern_id
  where wellbeing.is_active and wellbeing.assessment_date between ${from} and ${to}`,
)

export const wellbeingConcerns: Report = {
  name: 'wellbeingConcerns',
  title: 'Wellbeing concerns',
  group: 'Assessments and treatment',
  answers: 'Which concerns come up in wellbeing assessments?',
  capability: 'report.run',
  definition: [
    'Wellbeing assessments whose assessment date lies in the period, by concern. One assessment may have several concerns, so the rows add up to more than all assessments; percentages are of all assessments.',
    deletedDoNotCount,
  ],
  sections: [
    {
      title: 'By concern',
      facts,
      groups: [{ id: 'concern', title: 'Concern', missing: 'No concern recorded' }],
      measures: [
        countDistinct('assessments', 'Wellbeing assessments', 'wellbeing_id'),
        share('share', 'Of assessments %', 'assessments'),
        countDistinct('people', 'People', 'patient_id'),
      ],
      chart: { title: 'Assessments by concern', bars: { rows: 'assessments' } },
    },
  ],
}
