import type { FastifyInstance } from 'fastify'
import { deletedRecords, getPathway, type PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { recordKindNames } from '../../../contract/pathways/records/kinds.ts'
import type { RecordTrace } from '../../platform/audit/auditTrail.ts'
import type { DocumentsService } from '../../pathways/documents/service.ts'
import { grantedRead, readWithGrant } from '../../patients/search/grantedReads.ts'
import { route } from '../../platform/http/calls/route.ts'
import { readDeleted } from './deleted.ts'
import { viewPathway } from './view.ts'

/** Everything on the page of a pathway in one call, and the records deleted from it. */
export const servePathwayPage = (app: FastifyInstance, service: DocumentsService): void => {
  route(app, service, getPathway, grantedRead, async (call, input) => {
    const view = await readWithGrant(call, 'pathway', input.id, (sql, opened) =>
      viewPathway(sql, service.documents, input, opened === null ? 'staff' : 'external'),
    )
    call.showed({ patientIds: [view.patient.id], pathwayIds: [view.pathway.id], records: shownRecords(view) })
    return view
  })
  route(
    app,
    service,
    deletedRecords,
    { capability: 'record.restore', audit: 'read', idempotency: 'safe', rate: 'read' },
    async (call, { id }) => {
      const { patientId, records } = await readDeleted(service.db.sql, id)
      call.showed({
        patientIds: [patientId],
        pathwayIds: [id],
        records: records.map(({ kind, id: recordId }) => ({ entity: kind, id: recordId })),
      })
      return records
    },
  )
}

/** Every version the view showed, so that a later save without a version is checked against it (DU-3). */
const shownRecords = (view: PathwayView): RecordTrace[] => [
  { entity: 'pathway', id: view.pathway.id, version: view.pathway.version },
  { entity: 'patient', id: view.patient.id, version: view.patient.version },
  ...view.documents.map(({ id, version }) => ({ entity: 'document', id, version })),
  ...recordKindNames.flatMap((kind) => view[kind].map(({ id, version }) => ({ entity: kind, id, version }))),
]
