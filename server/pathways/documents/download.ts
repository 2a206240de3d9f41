import type { DocumentsService } from './service.ts'
import type { Kysely } from 'kysely'
import { fileKinds, fileKindNames } from '../../../contract/pathways/document.ts'
import type { FileReply } from '../../../contract/platform/calls/file.ts'
import type { DB } from '../../platform/db/types.ts'
import { notFound, HttpProblem } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/calls/route.ts'
import type { Documents } from './documents.ts'
import { availabilityOf, selectDocuments, type DocumentRow } from './present.ts'
import { storageNames } from './storage/settings.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'

/** The document with its file. A deleted document, or one of another pathway than the given one, is not found. */
export const readFile = async (
  { log, service: { documents } }: Call<DocumentsService>,
  sql: Kysely<DB>,
  { id, ParentId }: { id: number; ParentId?: number | undefined },
): Promise<{ row: DocumentRow; file: FileReply }> => {
  const row = await selectDocuments(sql)
    .where('document.id', '=', id)
    .where('document.is_active', '=', true)
    .executeTakeFirst()
  if (row === undefined || (ParentId !== undefined && ParentId !== row.pathway_id)) throw notFound()
  const availability = availabilityOf(row.scan, documents)
  if (availability !== 'available')
    throw new HttpProblem(
      409,
      'quarantined',
      availability === 'infected'
        ? 'A virus was found in this document, so it cannot be opened.'
        : 'This document is still being checked for viruses. Please try again in a few minutes.',
    )
  const content = await readContent(sql, documents, row)
  const kind = fileKindNames.find((name) => name === row.kind)
  if (content === null || kind === undefined) {
    log.error({ documentId: id }, 'a document is missing or changed where it is stored')
    throw new HttpProblem(
      500,
      'failed',
      'This document is damaged where it is stored and cannot be opened. Please tell your IT service desk.',
    )
  }
  const [type] = fileKinds[kind].types
  return { row, file: { type, name: row.file_name, body: content, isUploaded: true } }
}

/** The content as it was stored; null if it is missing or has changed (FI-7). */
export const readContent = async (
  sql: Kysely<DB>,
  { storages }: Documents,
  row: Pick<DocumentRow, 'stored_in' | 'stored_name' | 'sha256'>,
): Promise<Buffer | null> => {
  const storage = storages.get(storageNames.find((name) => name === row.stored_in) ?? 'postgres')
  if (storage === undefined) throw new Error(`Documents lie in ${row.stored_in}, which is not set up`)
  const content = await storage.read(sql, row.stored_name)
  if (content === null) return null
  return sha256(content).toString('hex') === row.sha256 ? content : null
}
