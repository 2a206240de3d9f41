import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { InputOf } from '../../contract/endpoint.ts'
import { digitsOf, isRepeatedDigit } from '../../contract/nhsNumber.ts'
import {
  demographicsForm,
  getPatient,
  prePathwayCheck,
  savePatient,
  type LikelyDuplicate,
  type PatientView,
} from '../../contract/patient.ts'
import { ApiError, call } from '../api.ts'
import { forgetAfterSave, lookupQuery } from '../queries.ts'
import { DateField } from '../ui/DateField.tsx'
import { CheckboxField, SelectField, TextField } from '../ui/fields.tsx'
import { FormFrame } from '../ui/FormFrame.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { toast } from '../ui/Toast.tsx'
import { useZodForm } from '../ui/useZodForm.ts'
import { Duplicates } from './Duplicates.tsx'
import { GpField } from './GpField.tsx'
import { usePatientOrNew } from './PatientFrame.tsx'
import { savePart } from './savePart.ts'
import { registrationForm } from './registrationForm.ts'

const valuesOf = (patient: PatientView | null): z.input<typeof registrationForm> => ({
  familyName: patient?.familyName ?? '',
  firstName: patient?.firstName ?? '',
  namePrefix: patient?.namePrefix == null ? '' : String(patient.namePrefix),
  genderId: patient === null ? '' : String(patient.genderId),
  dateOfBirth: patient?.dateOfBirth ?? '',
  nhsNumber: patient?.nhsNumber ?? '',
  nhsNumberUnknown: patient?.nhsNumberUnknown ?? false,
  ethnicity: patient?.ethnicity == null ? '' : String(patient.ethnicity),
  registeredGP: null,
  registeredGP_Branch: null,
})

/** Register a patient (id 0) or edit the demographics of one. */
export const Demographics = () => {
  const patient = usePatientOrNew()
  const { newReferral } = useSearch({ strict: false }) as { newReferral?: boolean }
  const navigate = useNavigate()
  const form = useZodForm(patient === null ? registrationForm : demographicsForm, valuesOf(patient))
  const [duplicates, setDuplicates] = useState<LikelyDuplicate[]>([])
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID())
  const { data: genders } = useQuery(lookupQuery('gender'))
  const { data: prefixes } = useQuery(lookupQuery('namePrefix'))
  const { data: ethnicities } = useQuery(lookupQuery('ethnicity'))
  const [isUnknown, number] = useWatch({ control: form.control, name: ['nhsNumberUnknown', 'nhsNumber'] })

  const register = async (
    values: Partial<InputOf<typeof savePatient>>,
    notDuplicateOf: number[],
  ): Promise<void> => {
    try {
      const input = { ...values, id: 0, notDuplicateOf } as InputOf<typeof savePatient>
      const { id } = await call(savePatient, input, { idempotencyKey })
      await forgetAfterSave()
      toast('Patient registered')
      await goOn(id)
    } catch (error) {
      // The next attempt is another request, so it needs a key of its own.
      setKey(crypto.randomUUID())
      if (!(error instanceof ApiError) || error.problem?.duplicates === undefined) throw error
      setDuplicates(error.problem.duplicates)
    }
  }

  /** To a new referral when one is wanted and nothing is missing, else to the pathway, else to the patient (specification section 4). */
  const goOn = async (id: number): Promise<void> => {
    const saved = await call(getPatient, { id })
    const latest = saved.pathways.find(({ isOpen }) => isOpen) ?? saved.pathways[0]
    if (newReferral && prePathwayCheck(saved).length === 0)
      await navigate({ to: '/falls/pathway/referral', search: { id: 0, patientId: id, newReferral: true } })
    else if (!newReferral && latest !== undefined)
      await navigate({ to: '/falls/pathway/view', search: { id: latest.id, patientId: id } })
    else await navigate({ to: '/falls/patient/view', search: { id, newReferral } })
  }

  const typed = digitsOf(number ?? '')
  return (
    <>
      <PageTitle>{patient === null ? 'Register a patient' : 'Edit demographics'}</PageTitle>
      {duplicates.length > 0 && (
        <Duplicates
          found={duplicates}
          onNew={() => {
            const seen = duplicates.map(({ id }) => id)
            setDuplicates([])
            void form.handleSubmit(async (values) => {
              try {
                await register(values, seen)
              } catch (error) {
                if (!(error instanceof ApiError)) throw error
                toast(error.message || 'The patient was not registered. Please check the form.')
              }
            })()
          }}
          onBack={() => setDuplicates([])}
        />
      )}
      <div hidden={duplicates.length > 0}>
        <FormFrame
          form={form}
          guarded
          className="sf-form"
          submit={patient === null ? 'Register' : 'Save'}
          onSave={async (values) => {
            if (patient === null) return register(values, [])
            await savePart(patient, values)
            await navigate({
              to: '/falls/patient/view',
              search: { id: patient.id, section: 'demographics', newReferral },
            })
          }}
          actions={
            patient === null ? (
              <Link to="/falls" className="sf-cancel">
                Cancel
              </Link>
            ) : (
              <Link to="/falls/patient/view" search={{ id: patient.id }} className="sf-cancel">
                Cancel
              </Link>
            )
          }
        >
          <TextField
            form={form}
            name="familyName"
            label="Family name"
            width={20}
            autoFocus
            autoComplete="off"
          />
          <TextField
            form={form}
            name="firstName"
            label="First name (optional)"
            width={20}
            autoComplete="off"
          />
          <SelectField
            form={form}
            name="namePrefix"
            label="Title (optional)"
            options={prefixes}
            optional
            current={{ id: patient?.namePrefix ?? null, name: patient?.names.namePrefix ?? null }}
          />
          <SelectField
            form={form}
            name="genderId"
            label="Gender"
            options={genders}
            current={{ id: patient?.genderId ?? null, name: patient?.names.gender ?? null }}
          />
          <DateField
            form={form}
            name="dateOfBirth"
            label="Date of birth (optional)"
            hint="For example, 14 7 1945"
          />
          <TextField
            form={form}
            name="nhsNumber"
            label="NHS number"
            hint="10 digits, with or without spaces"
            width={10}
            inputMode="numeric"
            autoComplete="off"
            disabled={isUnknown === true}
          />
          {isRepeatedDigit(typed) && (
            <p className="sf-warning" role="status">
              This number repeats one digit and is probably nobody’s. Please check it.
            </p>
          )}
          <CheckboxField
            form={form}
            name="nhsNumberUnknown"
            label="NHS number unknown"
            onChange={(isTicked) => isTicked && form.setValue('nhsNumber', '')}
          />
          <SelectField
            form={form}
            name="ethnicity"
            label="Ethnicity (optional)"
            options={ethnicities}
            optional
            current={{ id: patient?.ethnicity ?? null, name: patient?.names.ethnicity ?? null }}
          />
          {patient === null && (
            <GpField
              label="Registered GP"
              hint="Name, code or postcode of the practice. Needed before a referral."
              onChoose={(choice) => {
                form.setValue('registeredGP' as never, (choice?.gp.id ?? null) as never)
                form.setValue('registeredGP_Branch' as never, (choice?.branch?.id ?? null) as never)
              }}
            />
          )}
        </FormFrame>
      </div>
    </>
  )
}
