import type { FileKindName } from '../../../../contract/pathways/document.ts'
import { sha256 } from '../../../platform/crypto/sha256.ts'
import { addRow, type SavedRow } from '../../../platform/writes/saveRow.ts'
import type { Writing } from '../../../platform/writes/write.ts'
import { documentTable } from '../columns.ts'
import type { Storage } from '../storage/storage.ts'

export interface FileToKeep {
  fileName: string
  kind: FileKindName
  content: Buffer
  documentTypeId: number
  scan: string
  /** The name under which the content was staged. */
  storedName: string
}

/** Adds the row of a document together with its content. Call with the pathway locked. */
export const addDocument = async (
  writing: Writing,
  storage: Storage,
  pathway: { id: number; patient_id: number },
  { fileName, kind, content, documentTypeId, scan, storedName }: FileToKeep,
): Promise<SavedRow> => {
  const added = await addRow(writing, {
    ...documentTable,
    values: {
      pathway_id: pathway.id,
      document_type_id: documentTypeId,
      file_name: fileName,
      kind,
      size_bytes: content.length,
      sha256: sha256(content).toString('hex'),
      stored_in: storage.name,
      stored_name: storedName,
      scan,
      scanned_at: scan === 'clean' ? new Date().toISOString() : null,
    },
    patientId: pathway.patient_id,
  })
  await storage.keep(writing.sql, storedName, content)
  writing.trace({ pathwayIds: [pathway.id] })
  return added
}
