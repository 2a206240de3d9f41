import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import type { saveOrganisation } from '../../../contract/reference/organisation.ts'
import { savedTable, type ColumnsOf } from '../../platform/writes/columns.ts'

type Input = CheckedInputOf<typeof saveOrganisation>

export const organisationColumns = {
  id: 'id',
  type: 'type',
  name: 'name',
  addressLine1: 'address_line1',
  addressLine2: 'address_line2',
  addressLine3: 'address_line3',
  town: 'town',
  county: 'county',
  postcode: 'postcode',
  openDate: 'open_date',
  closeDate: 'close_date',
  statusCode: 'status_code',
  subTypeCode: 'sub_type_code',
  isActive: 'is_active',
} as const satisfies ColumnsOf<Input['organisation'], 'organisation', 'version'>

/** The link to the parent organisation. `organisation_id` is the child. */
export const parentColumns = {
  parentOrganisationId: 'parent_organisation_id',
  joinDate: 'join_date',
  leaveDate: 'leave_date',
  parentCode: 'parent_code',
  isActive: 'is_active',
} as const satisfies ColumnsOf<NonNullable<Input['parent']>, 'organisation_parent', never>

export const organisationTable = savedTable({
  table: 'organisation',
  entity: 'organisation',
  columns: organisationColumns,
  labels: labels.organisation,
})
