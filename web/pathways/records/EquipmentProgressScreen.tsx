import { useParams } from '@tanstack/react-router'
import type { EquipmentAssessment } from '../../../contract/pathways/records/equipmentAssessment.ts'
import {
  equipmentProgressForm,
  saveEquipmentProgress,
} from '../../../contract/pathways/records/equipmentProgress.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { EquipmentProgressFields, equipmentProgressValues } from './EquipmentProgressFields.tsx'
import { ProgressForm } from './ProgressForm.tsx'
import { RecordNotFound } from './RecordNotFound.tsx'
import { useRecordAsOpened } from './useRecordAsOpened.ts'

/** What became of a piece of equipment. */
export const EquipmentProgressScreen = () => {
  const { equipmentId } = useParams({ from: '/falls/pathway/equipment-progress/$equipmentId' })
  const record = useRecordAsOpened(usePathway().equipmentAssessment, equipmentId)
  if (record === null) return <RecordNotFound />
  return <EquipmentProgressFormOf key={equipmentId} record={record} />
}

const EquipmentProgressFormOf = ({ record }: { record: EquipmentAssessment }) => {
  const { pathway } = usePathway()
  const form = useZodForm(equipmentProgressForm, {
    ...equipmentProgressValues(record),
    afterDeathConfirmed: false,
  })
  return (
    <ProgressForm
      kind="equipmentAssessment"
      record={record}
      title="What became of this equipment"
      about={[record.names.equipment, record.other].filter(Boolean).join(': ')}
      said="Equipment saved"
      form={form}
      save={(values, version) =>
        call(saveEquipmentProgress, { ...values, id: record.id, version, pathwayId: pathway.id })
      }
      afterDeathField="afterDeathConfirmed"
    >
      <EquipmentProgressFields form={form} isNew={false} />
    </ProgressForm>
  )
}
