import type { ReactNode } from 'react'
import { inErrorForm } from '../../../contract/governance/inError.ts'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { TextAreaField } from '../../platform/ui/TextAreaField.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'

interface InErrorFormProps {
  title: string
  /** Says what happens and what does not. */
  note: ReactNode
  save: (reason: string) => Promise<void>
  /** A link that goes back without saving. */
  cancel: ReactNode
}

/** Asks why something was registered in error before it leaves lists and searches. */
export const InErrorForm = ({ title, note, save, cancel }: InErrorFormProps) => {
  const form = useZodForm(inErrorForm, { reason: '' })
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {note}
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit="Take it out of use"
        onSave={({ reason }) => save(reason)}
        actions={cancel}
      >
        <TextAreaField form={form} name="reason" label="Why was it registered in error?" rows={3} />
      </FormFrame>
    </>
  )
}
