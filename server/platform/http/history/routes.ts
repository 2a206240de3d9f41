import type { FastifyInstance } from 'fastify'
import type { historyCall } from '../../../../contract/platform/calls/record.ts'
import type { Service } from '../calls/service.ts'
import { route } from '../calls/route.ts'
import { readHistory, type Historied } from './history.ts'

/** Registers the history call of an entity. Staff and auditors may read it; a search grant does not cover it. */
export const serveHistory = (
  app: FastifyInstance,
  service: Service,
  endpoint: ReturnType<typeof historyCall>,
  historied: Historied,
): void =>
  route(
    app,
    service,
    endpoint,
    { capability: 'patient.read', audit: 'read', idempotency: 'safe', rate: 'read' },
    async (call, { id }) => {
      const { patientId, pathwayId, changes } = await readHistory(service.db.sql, historied, id)
      call.showed({
        patientIds: [patientId],
        pathwayIds: pathwayId === null ? [] : [pathwayId],
        records: [{ entity: historied.entity, id }],
      })
      return changes
    },
  )
