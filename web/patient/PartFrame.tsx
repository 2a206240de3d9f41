import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { PatientView } from '../../contract/patient.ts'
import { FormFrame } from '../ui/FormFrame.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { CancelLink } from './CancelLink.tsx'
import { PatientConflict } from './PatientConflict.tsx'
import type { PartName } from './partFacts.ts'
import { usePatient } from './PatientFrame.tsx'
import { useBackToPatient } from './useBackToPatient.ts'
import { usePatientSave } from './usePatientSave.ts'

interface PartFrameProps<In extends FieldValues, Out extends FieldValues> {
  part: PartName
  title: string
  hint?: ReactNode
  form: UseFormReturn<In, unknown, Out>
  /** What is sent; the patient is the one that the form began with. */
  send: (patient: PatientView, values: Out) => Promise<unknown>
  /** Asked before it is sent; false sends nothing. */
  confirm?: (values: Out) => Promise<boolean>
  children: ReactNode
}

/** The screen of one part of a patient: its form, a conflict if there is one, and back to the patient once it is saved. */
export const PartFrame = <In extends FieldValues, Out extends FieldValues>({
  part,
  title,
  hint,
  form,
  send,
  confirm,
  children,
}: PartFrameProps<In, Out>) => {
  const saving = usePatientSave(usePatient())
  const back = useBackToPatient()
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PatientConflict part={part} saving={saving} />
      {hint !== undefined && <p>{hint}</p>}
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit="Save"
        actions={<CancelLink section={part} />}
        onSave={async (values) => {
          if (confirm !== undefined && !(await confirm(values))) return false
          await saving.save((patient) => send(patient, values))
          await back(part)
          return true
        }}
      >
        {children}
      </FormFrame>
    </>
  )
}
