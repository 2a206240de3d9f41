import type { FastifyInstance } from 'fastify'
import { isCallStage, stages } from '../../../contract/stages/stage.ts'
import { getStageTargets, saveStageTargets } from '../../../contract/pathways/worklists/stageTargets.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { changeRow } from '../../platform/writes/saveRow.ts'
import { valuesOf } from '../../platform/writes/columns.ts'
import { updateStagesOfAskedCalls } from '../../stages/updateStage.ts'
import { readTargets, stageTargetColumns, stageTargetTable } from './targets.ts'

/** Routes for the number of days that each list may take. */
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
      call.write(async (writing) => {
        const before = await readTargets(writing.sql)
        const saved = await changeRow(writing, {
          ...stageTargetTable,
          id,
          version,
          values: valuesOf(stageTargetColumns, targets),
          patientId: null,
        })
        if (stages.some((stage) => isCallStage(stage) && targets[stage] !== before[stage]))
          await updateStagesOfAskedCalls(writing)
        return saved
      }),
  )
}
