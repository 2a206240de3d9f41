import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { nextOfKinForm, saveNextOfKin } from '../../contract/patient.ts'
import { call } from '../api.ts'
import { forgetAfterSave, lookupQuery } from '../queries.ts'
import { SelectField, TextField } from '../ui/fields.tsx'
import { FormFrame } from '../ui/FormFrame.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { toast } from '../ui/Toast.tsx'
import { useZodForm } from '../ui/useZodForm.ts'
import { CancelLink } from './CancelLink.tsx'
import { usePatient } from './PatientFrame.tsx'
import { useBackToPatient } from './useBackToPatient.ts'

export const NextOfKin = () => {
  const { id: patientId, nextOfKin } = usePatient()
  const back = useBackToPatient()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const { data: prefixes } = useQuery(lookupQuery('namePrefix'))
  const form = useZodForm(nextOfKinForm, {
    familyName: nextOfKin?.familyName ?? '',
    firstName: nextOfKin?.firstName ?? '',
    namePrefix: nextOfKin?.namePrefix == null ? '' : String(nextOfKin.namePrefix),
    relationship: nextOfKin?.relationship ?? '',
    phoneNumber: nextOfKin?.phoneNumber ?? '',
  })
  return (
    <>
      <PageTitle>Next of kin</PageTitle>
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit="Save"
        actions={<CancelLink section="nextofkin" />}
        onSave={async (values) => {
          const identity = { id: nextOfKin?.id ?? 0, version: nextOfKin?.version, patientId }
          await call(saveNextOfKin, { ...identity, ...values }, nextOfKin === null ? { idempotencyKey } : {})
          await forgetAfterSave()
          toast('Saved')
          await back('nextofkin')
        }}
      >
        <TextField
          form={form}
          name="familyName"
          label="Family name"
          width={20}
          autoFocus
          autoComplete="off"
        />
        <TextField form={form} name="firstName" label="First name (optional)" width={20} autoComplete="off" />
        <SelectField form={form} name="namePrefix" label="Title (optional)" options={prefixes} optional />
        <TextField
          form={form}
          name="relationship"
          label="Relationship (optional)"
          width={20}
          autoComplete="off"
        />
        <TextField
          form={form}
          name="phoneNumber"
          label="Telephone (optional)"
          type="tel"
          width={20}
          autoComplete="off"
        />
      </FormFrame>
    </>
  )
}
