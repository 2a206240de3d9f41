import { useNavigate, useSearch } from '@tanstack/react-router'
import { z } from 'zod'
import { gpForm } from '../../contract/patient.ts'
import { FormFrame } from '../ui/FormFrame.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { useZodForm } from '../ui/useZodForm.ts'
import { CancelLink } from './CancelLink.tsx'
import { GpField } from './GpField.tsx'
import { usePatient } from './PatientFrame.tsx'
import { savePart } from './savePart.ts'

const chosenForm = gpForm.extend({ registeredGP: z.string({ error: 'Registered GP required' }) })

export const GpSearch = () => {
  const patient = usePatient()
  const navigate = useNavigate()
  const { newReferral } = useSearch({ strict: false }) as { newReferral?: boolean }
  const form = useZodForm<z.input<typeof gpForm>, z.output<typeof gpForm>>(chosenForm as never, {
    registeredGP: null,
    registeredGP_Branch: null,
  })
  return (
    <>
      <PageTitle>Registered GP</PageTitle>
      <p>
        Now: {patient.names.registeredGP ?? 'Not Recorded'}
        {patient.names.registeredGP_Branch !== null && `, ${patient.names.registeredGP_Branch}`}
      </p>
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit="Save"
        onSave={async (values) => {
          await savePart(patient, values)
          await navigate({
            to: '/falls/patient/view',
            search: { id: patient.id, section: 'gp', newReferral },
          })
        }}
        actions={<CancelLink section="gp" />}
      >
        <GpField
          label="Find the practice"
          hint="Name, code or postcode, at least two letters"
          autoFocus
          onChoose={(choice) => {
            form.setValue('registeredGP', choice?.gp.id ?? null, { shouldDirty: true })
            form.setValue('registeredGP_Branch', choice?.branch?.id ?? null, { shouldDirty: true })
          }}
        />
      </FormFrame>
    </>
  )
}
