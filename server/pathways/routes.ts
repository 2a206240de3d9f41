import type { FastifyInstance } from 'fastify'
import {
  cancelReferral,
  deletedRecords,
  getPathway,
  pathwayHistory,
  reinstateReferral,
  savePathway,
  type PathwayView,
} from '../../contract/pathway/pathway.ts'
import { recordKinds } from '../../contract/records/record.ts'
import type { RecordTrace } from '../audit/trail.ts'
import { serveHistory } from '../history/routes.ts'
import { withinReach } from '../reach.ts'
import { recordRead } from '../records/routes.ts'
import type { Rights } from '../rights.ts'
import { serve, type Service } from '../serve.ts'
import { cancelPathway, reinstatePathway } from './cancel.ts'
import { pathwayTable } from './columns.ts'
import { readDeleted } from './deleted.ts'
import { savePathwayRow } from './referral.ts'
import { viewPathway } from './view.ts'

const pathwayWrite: Rights = {
  capability: 'pathway.write',
  audit: 'write',
  idempotency: 'create',
  rate: 'write',
}

export const servePathways = (app: FastifyInstance, service: Service): void => {
  serve(app, service, getPathway, recordRead, async (call, input) => {
    const view = await withinReach(call, 'pathway', input.id, (sql) =>
      viewPathway(sql, service.documents, input),
    )
    call.showed({ patientIds: [view.patient.id], pathwayIds: [view.pathway.id], records: shownRecords(view) })
    return view
  })
  serve(app, service, savePathway, pathwayWrite, (call, input) => {
    return call.write((writing) => savePathwayRow(writing, input, call.may))
  })
  serve(app, service, cancelReferral, { ...pathwayWrite, idempotency: 'repeatable' }, (call, input) =>
    call.write((writing) => cancelPathway(writing, input)),
  )
  serve(app, service, reinstateReferral, { ...pathwayWrite, idempotency: 'repeatable' }, (call, input) =>
    call.write((writing) => reinstatePathway(writing, input)),
  )
  serveHistory(app, service, pathwayHistory, { ...pathwayTable, parent: 'patient_id' })
  serve(
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

/** Every version that the view showed, so that a later save without a version is held to it (trust DU-3). */
const shownRecords = (view: PathwayView): RecordTrace[] => [
  { entity: 'pathway', id: view.pathway.id, version: view.pathway.version },
  { entity: 'patient', id: view.patient.id, version: view.patient.version },
  ...view.documents.map(({ id, version }) => ({ entity: 'document', id, version })),
  ...recordKinds.flatMap((kind) => view[kind].map(({ id, version }) => ({ entity: kind, id, version }))),
]
