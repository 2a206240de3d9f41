import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/db/types.ts'
import type { Documents } from '../documents.ts'
import { readContent } from '../download.ts'

export interface DocumentProblem {
  /** Null for content that belongs to no document. */
  documentId: number | null
  problem: string
}

const batchSize = 200

/**
 * Reads the content of every document, including deleted ones, and compares it with its checksum and size. Then looks
 * for content that belongs to no document (FI-7). No problems means that all is well.
 */
export const verifyDocuments = async (
  sql: Kysely<DB>,
  documents: Documents,
): Promise<{ documents: number; problems: DocumentProblem[] }> => {
  const problems: DocumentProblem[] = []
  let checked = 0
  for (let last = 0; ;) {
    const rows = await sql
      .selectFrom('document')
      .select(['id', 'stored_in', 'stored_name', 'sha256', 'size_bytes'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    for (const row of rows) {
      const content = await readContent(sql, documents, row)
      if (content?.length !== row.size_bytes)
        problems.push({ documentId: row.id, problem: 'is missing or not as it was stored' })
    }
    checked += rows.length
    last = rows.at(-1)?.id ?? last
    if (rows.length < batchSize) break
  }
  for (const storage of documents.storages.values())
    for await (const storedName of storage.names(sql))
      if (!(await isOwned(sql, storedName)))
        problems.push({
          documentId: null,
          problem: `in ${storage.name} belongs to no document: ${storedName}`,
        })
  return { documents: checked, problems }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Owned by a document, or by an upload in progress. */
const isOwned = async (sql: Kysely<DB>, storedName: string): Promise<boolean> => {
  if (!uuid.test(storedName)) return false
  // Notes first: an upload in progress turns its note into a document.
  const pending = await sql
    .selectFrom('document_pending')
    .select('stored_name')
    .where('stored_name', '=', storedName)
    .executeTakeFirst()
  if (pending !== undefined) return true
  const owner = await sql
    .selectFrom('document')
    .select('id')
    .where('stored_name', '=', storedName)
    .executeTakeFirst()
  return owner !== undefined
}
