import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createReferral, referralCreateForm } from '../../contract/pathway/pathway.ts'
import type { LikelyDuplicate } from '../../contract/patient.ts'
import { ApiError, call } from '../api.ts'
import { forgetAfterSave, lookupQuery } from '../queries.ts'
import { DateField } from '../ui/DateField.tsx'
import { CheckboxField, SelectField, TextField } from '../ui/fields.tsx'
import { FormFrame } from '../ui/FormFrame.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { toast } from '../ui/Toast.tsx'
import { useZodForm } from '../ui/useZodForm.ts'
import { Duplicates } from './Duplicates.tsx'

/** The older create screen: patient and referral in one form (specification section 2). */
export const ReferralCreate = () => {
  const navigate = useNavigate()
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID())
  const [duplicates, setDuplicates] = useState<LikelyDuplicate[]>([])
  const [seen, setSeen] = useState<number[]>([])
  const { data: genders } = useQuery(lookupQuery('gender'))
  const { data: referrers } = useQuery(lookupQuery('referrer'))
  const { data: methods } = useQuery(lookupQuery('method'))
  const form = useZodForm(referralCreateForm, {
    patient: {
      familyName: '',
      firstName: '',
      genderId: '',
      dateOfBirth: '',
      nhsNumber: '',
      nhsNumberUnknown: false,
    },
    referral: { referralDate: '', referrerId: '', referralMethodId: '' },
  })
  return (
    <>
      <PageTitle>Create a referral</PageTitle>
      {duplicates.length > 0 && (
        <Duplicates
          found={duplicates}
          onNew={() => {
            setSeen(duplicates.map(({ id }) => id))
            setDuplicates([])
          }}
          onBack={() => setDuplicates([])}
        />
      )}
      <div hidden={duplicates.length > 0}>
        {seen.length > 0 && (
          <p className="sf-warning">You judged this to be a new person. Save again to register.</p>
        )}
        <FormFrame
          form={form}
          guarded
          className="sf-form"
          submit="Save"
          actions={
            <Link to="/falls" className="sf-cancel">
              Cancel
            </Link>
          }
          onSave={async ({ patient, referral }) => {
            try {
              const input = { patient: { ...patient, id: 0, notDuplicateOf: seen }, referral }
              const { id, patientId } = await call(createReferral, input, { idempotencyKey })
              await forgetAfterSave()
              toast('Referral saved')
              await navigate({ to: '/falls/pathway/view', search: { id, patientId } })
            } catch (error) {
              setKey(crypto.randomUUID())
              if (error instanceof ApiError && error.problem?.duplicates !== undefined)
                setDuplicates(error.problem.duplicates)
              throw error
            }
          }}
        >
          <h2 className="nhsuk-heading-m">Patient</h2>
          <TextField
            form={form}
            name="patient.familyName"
            label="Family name"
            width={20}
            autoFocus
            autoComplete="off"
          />
          <TextField
            form={form}
            name="patient.firstName"
            label="First name (optional)"
            width={20}
            autoComplete="off"
          />
          <SelectField form={form} name="patient.genderId" label="Gender" options={genders} />
          <DateField form={form} name="patient.dateOfBirth" label="Date of birth (optional)" />
          <TextField
            form={form}
            name="patient.nhsNumber"
            label="NHS number"
            width={10}
            inputMode="numeric"
            autoComplete="off"
          />
          <CheckboxField
            form={form}
            name="patient.nhsNumberUnknown"
            label="NHS number unknown"
            onChange={(isTicked) => isTicked && form.setValue('patient.nhsNumber', '')}
          />
          <h2 className="nhsuk-heading-m">Referral</h2>
          <DateField form={form} name="referral.referralDate" label="Referral date" />
          <SelectField form={form} name="referral.referrerId" label="Referrer" options={referrers} />
          <SelectField
            form={form}
            name="referral.referralMethodId"
            label="Referral method"
            options={methods}
          />
        </FormFrame>
      </div>
    </>
  )
}
