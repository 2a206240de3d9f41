import type { FastifyInstance } from 'fastify'
import { getStageTargets, saveStageTargets } from '../../contract/stageTargets.ts'
import { route } from '../http/route.ts'
import type { Service } from '../http/service.ts'
import { changeRow } from '../writes/saveRow.ts'
import { valuesOf } from '../writes/columns.ts'
import { readTargets, stageTargetColumns, stageTargetTable } from './targets.ts'

/** How many days each list may take. */
export const serveStageTargets = (app: FastifyInstance, service: Service): void => {
  route(
    app,
    service,
    getStageTargets,
    { capability: ['workList.read', 'target.write'], audit: 'none', idempotency: 'safe', rate: 'read' },
    () => readTargets(service.db.sql),
  )
  route(
    app,
    service,
    saveStageTargets,
    { capability: 'target.write', audit: 'write', idempotency: 'repeatable', rate: 'write' },
    (call, { id, version, ...targets }) =>
      call.write((writing) =>
        changeRow(writing, {
          ...stageTargetTable,
          id,
          version,
          values: valuesOf(stageTargetColumns, targets),
          patientId: null,
        }),
      ),
  )
}
