import type { FieldValues } from 'react-hook-form'
import { labels } from '../../../contract/platform/words/labels.ts'
import { FieldsWithin, type WithinProps } from '../../platform/ui/DescribedFields.tsx'

/** How to reach a patient. */
export const ContactFields = <In extends FieldValues, Out>({
  autoFocus = false,
  ...rest
}: WithinProps<In, Out>) => (
  <FieldsWithin
    {...rest}
    labels={labels.patient}
    fields={[
      { text: 'phoneHome', type: 'tel', width: 20, autoFocus },
      { text: 'phoneWork', type: 'tel', width: 20 },
      { text: 'phoneMobile', type: 'tel', width: 20 },
      { text: 'email', type: 'email' },
    ]}
  />
)
