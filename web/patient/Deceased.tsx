import { useState } from 'react'
import { formatDate, formatName } from '../../contract/format.ts'
import { deceasedForm } from '../../contract/patient.ts'
import { ApiError } from '../api.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { DateField } from '../ui/DateField.tsx'
import { FormFrame } from '../ui/FormFrame.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { useZodForm } from '../ui/useZodForm.ts'
import { CancelLink } from './CancelLink.tsx'
import { usePatient } from './PatientFrame.tsx'
import { savePart } from './savePart.ts'
import { useBackToPatient } from './useBackToPatient.ts'

/** Recording a death asks again, by name: it takes the person off every list but awaiting discharge (trust CS-1, CS-7). */
export const Deceased = () => {
  const patient = usePatient()
  const back = useBackToPatient()
  const [asked, setAsked] = useState<{ deceasedDate?: string | null | undefined } | null>(null)
  const form = useZodForm(deceasedForm, { deceasedDate: patient.deceasedDate ?? '' })
  const save = async (values: { deceasedDate?: string | null | undefined }): Promise<void> => {
    await savePart(patient, values)
    await back('deceased')
  }
  return (
    <>
      <PageTitle>Deceased</PageTitle>
      <p>Leave the date empty to say that the person is living.</p>
      <FormFrame
        form={form}
        className="sf-form"
        submit="Save"
        actions={<CancelLink section="deceased" />}
        onSave={async (values) => {
          if (values.deceasedDate) setAsked(values)
          else await save(values)
        }}
      >
        <DateField form={form} name="deceasedDate" label="Date of death" />
      </FormFrame>
      {asked !== null && (
        <ConfirmDialog
          title="Record a death?"
          confirm="Yes, record the death"
          onCancel={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null)
            save(asked).catch((error: unknown) => {
              if (!(error instanceof ApiError)) throw error
              form.setError('deceasedDate', { message: error.fields['deceasedDate'] ?? error.message })
            })
          }}
        >
          <p>
            {formatName({ ...patient, namePrefix: patient.names.namePrefix })} died on{' '}
            {formatDate(asked.deceasedDate)}. Open referrals will wait for discharge only, and nobody will be
            asked to call.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
