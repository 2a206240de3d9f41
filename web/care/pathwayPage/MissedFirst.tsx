import { z } from 'zod'
import { requiredDate } from '../../../contract/platform/fields/fields.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { exercise } from '../../../contract/pathways/records/exercise.ts'
import { treatmentPlan } from '../../../contract/pathways/records/treatmentPlan.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { DateField } from '../../platform/ui/DateField.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'

const newDayForm = z.object({ newDay: requiredDate('New day required') })

/** The patient was not seen on the first day of a plan. The plan waits for a new first day, which is entered here. */
export const MissedFirst = ({ day }: { day: string }) => {
  const { treatmentPlan: treatments, exercise: exercises } = usePathway()
  const form = useZodForm(newDayForm, { newDay: '' })
  const treatment = treatments.find((plan) => plan.treatmentDate === day && plan.endedDate === null)
  const programme = exercises.find((plan) => plan.exercisePlanDate === day && plan.completedDate === null)
  const move = async (newDay: string): Promise<void> => {
    if (treatment !== undefined) {
      const { id, version, pathwayId, clinicianId, locationId, patientGoals } = treatment
      const kept = { id, version, pathwayId, clinicianId, locationId, patientGoals }
      await call(treatmentPlan.save, { ...kept, treatmentDate: newDay })
    } else if (programme !== undefined) {
      const { id, version, pathwayId, clinicianId, exercisePlan } = programme
      await call(exercise.save, {
        id,
        version,
        pathwayId,
        clinicianId,
        exercisePlan,
        exercisePlanDate: newDay,
      })
    }
  }
  return (
    <div className="sf-offer" role="note" aria-label="First appointment missed">
      <p>
        First appointment missed on {formatDate(day)}: nobody was seen. The person waits until the{' '}
        {treatment ? 'treatment' : 'exercise'} plan has a new day.
      </p>
      <FormFrame
        form={form}
        className="sf-form"
        submit="Save the new day"
        onSave={async ({ newDay }) => {
          await move(newDay)
          await forgetAfterSave()
          toast(`The plan begins on ${formatDate(newDay)}`)
        }}
      >
        <DateField form={form} name="newDay" label="New first day of the plan" />
      </FormFrame>
    </div>
  )
}
