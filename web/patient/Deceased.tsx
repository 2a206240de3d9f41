import { useState } from 'react'
import { formatDate, formatName } from '../../contract/format.ts'
import { deceasedForm } from '../../contract/patient.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { DateField } from '../ui/DateField.tsx'
import { useZodForm } from '../ui/useZodForm.ts'
import { PartFrame } from './PartFrame.tsx'
import { usePatient } from './PatientFrame.tsx'
import { savePart } from './usePatientSave.ts'

/** A question that waits for the person's answer. */
interface Asked {
  date: string
  answer: (isYes: boolean) => void
}

/** Recording a death asks again, by name: it takes the person off every list but awaiting discharge (trust CS-1, CS-7). */
export const Deceased = () => {
  const patient = usePatient()
  const [asked, setAsked] = useState<Asked | null>(null)
  const form = useZodForm(deceasedForm, { deceasedDate: patient.deceasedDate ?? '' })
  const answer = (isYes: boolean): void => {
    asked?.answer(isYes)
    setAsked(null)
  }
  return (
    <>
      <PartFrame
        part="deceased"
        title="Deceased"
        hint="Leave the date empty to say that the person is living."
        form={form}
        send={savePart}
        confirm={async ({ deceasedDate }) =>
          !deceasedDate || new Promise((resolve) => setAsked({ date: deceasedDate, answer: resolve }))
        }
      >
        <DateField form={form} name="deceasedDate" label="Date of death" />
      </PartFrame>
      {asked !== null && (
        <ConfirmDialog
          title="Record a death?"
          confirm="Yes, record the death"
          onCancel={() => answer(false)}
          onConfirm={() => answer(true)}
        >
          <p>
            {formatName({ ...patient, namePrefix: patient.names.namePrefix })} died on{' '}
            {formatDate(asked.date)}. Open referrals will wait for discharge only, and nobody will be asked to
            call.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
