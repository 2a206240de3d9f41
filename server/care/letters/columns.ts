import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import type { saveLetter } from '../../../contract/care/letters/letter.ts'
import type { saveLetterAddress, saveLetterhead } from '../../../contract/care/letters/letterhead.ts'
import type { saveLetterTemplate } from '../../../contract/care/letters/template.ts'
import { savedTable, type ColumnsOf } from '../../platform/writes/columns.ts'

export const templateColumns = {
  name: 'name',
  recipient: 'recipient',
  occasion: 'occasion',
  documentTypeId: 'document_type_id',
  title: 'title',
  body: 'body',
  isActive: 'is_active',
} as const satisfies ColumnsOf<CheckedInputOf<typeof saveLetterTemplate>, 'letter_template', 'id' | 'version'>

export const templateTable = savedTable({
  table: 'letter_template',
  entity: 'letterTemplate',
  columns: templateColumns,
  labels: labels.letterTemplate,
})

export const letterheadColumns = {
  serviceName: 'service_name',
  address: 'address',
  telephone: 'telephone',
} as const satisfies ColumnsOf<CheckedInputOf<typeof saveLetterhead>, 'letterhead', 'version'>

export const letterheadTable = savedTable({
  table: 'letterhead',
  entity: 'letterhead',
  columns: letterheadColumns,
  labels: labels.letterhead,
})

export const letterAddressColumns = {
  organisationId: 'organisation_id',
  email: 'email',
} as const satisfies ColumnsOf<
  CheckedInputOf<typeof saveLetterAddress>,
  'letter_address',
  'version' | 'isSecure'
>

export const letterAddressTable = savedTable({
  table: 'letter_address',
  entity: 'letterAddress',
  columns: letterAddressColumns,
  labels: labels.letterAddress,
})

export const draftColumns = {
  pathwayId: 'pathway_id',
  templateId: 'template_id',
  correctsId: 'corrects_id',
  appointmentId: 'appointment_id',
  title: 'title',
  body: 'body',
} as const satisfies ColumnsOf<CheckedInputOf<typeof saveLetter>, 'letter_draft', 'id' | 'version'>

export const draftTable = savedTable({
  table: 'letter_draft',
  entity: 'letterDraft',
  columns: draftColumns,
  labels: labels.letter,
})

export const letterTable = savedTable({
  table: 'letter',
  entity: 'letter',
  columns: draftColumns,
  labels: labels.letter,
})

export const printTable = savedTable({
  table: 'letter_print',
  entity: 'letterPrint',
  columns: {},
  labels: {},
})

export const dispatchTable = savedTable({
  table: 'letter_dispatch',
  entity: 'letterDispatch',
  columns: { address: 'address' },
  labels: { address: 'Mail address' },
})
