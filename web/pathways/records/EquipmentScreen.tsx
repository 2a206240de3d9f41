import { useQuery } from '@tanstack/react-query'
import {
  equipmentAssessmentForm,
  otherEquipmentCode,
} from '../../../contract/pathways/records/equipmentAssessment.ts'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { DescribedForm } from './DescribedForm.tsx'
import { equipmentBegun, equipmentProgressFields } from './equipmentProgressFields.ts'
import { recordScreen } from './recordScreen.tsx'

/** An equipment assessment of this pathway; 0 adds one. */
export const EquipmentScreen = recordScreen('equipmentAssessment', 'equipmentId', ({ record }) => {
  // The rule about 'Other' needs the list before anything can be saved.
  const { data: equipment, error, refetch } = useQuery(lookupQuery('equipment'))
  if (equipment === undefined) return <LoadingOrFailed what="equipment" error={error} refetch={refetch} />
  const isOther = (id: number) => equipment.find((each) => each.id === id)?.code === otherEquipmentCode
  return (
    <DescribedForm
      kind="equipmentAssessment"
      record={record}
      schema={equipmentAssessmentForm(isOther)}
      about={record?.names.equipment}
      fields={[
        { lookup: 'equipmentId', of: 'equipment' },
        { text: 'other', hint: 'Say what it is', when: ['equipmentId', (id) => isOther(Number(id))] },
        {
          text: 'other',
          isOptional: true,
          hint: 'Size, side or anything else worth knowing',
          when: ['equipmentId', (id) => !isOther(Number(id))],
        },
        ...(record === null ? equipmentBegun : equipmentProgressFields),
      ]}
    />
  )
})
