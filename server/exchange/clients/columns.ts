import { saveClient } from '../../../contract/exchange/client.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { columnsOf, savedTable } from '../../platform/writes/columns.ts'

export const clientColumns = columnsOf(saveClient.input.shape, ['id', 'version'])

export const clientTable = savedTable({
  table: 'fhir_client',
  entity: 'fhirClient',
  columns: clientColumns,
  labels: labels.fhirClient,
})
