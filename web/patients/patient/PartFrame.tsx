import { useState, type ReactNode } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { PatientView } from '../../../contract/patients/patient.ts'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { CancelToPatient } from './CancelToPatient.tsx'
import { PatientConflict } from './PatientConflict.tsx'
import type { PartName } from './partFacts.ts'
import { usePatient } from '../frames/PatientFrame.tsx'
import { useBackToPatient } from './useBackToPatient.ts'
import { usePatientSave } from './usePatientSave.ts'

interface PartFrameProps<In extends FieldValues, Out extends FieldValues> {
  part: PartName
  title: string
  hint?: ReactNode
  schema: z.ZodType<Out, In>
  /** The values of the patient's fields before anybody types. */
  valuesOf: (patient: PatientView) => DefaultValues<In>
  /** Sends the values; the save is based on this patient. */
  send: (patient: PatientView, values: Out) => Promise<unknown>
  /** Runs before the values are sent; if it returns false, nothing is sent. */
  confirm?: (values: Out) => Promise<boolean>
  children: (form: UseFormReturn<In, unknown, Out>) => ReactNode
}

/**
 * The screen of one part of a patient: its form, a conflict if there is one, and the way back to the patient after a
 * save.
 */
export const PartFrame = <In extends FieldValues, Out extends FieldValues>({
  part,
  title,
  hint,
  schema,
  valuesOf,
  send,
  confirm,
  children,
}: PartFrameProps<In, Out>) => {
  const patient = usePatient()
  const form = useZodForm(schema, valuesOf(patient))
  const back = useBackToPatient()
  /** A new number mounts the form again, with its initial values. */
  const [beginning, setBeginning] = useState(1)
  const saving = usePatientSave(patient, (stored, keepTyped) => {
    form.reset(valuesOf(stored) as In, { keepDirtyValues: keepTyped })
    if (!keepTyped) setBeginning(beginning + 1)
  })
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {hint !== undefined && <p>{hint}</p>}
      <FormFrame
        key={beginning}
        form={form}
        guarded
        className="sf-form"
        submit="Save"
        actions={<CancelToPatient section={part} />}
        onSave={async (values) => {
          if (confirm !== undefined && !(await confirm(values))) return false
          await saving.save((over) => send(over, values))
          await back(part)
          return true
        }}
      >
        <PatientConflict part={part} saving={saving} />
        {children(form)}
      </FormFrame>
    </>
  )
}
