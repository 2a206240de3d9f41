import type { FieldValues } from 'react-hook-form'
import type { PatientView } from '../../../contract/patients/patient.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { FieldsWithin, type WithinProps } from '../../platform/ui/DescribedFields.tsx'

interface NextOfKinFieldsProps<In extends FieldValues, Out> extends WithinProps<In, Out> {
  /** Has the stored title, even if it is no longer among the choices. */
  stored?: PatientView['nextOfKin']
}

export const NextOfKinFields = <In extends FieldValues, Out>({
  autoFocus = false,
  stored,
  ...rest
}: NextOfKinFieldsProps<In, Out>) => (
  <FieldsWithin
    {...rest}
    labels={labels.nextOfKin}
    record={stored}
    fields={[
      { text: 'familyName', width: 20, autoFocus },
      { text: 'firstName', isOptional: true, width: 20 },
      { lookup: 'namePrefix', of: 'namePrefix', isOptional: true },
      { text: 'relationship', isOptional: true, width: 20 },
      { text: 'phoneNumber', isOptional: true, type: 'tel', width: 20 },
    ]}
  />
)
