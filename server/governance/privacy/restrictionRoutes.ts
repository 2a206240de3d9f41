import type { FastifyInstance } from 'fastify'
import { exportAccesses } from '../../../contract/app/listExport.ts'
import {
  accessColumns,
  countAccesses,
  endRestriction,
  getRestrictions,
  listAccesses,
  listRestrictions,
  mostRestrictedShown,
  openRestricted,
  restrictRecord,
  reviewAccess,
  type AccessRow,
} from '../../../contract/governance/restriction.ts'
import type { Trace } from '../../platform/audit/auditTrail.ts'
import { serveListExport } from '../../platform/http/lists/listExport.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { countToReview, listAccessRows, openRecord, reviewAccessOf } from './restrictedAccess.ts'
import { endRestrictionOf, restrict, restrictedRecords, restrictionsOf } from './restriction.ts'

// These calls reveal only whose record it is and why it is restricted.
const lists = { restricted: 'lists' } as const
const read: Rights = {
  ...lists,
  capability: 'record.restrict',
  audit: 'read',
  idempotency: 'safe',
  rate: 'read',
}
const write: Rights = {
  ...lists,
  capability: 'record.restrict',
  audit: 'write',
  idempotency: 'create',
  rate: 'write',
}
const review = 'restrictedAccess.review'

/** Restricted records, and the reasons that were given to open them (trust T18, decision 81). */
export const serveRestrictions = (app: FastifyInstance, service: Service): void => {
  const { db, clock } = service
  route(app, service, listRestrictions, read, async (call) => {
    const rows = await restrictedRecords(db.sql, call.principal)
    call.showed({
      patientIds: rows.map(({ patientId }) => patientId),
      records: rows.map(({ id, version }) => ({ entity: 'restriction', id, version })),
    })
    return rows
  })
  route(app, service, getRestrictions, read, async (call, { patientId }) => {
    const rows = await restrictionsOf(db.sql, patientId)
    call.showed({
      patientIds: [patientId],
      records: rows.map(({ id, version }) => ({ entity: 'restriction', id, version })),
    })
    return rows
  })
  route(app, service, restrictRecord, write, (call, input) =>
    call.write((writing) => restrict(writing, input, clock())),
  )
  route(app, service, endRestriction, { ...write, idempotency: 'repeatable' }, (call, input) =>
    call.write((writing) => endRestrictionOf(writing, input, clock())),
  )
  // A read that also stores the reason. Giving a reason does not make the user part of the care.
  route(
    app,
    service,
    openRestricted,
    { ...lists, capability: 'patient.read', audit: 'read', idempotency: 'repeatable', rate: 'read' },
    (call, input) => call.write((writing) => openRecord(writing, input, call.principal, clock())),
  )
  route(app, service, listAccesses, { ...read, capability: review }, async (call) => {
    const rows = await listAccessRows(db.sql, call.principal, mostRestrictedShown)
    call.showed(shownOf(rows))
    return rows
  })
  serveListExport(app, service, exportAccesses, {
    capability: review,
    columns: accessColumns,
    read: async ({ principal }, _, limit) => ({
      title: 'Restricted records opened with a reason',
      rows: await listAccessRows(db.sql, principal, limit),
    }),
    trace: shownOf,
  })
  route(app, service, countAccesses, { ...read, capability: review, audit: 'none' }, async (call) => ({
    waiting: await countToReview(db.sql, call.principal.userId),
  }))
  route(
    app,
    service,
    reviewAccess,
    { ...write, capability: review, idempotency: 'repeatable' },
    (call, input) => call.write((writing) => reviewAccessOf(writing, input, clock())),
  )
}

const shownOf = (rows: readonly AccessRow[]): Trace => ({
  patientIds: rows.map(({ patientId }) => patientId),
  records: rows.map(({ id, version }) => ({ entity: 'restrictedAccess', id, version })),
})
