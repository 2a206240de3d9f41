import type { FastifyInstance } from 'fastify'
import { frat } from '../../contract/records/frat.ts'
import { notFound } from '../errors.ts'
import { demandReach } from '../reach.ts'
import { serve, type Service } from '../serve.ts'
import type { Rights } from '../rights.ts'
import { fratKind, presentFrat, selectFrats } from './fratStore.ts'
import { deleteRecord, saveRecord } from './store.ts'

export const recordRead: Rights = {
  capability: ['patient.read', 'patient.readGranted'],
  audit: 'read',
  idempotency: 'safe',
  rate: 'read',
}
export const recordSave: Rights = {
  capability: 'clinical.write',
  audit: 'write',
  idempotency: 'create',
  rate: 'write',
}
export const recordDelete: Rights = {
  capability: 'clinical.write',
  audit: 'write',
  idempotency: 'repeatable',
  rate: 'write',
}

export const serveRecords = (app: FastifyInstance, service: Service): void => {
  serve(app, service, frat.get, recordRead, async (call, { id }) => {
    demandReach(call)
    const row = await selectFrats(service.db.sql).where('frat.id', '=', id).executeTakeFirst()
    if (row === undefined) throw notFound()
    const { patient_id: patientId } = await service.db.sql
      .selectFrom('pathway')
      .select('patient_id')
      .where('id', '=', row.pathway_id)
      .executeTakeFirstOrThrow()
    call.showed({
      patientIds: [patientId],
      pathwayIds: [row.pathway_id],
      records: [{ entity: 'frat', id, version: row.version }],
    })
    return presentFrat(row)
  })
  serve(app, service, frat.save, recordSave, (call, input) =>
    call.write((writing) => saveRecord(writing, fratKind, input)),
  )
  serve(app, service, frat.delete, recordDelete, (call, input) =>
    call.write((writing) => deleteRecord(writing, fratKind, input)),
  )
}
