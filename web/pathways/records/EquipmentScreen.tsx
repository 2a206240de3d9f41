import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { optional } from '../../../contract/platform/words/labels.ts'
import type { LookupRow } from '../../../contract/reference/lookupRow.ts'
import {
  equipmentAssessment,
  equipmentAssessmentForm,
  otherEquipmentCode,
  type EquipmentAssessment,
  equipmentAssessmentRecord,
} from '../../../contract/pathways/records/equipmentAssessment.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { idText } from '../../platform/ui/idText.ts'
import { EquipmentProgressFields, equipmentProgressValues } from './EquipmentProgressFields.tsx'
import { useReturnToPathway } from './returnTo.tsx'
import { RecordForm } from './RecordForm.tsx'
import { RecordNotFound } from './RecordNotFound.tsx'
import { useRecordAsOpened } from './useRecordAsOpened.ts'

const { other } = equipmentAssessmentRecord.labels

/** An equipment assessment of this pathway; 0 adds one. */
export const EquipmentScreen = () => {
  const { equipmentId } = useParams({ from: '/falls/pathway/equipmentAssessment/$equipmentId' })
  const record = useRecordAsOpened(usePathway().equipmentAssessment, equipmentId)
  // The rule about 'Other' needs the list before anything can be saved.
  const { data: equipment, error, refetch } = useQuery(lookupQuery('equipment'))
  if (equipmentId !== '0' && record === null) return <RecordNotFound />
  if (equipment === undefined)
    return error === null ? (
      <LoadingState what="equipment" />
    ) : (
      <FailedState error={error} reset={() => void refetch()} />
    )
  return <EquipmentForm key={equipmentId} record={record} equipment={equipment} />
}

const EquipmentForm = ({
  record,
  equipment,
}: {
  record: EquipmentAssessment | null
  equipment: readonly LookupRow[]
}) => {
  const { pathway } = usePathway()
  const isOther = (id: number) => equipment.find((each) => each.id === id)?.code === otherEquipmentCode
  const form = useZodForm(equipmentAssessmentForm(isOther), {
    equipmentId: idText(record?.equipmentId),
    other: record?.other ?? '',
    ...equipmentProgressValues(record),
    afterDeathConfirmed: false,
    unusualConfirmed: false,
  })
  const chosen = useWatch({ control: form.control, name: 'equipmentId' })
  return (
    <RecordForm
      kind="equipmentAssessment"
      record={record}
      form={form}
      place={useReturnToPathway('equipmentAssessment')}
      about={record === null ? '' : record.names.equipment}
      afterDeathField="afterDeathConfirmed"
      unusualField="unusualConfirmed"
      save={(values, identity, options) =>
        call(equipmentAssessment.save, { ...values, ...identity, pathwayId: pathway.id }, options)
      }
      remove={(identity) => call(equipmentAssessment.delete, { ...identity, pathwayId: pathway.id })}
    >
      <SelectField
        form={form}
        name="equipmentId"
        label={equipmentAssessmentRecord.labels.equipmentId}
        options={equipment}
        current={{ id: record?.equipmentId ?? null, name: record?.names.equipment ?? null }}
      />
      <TextField
        form={form}
        name="other"
        label={isOther(Number(chosen)) ? other : optional(other)}
        hint={isOther(Number(chosen)) ? 'Say what it is' : 'Size, side or anything else worth knowing'}
        autoComplete="off"
      />
      <EquipmentProgressFields form={form} isNew={record === null} />
    </RecordForm>
  )
}
