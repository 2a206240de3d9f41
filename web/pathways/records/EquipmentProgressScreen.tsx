import {
  equipmentProgressForm,
  equipmentProgressLabels,
  saveEquipmentProgress,
} from '../../../contract/pathways/records/equipmentProgress.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { call } from '../../platform/calls/api.ts'
import { equipmentProgressFields } from './equipmentProgressFields.ts'
import { ProgressForm } from './ProgressForm.tsx'
import { RecordNotFound } from './RecordNotFound.tsx'
import { recordScreen } from './recordScreen.tsx'

/** What became of a piece of equipment. */
export const EquipmentProgressScreen = recordScreen('equipmentAssessment', 'equipmentId', ({ record }) => {
  const { pathway } = usePathway()
  if (record === null) return <RecordNotFound />
  return (
    <ProgressForm
      kind="equipmentAssessment"
      record={record}
      title="What became of this equipment"
      about={[record.names.equipment, record.other].filter(Boolean).join(': ')}
      said="Equipment saved"
      schema={equipmentProgressForm}
      fields={equipmentProgressFields}
      labels={equipmentProgressLabels}
      save={(values, version) =>
        call(saveEquipmentProgress, { ...values, id: record.id, version, pathwayId: pathway.id })
      }
    />
  )
})
