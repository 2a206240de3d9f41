import type { FastifyInstance } from 'fastify'
import {
  countWaitingDecisions,
  decideDestruction,
  destroyRecord,
  endHold,
  getPatientRetention,
  getRetention,
  holdRecord,
  saveRetentionRule,
  withdrawDecision,
} from '../../../contract/governance/retention.ts'
import type { DocumentsService } from '../../pathways/documents/service.ts'
import { storageNames } from '../../pathways/documents/storage/settings.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import { causeOf } from '../../platform/db/connection/causeOf.ts'
import { route } from '../../platform/http/calls/route.ts'
import { decide, destroy, endHoldOf, holdOf, saveRule, withdraw } from './destruction.ts'
import { countWaiting, readPatientRetention, readRetention } from './retention.ts'

const read: Rights = { capability: 'retention.confirm', audit: 'read', idempotency: 'safe', rate: 'report' }
const write: Rights = { capability: 'retention.write', audit: 'write', idempotency: 'create', rate: 'write' }
const repeat: Rights = { ...write, idempotency: 'repeatable' }

/** How long records are kept, and the destruction of records that are due (PR-2, decision 78). */
export const serveRetention = (app: FastifyInstance, service: DocumentsService): void => {
  const { db, clock, documents } = service
  route(app, service, getRetention, { ...read, restricted: 'lists' }, async (call) => {
    const found = await readRetention(db.sql, call.principal, clock())
    const shown = [...found.due, ...found.held, ...found.decided, ...found.destroyed]
    call.showed({ patientIds: [...new Set(shown.map(({ patientId }) => patientId))] })
    return found
  })
  route(app, service, countWaitingDecisions, { ...read, audit: 'none', rate: 'read' }, async (call) => ({
    waiting: await countWaiting(db.sql, call.principal.userId),
  }))
  route(app, service, getPatientRetention, { ...read, rate: 'read' }, async (call, { patientId }) => {
    const found = await readPatientRetention(db.sql, patientId, call.principal, clock())
    call.showed({
      patientIds: [patientId],
      records: found.holds.map(({ id, version }) => ({ entity: 'retentionHold', id, version })),
    })
    return found
  })
  route(app, service, saveRetentionRule, repeat, (call, input) =>
    call.write((writing) => saveRule(writing, input)),
  )
  route(app, service, holdRecord, write, (call, input) => call.write((writing) => holdOf(writing, input)))
  route(app, service, endHold, repeat, (call, input) =>
    call.write((writing) => endHoldOf(writing, input, clock())),
  )
  route(app, service, decideDestruction, write, async (call, input) => {
    const kept = await readPatientRetention(db.sql, input.patientId, call.principal, clock())
    return call.write((writing) => decide(writing, input, kept))
  })
  route(app, service, withdrawDecision, repeat, (call, input) =>
    call.write((writing) => withdraw(writing, input, clock())),
  )
  route(app, service, destroyRecord, { ...repeat, capability: 'retention.confirm' }, async (call, input) => {
    const { id, leftovers } = await call.write((writing) => destroy(writing, input, clock()))
    for (const { storedName, storedIn } of leftovers) {
      const storage = documents.storages.get(storageNames.find((name) => name === storedIn) ?? 'postgres')
      await storage?.discardUnowned(db.sql, storedName).catch((error: unknown) => {
        // The note about the file stays, so the next sweep removes it.
        call.log.warn(causeOf(error), 'content of a destroyed record is removed later')
      })
    }
    return { id, success: true as const }
  })
}
