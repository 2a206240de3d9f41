import { labels } from '../../../contract/platform/words/labels.ts'
import { organisationForm } from '../../../contract/reference/organisation.ts'
import { columnsOf, savedTable } from '../../platform/writes/columns.ts'

const { organisation, parent } = organisationForm.shape

export const organisationColumns = columnsOf(organisation.shape, ['version'])

/** The link to the parent organisation. `organisation_id` is the child. */
export const parentColumns = columnsOf(parent.unwrap().unwrap().shape, [])

export const organisationTable = savedTable({
  table: 'organisation',
  entity: 'organisation',
  columns: organisationColumns,
  labels: labels.organisation,
})
