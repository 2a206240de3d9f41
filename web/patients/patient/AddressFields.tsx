import type { FieldValues } from 'react-hook-form'
import { labels } from '../../../contract/platform/words/labels.ts'
import { AddressLookup } from '../../reference/addressLookup/AddressLookup.tsx'
import { FieldsWithin, type WithinProps } from '../../platform/ui/DescribedFields.tsx'

/** The lines of an address, and a search that fills them in if it is set up. */
export const AddressFields = <In extends FieldValues, Out>({
  form,
  within = '',
  autoFocus = false,
}: WithinProps<In, Out>) => (
  <>
    <AddressLookup form={form} within={within} />
    <FieldsWithin
      form={form}
      within={within}
      labels={labels.patient}
      fields={[
        { text: 'addressLine1', autoFocus },
        { text: 'addressLine2' },
        { text: 'addressLine3' },
        { text: 'town', width: 20 },
        { text: 'county', width: 20 },
        { text: 'postcode', width: 10 },
      ]}
    />
  </>
)
