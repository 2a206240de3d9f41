import { fileKindNames, fileKinds } from '../../../../contract/pathways/document.ts'
import { readContent } from '../../../pathways/documents/download.ts'
import { availabilityOf, selectDocuments } from '../../../pathways/documents/present.ts'
import { documentSource } from '../resources/documentReference.ts'
import { FhirProblem, nothingThere } from '../search/problem.ts'
import { readRows } from '../search/rows.ts'
import { record, shownIn, typeOf, type FhirCall } from './call.ts'

export interface ReadFile {
  id: string
  version: number
  contentType: string
  fileName: string
  content: Buffer
}

/** The file of a document, under the same rights as the document and the same inspection as a download on screen. */
export const readBinary = async (call: FhirCall, id: string): Promise<ReadFile> => {
  typeOf(call, 'Binary', 'r')
  const { db, documents } = call.service
  const [found] = await readRows(db.sql, call.caller, [documentSource], [id])
  if (found === undefined) throw nothingThere()
  if (found.row.isActive === false)
    throw new FhirProblem(410, 'deleted', 'This was deleted, or registered in error.')
  const stored = await selectDocuments(db.sql)
    .where('document.id', '=', Number(found.row.id))
    .executeTakeFirst()
  if (stored === undefined) throw nothingThere()
  const availability = availabilityOf(stored.scan, documents)
  if (availability !== 'available')
    throw new FhirProblem(
      409,
      'processing',
      availability === 'infected'
        ? 'A virus was found in this document, so it cannot be read.'
        : 'This document is still being checked for viruses. Try again in a few minutes.',
    )
  const content = await readContent(db.sql, documents, stored)
  const kind = fileKindNames.find((name) => name === stored.kind)
  if (content === null || kind === undefined) {
    call.request.log.error({ documentId: stored.id }, 'a document is missing or changed where it is stored')
    throw new FhirProblem(500, 'exception', 'This document is damaged where it is stored and cannot be read.')
  }
  await record(call, { ...shownIn([found]), criteria: { resource: `Binary/${id}` } })
  return {
    id,
    version: stored.version,
    contentType: fileKinds[kind].types[0],
    fileName: stored.file_name,
    content,
  }
}
