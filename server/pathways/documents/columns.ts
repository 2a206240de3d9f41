import type { z } from 'zod'
import type { uploadInput } from '../../../contract/pathways/document.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { savedTable, type ColumnsOf } from '../../platform/writes/columns.ts'

/** The file itself is stored apart from the row, under a name of its own. */
export const documentTable = savedTable({
  table: 'document',
  entity: 'document',
  columns: {
    ParentId: 'pathway_id',
    DocumentTypeId: 'document_type_id',
  } satisfies ColumnsOf<z.output<typeof uploadInput>, 'document', 'patientId' | 'file'>,
  labels: labels.document,
})
