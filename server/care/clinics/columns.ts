import { offerSlot } from '../../../contract/care/clinics/slot.ts'
import { saveClinic } from '../../../contract/care/clinics/clinic.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { columnsOf, savedTable } from '../../platform/writes/columns.ts'

export const clinicColumns = columnsOf(saveClinic.input.shape, [
  'id',
  'version',
  'exceptions',
  'unusualConfirmed',
])

export const clinicTable = savedTable({
  table: 'clinic',
  entity: 'clinic',
  columns: clinicColumns,
  labels: labels.clinic,
})

export const offerTable = savedTable({
  table: 'slot_offer',
  entity: 'slotOffer',
  columns: {
    ...columnsOf(offerSlot.input.shape, []),
    offeredDate: 'offered_date',
    refusedDate: 'refused_date',
  },
  labels: labels.slotOffer,
})
