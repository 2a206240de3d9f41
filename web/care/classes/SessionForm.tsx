import { useState } from 'react'
import { saveSession, sessionForm, type Register } from '../../../contract/care/classes/register.ts'
import { Fields } from '../../platform/ui/DescribedFields.tsx'
import { labels } from '../../../contract/platform/words/labels.ts'
import { call } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { ConfirmField } from '../../platform/ui/ConfirmField.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { registerQuery } from './classQueries.ts'

/** The length of the session, set once for everybody, and its instructor. */
export const SessionForm = ({ register }: { register: Register }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="nhsuk-details sf-register__about"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="nhsuk-details__summary">
        <span className="nhsuk-details__summary-text">
          {register.minutes} minutes, {register.clinician}
        </span>
      </summary>
      <div className="nhsuk-details__text">{isOpen && <Form register={register} />}</div>
    </details>
  )
}

const Form = ({ register }: { register: Register }) => {
  const { id, version, minutes, clinicianId, clinician } = register
  const form = useZodForm(sessionForm, {
    minutes: String(minutes),
    clinicianId: String(clinicianId),
    unusualConfirmed: false,
  })
  return (
    <FormFrame
      form={form}
      submit="Save for everybody"
      onSave={async (values) => {
        await call(saveSession, { ...values, id, version })
        await queryClient.invalidateQueries({ queryKey: registerQuery(id).queryKey })
        await forgetAfterSave()
        toast('Session saved')
      }}
    >
      <Fields
        form={form}
        labels={labels.classSession}
        record={{ clinicianId, names: { clinician } }}
        fields={[
          { text: 'minutes', hint: 'Of everybody who attended', width: 3, isNumber: true },
          { lookup: 'clinicianId', of: 'clinician', hint: 'The instructor, or who covers' },
        ]}
      />
      <ConfirmField form={form} name="unusualConfirmed" />
    </FormFrame>
  )
}
