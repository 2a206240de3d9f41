import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { ConflictNotice, useConflict } from '../records/ConflictNotice.tsx'
import { FormFrame } from '../ui/FormFrame.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { useDone } from './parts.ts'
import { usePathway } from '../frames/PathwayFrame.tsx'

interface PartFormProps<In extends FieldValues, Out extends FieldValues> {
  title: string
  /** The section that a save comes back to. */
  section: string
  submit?: string
  /** What the link that leaves without saving says; 'Cancel', unless that could be taken for what the form does. */
  leaves?: string
  /** Said when it is saved. */
  said: string
  form: UseFormReturn<In, unknown, Out>
  save: (values: Out, version: number | undefined) => Promise<unknown>
  note?: ReactNode
  children: ReactNode
}

/** The journey of the forms that change one part of a pathway. */
export const PartForm = <In extends FieldValues, Out extends FieldValues>({
  title,
  section,
  submit = 'Save',
  leaves = 'Cancel',
  said,
  form,
  save,
  note,
  children,
}: PartFormProps<In, Out>) => {
  const { pathway, patient } = usePathway()
  const conflict = useConflict(pathway.version)
  const done = useDone()
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {note}
      <ConflictNotice
        conflict={conflict}
        kind="pathway"
        id={pathway.id}
        leave={() => {
          form.reset()
          void done('Your changes were not saved', section)
        }}
      />
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit={submit}
        onSave={async (values) => {
          await conflict.watch((version) => save(values, version))
          await done(said, section)
        }}
        actions={
          <Link
            to="/falls/pathway/view"
            search={{ id: pathway.id, patientId: patient.id, section }}
            className="sf-cancel"
          >
            {leaves}
          </Link>
        }
      >
        {children}
      </FormFrame>
    </>
  )
}
