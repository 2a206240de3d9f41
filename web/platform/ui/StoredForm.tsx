import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { ConflictNotice, useConflict } from './ConflictNotice.tsx'
import { FormFrame } from './FormFrame.tsx'
import type { Historied } from './historyQuery.ts'
import { useCreateKey } from './useCreateKey.ts'

interface StoredFormProps<In extends FieldValues, Out extends FieldValues, Reply> {
  form: UseFormReturn<In, unknown, Out>
  /** The version that the form begins with; undefined for something new. */
  version: number | undefined
  /** The stored record, if its changes are shown with a conflict. */
  kind?: Historied
  id?: number | undefined
  submit?: string
  className?: string
  actions?: ReactNode
  /** Something new is saved with the key in `options`, so that it is created once. */
  save: (values: Out, version: number | undefined, options: { idempotencyKey?: string }) => Promise<Reply>
  /** After a save. */
  done: (reply: Reply, values: Out) => Promise<unknown>
  /** After the user preferred what is stored to what they typed. */
  leave: () => Promise<unknown>
  children: ReactNode
}

/** A form that creates or changes one stored thing, and asks how to continue if somebody else changed it meanwhile. */
export const StoredForm = <In extends FieldValues, Out extends FieldValues, Reply>({
  form,
  version: began,
  kind,
  id,
  submit = 'Save',
  className = 'sf-form',
  actions,
  save,
  done,
  leave,
  children,
}: StoredFormProps<In, Out, Reply>) => {
  const create = useCreateKey()
  const conflict = useConflict(began)
  return (
    <>
      <ConflictNotice
        conflict={conflict}
        {...(kind !== undefined && id !== undefined && { kind, id })}
        leave={() => {
          form.reset()
          void leave()
        }}
      />
      <FormFrame
        form={form}
        guarded
        className={className}
        submit={submit}
        onSave={async (values) => {
          const reply = await conflict.watch((version) =>
            conflict.base === undefined
              ? create((options) => save(values, version, options))
              : save(values, version, {}),
          )
          await done(reply, values)
        }}
        actions={actions}
      >
        {children}
      </FormFrame>
    </>
  )
}
