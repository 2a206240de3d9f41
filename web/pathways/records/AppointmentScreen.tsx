import { useWatch, type Control } from 'react-hook-form'
import {
  appointmentForm,
  appointmentOutcomes,
  appointmentTypes,
  appointmentTypeTitle,
} from '../../../contract/pathways/records/appointment.ts'
import { DescribedForm } from './DescribedForm.tsx'
import { recordScreen } from './recordScreen.tsx'

const types = appointmentTypes.map((code) => ({ code, title: appointmentTypeTitle(code) }))

/** An appointment of this referral, and how it came out; 0 books one. */
export const AppointmentScreen = recordScreen('appointment', 'appointmentId', ({ record }) => (
  <DescribedForm
    kind="appointment"
    record={record}
    schema={appointmentForm}
    fields={[
      { choice: 'appointmentType', options: types, isInline: true },
      { day: 'appointmentDate' },
      { text: 'startTime', hint: 'For example, 10:30', width: 5 },
      { text: 'minutes', width: 3, isNumber: true },
      { lookup: 'locationId', of: 'location' },
      { lookup: 'clinicianId', of: 'clinician' },
      {
        select: 'outcome',
        options: appointmentOutcomes,
        unset: 'Not yet',
        isOptional: true,
        hint: '“Was not brought” is for somebody who depends on others to come',
      },
      { part: ({ control }) => <MissedPrompt control={control} /> },
      { text: 'note', isOptional: true },
    ]}
  />
))

const MissedPrompt = ({ control }: { control: Control }) => {
  const outcome: unknown = useWatch({ control, name: 'outcome' })
  return (
    <div role="status">
      {appointmentOutcomes.some(({ code, isMissed }) => code === outcome && isMissed) && (
        <p className="sf-prompt">
          Find out why before you decide anything else: may the person be vulnerable? A discharge asks for the
          answer.
        </p>
      )}
    </div>
  )
}
