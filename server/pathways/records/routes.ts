import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import {
  recordKindNames,
  recordKinds,
  type RecordKindName,
  type RecordsOf,
} from '../../../contract/pathways/records/kinds.ts'
import type { deleteInput, historyCall, restoreInput } from '../../../contract/platform/calls/record.ts'
import { serveHistory } from '../../platform/http/history/routes.ts'
import { grantedRead, readWithGrant } from '../../patients/search/grantedReads.ts'
import type { RecordDeath } from '../../patients/patient/death.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { RecordKind } from './kind.ts'
import { recordKindsOnServer, type SavesOf } from './kinds.ts'
import { serveMeasureSitting } from './measureSitting.ts'
import { serveProgress } from './progressRoutes.ts'
import { deleteRecord, readRecord, restoreRecord, saveRecord } from './store.ts'

const recordSave: Rights = {
  capability: 'clinical.write',
  audit: 'write',
  idempotency: 'create',
  rate: 'write',
}
const recordDelete: Rights = {
  capability: 'clinical.write',
  audit: 'write',
  idempotency: 'repeatable',
  rate: 'write',
}
const recordRestore: Rights = { ...recordDelete, capability: 'record.restore' }

export const serveRecords = (app: FastifyInstance, service: Service, recordDeath: RecordDeath): void => {
  const serveKind = <Kind extends RecordKindName>(kind: Kind): void =>
    serveRecord<SavesOf[Kind], RecordsOf[Kind]>(
      app,
      service,
      callsOf[kind].calls,
      recordKindsOnServer[kind],
      recordDeath,
    )
  recordKindNames.forEach((kind) => serveKind(kind))
  serveMeasureSitting(app, service, recordSave, recordDeath)
  serveProgress(app, service, recordSave, recordDeath)
}

type IdInput = z.ZodType<{ id: number }>
type SavedReply = z.ZodType<{ id: number; version: number }, { id: number; version: number }>

interface Calls<Save, Shown> {
  get: Endpoint<IdInput, z.ZodType<unknown, Shown>>
  save: Endpoint<z.ZodType<Save>, SavedReply>
  delete: Endpoint<z.ZodType<z.output<typeof deleteInput>>, SavedReply>
  restore: Endpoint<typeof restoreInput, SavedReply>
  history: ReturnType<typeof historyCall>
}

const callsOf: {
  readonly [Kind in RecordKindName]: { calls: Calls<SavesOf[Kind], RecordsOf[Kind]> }
} = recordKinds

/** The routes that every kind has. */
const serveRecord = <Save, Shown>(
  app: FastifyInstance,
  service: Service,
  calls: Calls<Save, Shown>,
  kind: RecordKind<Save, Shown>,
  recordDeath: RecordDeath,
): void => {
  route(app, service, calls.get, grantedRead, async (call, { id }) => {
    const record = await readWithGrant(call, kind, id, async (sql, opened) => {
      const stored = await readRecord(sql, kind, id)
      return opened === null ? stored : { ...stored, ...kind.readOutside }
    })
    call.showed({
      patientIds: [record.patientId],
      pathwayIds: record.pathwayId === undefined ? [] : [record.pathwayId],
      records: [{ entity: kind.entity, id, version: record.version }],
    })
    return record
  })
  const { missingBeside } = kind
  route(
    app,
    service,
    calls.save,
    recordSave,
    (call, input) => call.write((writing) => saveRecord(writing, kind, input, recordDeath)),
    { missingBeside: missingBeside && ((sent) => missingBeside(service.db.sql, sent)) },
  )
  route(app, service, calls.delete, recordDelete, (call, input) =>
    call.write((writing) => deleteRecord(writing, kind, input)),
  )
  route(app, service, calls.restore, recordRestore, (call, input) =>
    call.write((writing) => restoreRecord(writing, kind, input)),
  )
  serveHistory(app, service, calls.history, { ...kind, parent: kind.parent.column })
}
