import { labels } from '../../../contract/platform/words/labels.ts'
import { saveLetter } from '../../../contract/care/letters/letter.ts'
import { saveLetterAddress, saveLetterhead } from '../../../contract/care/letters/letterhead.ts'
import { saveLetterTemplate } from '../../../contract/care/letters/template.ts'
import { columnsOf, savedTable } from '../../platform/writes/columns.ts'

export const templateColumns = columnsOf(saveLetterTemplate.input.shape, ['id', 'version'])

export const templateTable = savedTable({
  table: 'letter_template',
  entity: 'letterTemplate',
  columns: templateColumns,
  labels: labels.letterTemplate,
})

export const letterheadColumns = columnsOf(saveLetterhead.input.shape, ['version'])

export const letterheadTable = savedTable({
  table: 'letterhead',
  entity: 'letterhead',
  columns: letterheadColumns,
  labels: labels.letterhead,
})

export const letterAddressColumns = columnsOf(saveLetterAddress.input.shape, ['version', 'isSecure'])

export const letterAddressTable = savedTable({
  table: 'letter_address',
  entity: 'letterAddress',
  columns: letterAddressColumns,
  labels: labels.letterAddress,
})

export const draftColumns = columnsOf(saveLetter.input.shape, ['id', 'version'])

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

export const notNeededTable = savedTable({
  table: 'letter_not_needed',
  entity: 'letterNotNeeded',
  columns: { reason: 'reason' },
  labels: { reason: 'Why it is no longer needed' },
})
