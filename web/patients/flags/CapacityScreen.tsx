import { useParams } from '@tanstack/react-router'
import {
  capacityForm,
  deleteCapacity,
  saveCapacity,
  type Capacity,
} from '../../../contract/patients/flags/capacity.ts'
import { labels, optional } from '../../../contract/platform/words/labels.ts'
import { call } from '../../platform/calls/api.ts'
import { ChoiceField } from '../../platform/ui/ChoiceField.tsx'
import { DateField } from '../../platform/ui/DateField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { TextAreaField } from '../../platform/ui/TextAreaField.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { SafetyForm } from './SafetyForm.tsx'
import { NewOrStored } from './WithSafetyNets.tsx'

/** An assessment of capacity for one decision; id 0 adds one. */
export const CapacityScreen = () => {
  const { capacityId } = useParams({ from: '/falls/patient/capacity/$capacityId' })
  return (
    <NewOrStored id={capacityId} rowsOf={({ capacity }) => capacity}>
      {(row) => <CapacityForm key={capacityId} row={row} />}
    </NewOrStored>
  )
}

const CapacityForm = ({ row }: { row: Capacity | null }) => {
  const form = useZodForm(capacityForm, {
    decision: row?.decision ?? '',
    isAble: row === null ? undefined : row.isAble ? 'yes' : 'no',
    assessedDate: row?.assessedDate ?? '',
    assessor: row?.assessor ?? '',
    basis: row?.basis ?? '',
    attorney: row?.attorney ?? '',
  })
  return (
    <SafetyForm
      title={row === null ? 'Add an assessment of capacity' : 'Edit assessment of capacity'}
      said="Assessment of capacity saved"
      kind="capacity"
      row={row}
      form={form}
      note={<p className="sf-quiet">Capacity is about one decision, at one time.</p>}
      save={(values, which, options) => call(saveCapacity, { ...values, ...which }, options)}
      deletes={{ what: 'this assessment of capacity', remove: (which) => call(deleteCapacity, which) }}
    >
      <TextAreaField form={form} name="decision" label={labels.capacity.decision} rows={2} />
      <ChoiceField
        form={form}
        name="isAble"
        label={labels.capacity.isAble}
        options={[
          { id: 'yes', name: 'Yes' },
          { id: 'no', name: 'No' },
        ]}
        isInline
      />
      <DateField form={form} name="assessedDate" label={labels.capacity.assessedDate} />
      <TextField
        form={form}
        name="assessor"
        label={labels.capacity.assessor}
        hint="Name and role"
        autoComplete="off"
      />
      <TextAreaField form={form} name="basis" label={labels.capacity.basis} />
      <TextField
        form={form}
        name="attorney"
        label={optional(labels.capacity.attorney)}
        hint="Who, and what they may decide"
        autoComplete="off"
      />
    </SafetyForm>
  )
}
