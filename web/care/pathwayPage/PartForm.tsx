import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useCarried } from '../../platform/ui/carried.ts'
import { StoredForm } from '../../platform/ui/StoredForm.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useDone } from './parts.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'

interface PartFormProps<In extends FieldValues, Out extends FieldValues> {
  title: string
  /** The section to return to after saving. */
  section: string
  submit?: string
  /**
   * Text of the link that leaves without saving. Defaults to 'Cancel', unless that could be mistaken for what the
   * form does.
   */
  leaves?: string
  /** Message shown after saving. */
  said: string
  form: UseFormReturn<In, unknown, Out>
  save: (values: Out, version: number | undefined) => Promise<unknown>
  /** Navigates somewhere other than the section after saving; returns false to go to the section. */
  next?: (values: Out, said: string) => Promise<void> | false
  note?: ReactNode
  children: ReactNode
}

/** Common behaviour of the forms that change one part of a pathway. */
export const PartForm = <In extends FieldValues, Out extends FieldValues>({
  title,
  section,
  submit = 'Save',
  leaves = 'Cancel',
  said,
  form,
  save,
  next,
  note,
  children,
}: PartFormProps<In, Out>) => {
  const { pathway, patient } = usePathway()
  const done = useDone()
  const carried = useCarried()
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {note}
      <StoredForm
        form={form}
        version={pathway.version}
        kind="pathway"
        id={pathway.id}
        submit={submit}
        leave={() => done('Your changes were not saved', section)}
        save={save}
        done={(_reply, values) => next?.(values, said) || done(said, section)}
        actions={
          carried?.cancel ?? (
            <Link
              to="/falls/pathway/view"
              search={{ id: pathway.id, patientId: patient.id, section }}
              className="sf-cancel"
            >
              {leaves}
            </Link>
          )
        }
      >
        {children}
      </StoredForm>
    </>
  )
}
