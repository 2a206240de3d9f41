import type { FastifyInstance } from 'fastify'
import {
  deleteDocument,
  deleteDocumentByAddress,
  downloadDocument,
  listDocuments,
  restoreDocument,
  uploadDocument,
} from '../../../contract/pathways/document.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import { acceptForms } from '../../platform/http/calls/multipart.ts'
import { grantedRead, readWithGrant } from '../../patients/search/grantedReads.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import type { DocumentsService } from './service.ts'
import { route } from '../../platform/http/calls/route.ts'
import { deleteDocument as remove, restoreDocument as restore } from './change.ts'
import { readFile } from './download.ts'
import { readDocuments } from './present.ts'
import { uploadDocument as upload } from './intake/upload.ts'

const changing = { audit: 'write', idempotency: 'repeatable', rate: 'write' } as const
const documentUpload: Rights = {
  capability: 'document.write',
  audit: 'write',
  idempotency: 'create',
  rate: 'upload',
}
const documentDelete: Rights = { ...changing, capability: 'document.write' }
const documentRestore: Rights = { ...changing, capability: 'record.restore' }

export const serveDocuments = async (app: FastifyInstance, service: DocumentsService): Promise<void> => {
  const { documents } = service
  // Only this call accepts forms with files.
  await app.register(async (scope) => {
    await acceptForms(scope)
    route(scope, service, uploadDocument, documentUpload, upload)
  })
  route(app, service, listDocuments, grantedRead, async (call, { pathwayId, includeInActive }) => {
    const deletedToo = includeInActive === 'true'
    const { patientId, found } = await readWithGrant(call, 'pathway', pathwayId, async (sql) => {
      if (deletedToo && !call.may('record.restore')) throw forbidden()
      const pathway = await sql
        .selectFrom('pathway')
        .innerJoin('patient', 'patient.id', 'pathway.patient_id')
        .select('pathway.patient_id')
        .where('pathway.id', '=', pathwayId)
        .where('pathway.is_active', '=', true)
        .where('patient.is_active', '=', true)
        .executeTakeFirst()
      if (pathway === undefined) throw notFound()
      return {
        patientId: pathway.patient_id,
        found: await readDocuments(sql, documents, pathwayId, { deletedToo }),
      }
    })
    call.showed({
      patientIds: [patientId],
      pathwayIds: [pathwayId],
      records: found.map(({ id, version }) => ({ entity: 'document', id, version })),
    })
    return found
  })
  route(app, service, downloadDocument, grantedRead, async (call, input) => {
    const { row, file } = await readWithGrant(call, 'document', input.id, (sql) => readFile(call, sql, input))
    call.showed({
      patientIds: [row.patient_id],
      pathwayIds: [row.pathway_id],
      records: [{ entity: 'document', id: row.id, version: row.version }],
    })
    return file
  })
  route(app, service, deleteDocumentByAddress, documentDelete, (call, input) =>
    call.write((writing) => remove(writing, input)),
  )
  route(app, service, deleteDocument, documentDelete, (call, input) =>
    call.write((writing) => remove(writing, input)),
  )
  route(app, service, restoreDocument, documentRestore, (call, input) =>
    call.write((writing) => restore(writing, input, documents)),
  )
}
