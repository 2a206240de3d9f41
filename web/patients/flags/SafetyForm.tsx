import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { usePatient } from '../frames/PatientFrame.tsx'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { StoredForm } from '../../platform/ui/StoredForm.tsx'
import { History } from '../../platform/ui/History.tsx'
import type { Historied } from '../../platform/ui/historyQuery.ts'
import { useConfirm } from '../../platform/ui/useConfirm.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'

export interface SafetyFormProps<In extends FieldValues, Out extends FieldValues> {
  title: string
  submit?: string
  /** The message after a save. */
  said: string
  kind: Extract<Historied, 'flag' | 'capacity' | 'contact' | 'reminderConsent' | 'fallsCalendarConsent'>
  /** null while a new row is recorded. */
  row: { id: number; version: number } | null
  form: UseFormReturn<In, unknown, Out>
  save: (
    values: Out,
    which: { id: number; version: number | undefined; patientId: number },
    options: { idempotencyKey?: string },
  ) => Promise<unknown>
  /** What is deleted, and the call that deletes it. Without it the row cannot be deleted here. */
  deletes?: { what: string; remove: (which: { id: number; version: number }) => Promise<unknown> }
  note?: ReactNode
  children: ReactNode
}

/**
 * The steps that the forms of flags, capacity and contacts share: save, conflict, delete, history, and back to their
 * page.
 */
export const SafetyForm = <In extends FieldValues, Out extends FieldValues>({
  title,
  submit = 'Save',
  said,
  kind,
  row,
  form,
  save,
  deletes,
  note,
  children,
}: SafetyFormProps<In, Out>) => {
  const { id: patientId } = usePatient()
  const navigate = useNavigate()
  const { ask, dialog } = useConfirm()
  const { problem, attempt } = useAttempt()

  const done = async (what: string): Promise<void> => {
    await forgetAfterSave()
    toast(what)
    await navigate({ to: '/falls/patient/flags', search: { id: patientId, section: kind }, replace: true })
  }
  const remove = (): Promise<unknown> =>
    attempt(async () => {
      if (row === null || deletes === undefined) return
      const question = {
        title: `Delete ${deletes.what}?`,
        confirm: 'Yes, delete it',
        says: <p>It leaves this page. Its history stays.</p>,
      }
      await ask(question, async () => {
        await deletes.remove(row)
        form.reset()
        await done('Deleted')
      })
    })

  return (
    <>
      <PageTitle>{title}</PageTitle>
      {note}
      {problem}
      <StoredForm
        form={form}
        version={row?.version}
        kind={kind}
        id={row?.id}
        submit={submit}
        leave={() => done('Your changes were not saved')}
        save={(values, version, options) => save(values, { id: row?.id ?? 0, version, patientId }, options)}
        done={() => done(said)}
        actions={
          <>
            <CancelLink to="/falls/patient/flags" search={{ id: patientId, section: kind }} />
            {row !== null && deletes !== undefined && (
              <button type="button" className="sf-delete" onClick={() => void remove()}>
                Delete {deletes.what}
              </button>
            )}
          </>
        }
      >
        {children}
      </StoredForm>
      {row !== null && <History kind={kind} id={row.id} version={row.version} />}
      {dialog}
    </>
  )
}
