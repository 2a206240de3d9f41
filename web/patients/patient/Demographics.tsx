import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import {
  demographicsForm,
  getPatient,
  prePathwayCheck,
  savePatient,
} from '../../../contract/patients/patient.ts'
import { call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { useTyped } from '../search/typedPerson.ts'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useCreateKey } from '../../platform/ui/useCreateKey.ts'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { idText } from '../../platform/ui/idText.ts'
import { Trace } from '../pds/Trace.tsx'
import { useTraced } from '../pds/useTraced.ts'
import { DemographicsFields } from './DemographicsFields.tsx'
import { DuplicatesOr, type TypedPerson } from './Duplicates.tsx'
import { gpChoice } from './gpChoice.ts'
import { GpField } from './GpField.tsx'
import { NameOrder } from './NameOrder.tsx'
import { nobody } from './nobody.ts'
import { PartFrame } from './PartFrame.tsx'
import { usePatient, usePatientOrNew } from '../frames/PatientFrame.tsx'
import { useDuplicates } from './useDuplicates.ts'
import { savePart } from './usePatientSave.ts'

/** Registers a patient (id 0) or edits the demographics of one. */
export const Demographics = () => (usePatientOrNew() === null ? <Register /> : <Edit />)

const Edit = () => {
  const patient = usePatient()
  return (
    <PartFrame
      part="demographics"
      title="Edit demographics"
      schema={demographicsForm}
      valuesOf={(patient) => ({
        familyName: patient.familyName,
        firstName: patient.firstName ?? '',
        namePrefix: idText(patient.namePrefix),
        genderId: idText(patient.genderId),
        dateOfBirth: patient.dateOfBirth ?? '',
        nhsNumber: patient.nhsNumber ?? '',
        nhsNumberUnknown: patient.nhsNumberUnknown,
        ethnicity: idText(patient.ethnicity),
        unusualConfirmed: false,
      })}
      send={savePart}
    >
      {(form) => <DemographicsFields form={form} stored={patient} />}
    </PartFrame>
  )
}

/** Registration also asks for the GP, since a referral needs one. */
const registrationForm = demographicsForm.and(gpChoice)

const Register = () => {
  const { newReferral } = useSearch({ from: '/falls/patient' })
  const navigate = useNavigate()
  const { person, names } = useTyped()
  const form = useZodForm(registrationForm, { ...nobody, ...person })
  const frame = useRef<HTMLFormElement>(null)
  const duplicates = useDuplicates(frame)
  const create = useCreateKey()
  const traced = useTraced()

  /**
   * Goes to a new referral if the user wants one and nothing is missing, otherwise to the pathway, otherwise to the
   * patient (specification).
   */
  const goOn = async (id: number): Promise<void> => {
    const saved = await call(getPatient, { id })
    const latest = saved.pathways.find(({ isOpen }) => isOpen) ?? saved.pathways[0]
    if (newReferral && prePathwayCheck(saved).length === 0)
      await navigate({
        to: '/falls/pathway/referral',
        search: { id: 0, patientId: id, newReferral: true },
        replace: true,
      })
    else if (!newReferral && latest !== undefined)
      await navigate({ to: '/falls/pathway/view', search: { id: latest.id, patientId: id }, replace: true })
    else await navigate({ to: '/falls/patient/view', search: { id, newReferral }, replace: true })
  }

  return (
    <>
      <PageTitle>Register a patient</PageTitle>
      <DuplicatesOr check={duplicates} typed={() => form.getValues() as TypedPerson}>
        <FormFrame
          form={form}
          ref={frame}
          guarded
          className="sf-form"
          submit="Register"
          onSave={async (values) => {
            const { id } = await duplicates.watch((notDuplicateOf) => {
              const { traceId: pdsTraceId } = traced
              const input: InputOf<typeof savePatient> = { ...values, id: 0, notDuplicateOf, pdsTraceId }
              return create((options) => call(savePatient, input, options))
            })
            await forgetAfterSave()
            toast('Patient registered')
            await goOn(id)
          }}
          actions={<CancelLink to="/falls" />}
        >
          <NameOrder form={form} names={names} />
          <DemographicsFields form={form} belowNumber={<Trace form={form} traced={traced} />} />
          <GpField
            key={traced.filled}
            form={form}
            begins={traced.practice}
            label={labels.patient.registeredGP}
            hint="Any word of its name, its code or postcode: type two letters or more, then choose from the list. Needed before a referral."
          />
        </FormFrame>
      </DuplicatesOr>
    </>
  )
}
