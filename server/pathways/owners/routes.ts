import type { FastifyInstance } from 'fastify'
import {
  assignOwner,
  caseload,
  caseloads,
  getOwner,
  handOver,
  ownedReferrals,
  ownerHistory,
  takeReferral,
} from '../../../contract/pathways/owner.ts'
import { serveHistory } from '../../platform/http/history/routes.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { assignReferrals, takeUnowned } from './assign.ts'
import { pathwayOwnerTable } from './columns.ts'
import { countOwned, handOverAll } from './handOver.ts'
import { readCaseloads, readOwnedReferrals, readOwner } from './read.ts'

const reads = { idempotency: 'safe', rate: 'read' } as const
const writes = { audit: 'write', idempotency: 'repeatable', rate: 'write' } as const satisfies Omit<
  Rights,
  'capability'
>

/** Routes for the owner of an open referral and its changes. */
export const serveOwners = (app: FastifyInstance, service: Service): void => {
  const { sql } = service.db
  route(
    app,
    service,
    getOwner,
    { ...reads, capability: 'patient.read', audit: 'read' },
    async (call, { pathwayId }) => {
      const { patientId, ...owner } = await readOwner(sql, pathwayId, call.principal.userId)
      call.showed({
        patientIds: [patientId],
        pathwayIds: [pathwayId],
        records:
          owner.id === null || owner.version === null
            ? []
            : [{ entity: pathwayOwnerTable.entity, id: owner.id, version: owner.version }],
      })
      return owner
    },
  )
  route(app, service, assignOwner, { ...writes, capability: 'owner.assign' }, (call, input) =>
    call.write((writing) => assignReferrals(writing, input)),
  )
  route(app, service, takeReferral, { ...writes, capability: 'owner.take' }, (call, input) =>
    call.write((writing) => takeUnowned(writing, input)),
  )
  route(app, service, handOver, { ...writes, capability: 'owner.assign' }, (call, input) =>
    call.write((writing) => handOverAll(writing, input)),
  )
  route(app, service, caseloads, { ...reads, capability: 'workList.read', audit: 'none' }, () =>
    readCaseloads(sql),
  )
  route(
    app,
    service,
    caseload,
    { ...reads, capability: ['workList.read', 'administration.write'], audit: 'none' },
    (_, { clinicianId }) => countOwned(sql, clinicianId),
  )
  route(
    app,
    service,
    ownedReferrals,
    { ...reads, capability: 'workList.read', audit: 'read', restricted: 'lists' },
    async (call, { clinicianId = null }) => {
      const owned = await readOwnedReferrals(sql, clinicianId, call.principal)
      call.showed({
        patientIds: owned.rows.map(({ patientId }) => patientId),
        pathwayIds: owned.rows.map(({ pathwayId }) => pathwayId),
      })
      return owned
    },
  )
  serveHistory(app, service, ownerHistory, { ...pathwayOwnerTable, parent: 'pathway_id' })
}
