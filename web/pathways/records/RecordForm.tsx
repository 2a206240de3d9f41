import type { ReactNode } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { recordKinds, type RecordKindName } from '../../../contract/pathways/records/kinds.ts'
import type { RecordStamp } from '../../../contract/platform/calls/record.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { StoredForm } from '../../platform/ui/StoredForm.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { PrintButton } from '../../platform/ui/PrintButton.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { ConfirmField } from '../../platform/ui/ConfirmField.tsx'
import { History } from '../../platform/ui/History.tsx'
import { inSentence } from './inSentence.ts'
import type { ReturnTo } from './returnTo.tsx'
import { useDeleting } from './useDeleting.tsx'

/** Passed to a save with the values: the id and version of the record. */
export interface Identity {
  id: number
  version: number | undefined
}

interface RecordFormProps<In extends FieldValues, Out extends FieldValues> {
  kind: RecordKindName
  /** null for a new record. */
  record: RecordStamp | null
  form: UseFormReturn<In, unknown, Out>
  place: ReturnTo
  /** The title of the screen if it neither adds nor edits. */
  heading?: string
  /** The record in a few words, for the confirmation before it is deleted. */
  about: string
  /** What else the deletion does. */
  deleteWarning?: string | undefined
  /** Shown under the title. */
  note?: ReactNode
  save: (values: Out, identity: Identity, options: { idempotencyKey?: string }) => Promise<unknown>
  remove: (identity: Identity & { id: number }) => Promise<unknown>
  /** The field in which the user confirms a day after the patient's death. */
  afterDeathField: FieldPath<In>
  /** The field in which the user confirms unusual values, for kinds that ask. */
  unusualField?: FieldPath<In>
  children: ReactNode
}

/**
 * The flow shared by the forms of all kinds of record: save, conflict, delete, history. Each kind provides its own
 * fields.
 */
export const RecordForm = <In extends FieldValues, Out extends FieldValues>({
  kind,
  record,
  form,
  place,
  heading,
  about,
  deleteWarning,
  note,
  save,
  remove,
  afterDeathField,
  unusualField,
  children,
}: RecordFormProps<In, Out>) => {
  const title = recordKinds[kind].title

  // Without a signal there is neither its history nor a way to delete it.
  const isStored = record !== null && place.said === undefined

  const done = async (what: string, next: ReactNode = null): Promise<void> => {
    await forgetAfterSave()
    const words = `${title} ${what}`
    toast(place.said?.(words) ?? words, next)
    await place.back()
  }

  const deleting = useDeleting({
    kind,
    about,
    patientName: place.patientName,
    warning: deleteWarning,
    remove: async () => {
      if (record === null) return
      await remove({ id: record.id, version: record.version })
      // Discards the typed values, so that leaving does not ask.
      form.reset()
      await done('deleted')
    },
  })

  return (
    <>
      <div className="sf-list__head">
        <PageTitle>{heading ?? `${record === null ? 'Add' : 'Edit'} ${inSentence(title)}`}</PageTitle>
        {isStored && <PrintButton />}
      </div>
      {note}
      {deleting.problem}
      <StoredForm
        form={form}
        version={record?.version}
        kind={kind}
        id={record?.id}
        leave={() => forgetAfterSave().then(place.back)}
        save={(values, version, options) => save(values, { id: record?.id ?? 0, version }, options)}
        done={() => done('saved', place.next)}
        actions={
          <>
            {place.cancel}
            {isStored && deleting.button}
          </>
        }
      >
        {children}
        {unusualField !== undefined && <ConfirmField form={form} name={unusualField} />}
        <ConfirmField
          form={form}
          name={afterDeathField}
          label="Record it although the date is after the patient died"
        />
      </StoredForm>
      {isStored && <History kind={kind} id={record.id} version={record.version} />}
      {deleting.dialog}
    </>
  )
}
