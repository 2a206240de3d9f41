import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { FieldsWithin } from '../../platform/ui/DescribedFields.tsx'
import { labels } from '../../../contract/platform/words/labels.ts'
import { createReferral, referralCreateForm } from '../../../contract/pathways/referral/pathway.ts'
import { call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { NextStep } from '../records/NextStep.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { ConfirmField } from '../../platform/ui/ConfirmField.tsx'
import { useCreateKey } from '../../platform/ui/useCreateKey.ts'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { DuplicatesOr, type TypedPerson } from '../../patients/patient/Duplicates.tsx'
import { NhsNumberFields } from '../../patients/patient/NhsNumberFields.tsx'
import { ReferralFields } from './ReferralFields.tsx'
import { useDuplicates } from '../../patients/patient/useDuplicates.ts'

/** The older create screen: patient and referral in one form (specification). */
export const ReferralCreate = () => {
  const navigate = useNavigate()
  const frame = useRef<HTMLFormElement>(null)
  const duplicates = useDuplicates(frame)
  const create = useCreateKey()
  const form = useZodForm(referralCreateForm, {
    patient: {
      familyName: '',
      firstName: '',
      genderId: '',
      dateOfBirth: '',
      nhsNumber: '',
      nhsNumberUnknown: false,
      unusualConfirmed: false,
    },
    referral: { referralDate: '', receivedDate: '', referrerId: '', referralMethodId: '', ubrn: '' },
  })
  return (
    <>
      <PageTitle>Create a referral</PageTitle>
      <DuplicatesOr check={duplicates} typed={() => form.getValues('patient') as TypedPerson}>
        <FormFrame
          form={form}
          ref={frame}
          guarded
          className="sf-form"
          submit="Save"
          actions={<CancelLink to="/falls" />}
          onSave={async ({ patient, referral }) => {
            const { id, patientId } = await duplicates.watch((notDuplicateOf) => {
              const input = { patient: { ...patient, id: 0, notDuplicateOf }, referral }
              return create((options) => call(createReferral, input, options))
            })
            await forgetAfterSave()
            toast('Referral saved', <NextStep pathwayId={id} patientId={patientId} />)
            await navigate({ to: '/falls/pathway/view', search: { id, patientId }, replace: true })
          }}
        >
          <h2 className="nhsuk-heading-m">Patient</h2>
          <FieldsWithin
            form={form}
            within="patient."
            labels={labels.patient}
            fields={[
              { text: 'familyName', width: 20, autoFocus: true },
              { text: 'firstName', isOptional: true, width: 20 },
              { lookup: 'genderId', of: 'gender' },
              { day: 'dateOfBirth', isOptional: true, hint: 'For example, 14 7 1945' },
            ]}
          />
          <ConfirmField form={form} name="patient.unusualConfirmed" />
          <NhsNumberFields form={form} number="patient.nhsNumber" unknown="patient.nhsNumberUnknown" />
          <h2 className="nhsuk-heading-m">Referral</h2>
          <ReferralFields form={form} within="referral." />
        </FormFrame>
      </DuplicatesOr>
    </>
  )
}
