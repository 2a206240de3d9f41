import { useState } from 'react'
import { letterNotNeededForm } from '../../../../contract/care/letters/letter.ts'
import { Fields, useFieldsForm, type FieldList } from '../../../platform/ui/DescribedFields.tsx'

const fields: FieldList<'reason'> = [{ text: 'reason', label: 'Why it is no longer needed' }]

/** Notes why a letter that did not leave, or did not arrive, need not be sent. */
export const NoLongerNeeded = ({ note }: { note: (reason: string) => Promise<void> }) => {
  const [isOpen, setOpen] = useState(false)
  const form = useFieldsForm(letterNotNeededForm, fields, null)
  if (!isOpen)
    return (
      <button type="button" className="sf-button" onClick={() => setOpen(true)}>
        No longer needed
      </button>
    )
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(({ reason }) => note(reason))(event)}>
      <Fields form={form} fields={fields} labels={{ reason: 'Why it is no longer needed' }} />
      <button type="submit" className="sf-button">
        Note it
      </button>
    </form>
  )
}
