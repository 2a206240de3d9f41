import { useQuery } from '@tanstack/react-query'
import { goalsNotAchievedCode, treatmentPlanForm } from '../../../contract/pathways/records/treatmentPlan.ts'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { DescribedForm } from './DescribedForm.tsx'
import { recordScreen } from './recordScreen.tsx'

/** A treatment plan of this pathway; 0 adds one. */
export const TreatmentPlanScreen = recordScreen('treatmentPlan', 'treatmentPlanId', ({ record }) => {
  // The rule about goals needs the list before anything can be saved.
  const { data: goals, error, refetch } = useQuery(lookupQuery('goalsAchieved'))
  if (goals === undefined) return <LoadingOrFailed what="treatment plan" error={error} refetch={refetch} />
  const isNo = (id: number) => goals.find((goal) => goal.id === id)?.code === goalsNotAchievedCode
  return (
    <DescribedForm
      kind="treatmentPlan"
      record={record}
      schema={treatmentPlanForm(isNo)}
      send={(values) => ({ ...values, endedDate: values.goalsAchievedId === null ? null : values.endedDate })}
      fields={[
        { day: 'treatmentDate', hint: 'May be in the future' },
        { day: 'assessmentDate', isOptional: true },
        { lookup: 'clinicianId', of: 'clinician' },
        { lookup: 'locationId', of: 'location' },
        { lines: 'patientGoals', hint: 'What matters to the person, in their own words' },
        {
          lookup: 'goalsAchievedId',
          of: 'goalsAchieved',
          isOptional: true,
          hint: 'The plan stays open until this is recorded',
        },
        {
          day: 'endedDate',
          isOptional: true,
          hint: 'Today, unless you enter another day. The follow-up calls are due from this day',
          when: ['goalsAchievedId', Boolean],
        },
        {
          lines: 'goalsNotAchievedReason',
          rows: 3,
          when: ['goalsAchievedId', (id) => isNo(Number(id))],
        },
      ]}
    />
  )
})
