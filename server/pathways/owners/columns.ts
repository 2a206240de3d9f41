import { labels } from '../../../contract/platform/words/labels.ts'
import { savedTable } from '../../platform/writes/columns.ts'

export const pathwayOwnerTable = savedTable({
  table: 'pathway_owner',
  entity: 'pathwayOwner',
  columns: { pathwayId: 'pathway_id', clinicianId: 'clinician_id', teamId: 'team_id' },
  labels: labels.pathwayOwner,
})
