import {
  equipmentEnds,
  type EquipmentProgress,
} from '../../../contract/pathways/records/equipmentProgress.ts'
import type { Field } from '../../platform/ui/DescribedFields.tsx'

type ProgressField = Field<keyof EquipmentProgress>

/** Asked for, ordered, fitted, due back: each may be left out. */
export const equipmentBegun: readonly ProgressField[] = [
  { day: 'askedDate', isOptional: true },
  { day: 'orderedDate', isOptional: true },
  { day: 'fittedDate', isOptional: true },
  {
    day: 'dueBackDate',
    hint: 'The day a loan ends. Leave it empty for what stays, such as a rail',
    isOptional: true,
  },
]

/** What follows once it is there. */
export const equipmentProgressFields: readonly ProgressField[] = [
  ...equipmentBegun,
  { day: 'reviewedDate', hint: 'Whether it is used, safe and still needed', isOptional: true },
  { select: 'ended', options: equipmentEnds, unset: 'It has not ended', isOptional: true },
  { day: 'endedDate', isOptional: true },
]
