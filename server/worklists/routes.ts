import type { FastifyInstance } from 'fastify'
import { stages, type Stage } from '../../contract/pathway/stage.ts'
import { totalHeader } from '../../contract/search.ts'
import { counters, workLists } from '../../contract/workList.ts'
import { serve, type Service } from '../serve.ts'
import { countWorkList, readWorkList } from './read.ts'

/** Rows of a list that is asked for whole (design decision 6). */
const wholeListLimit = 1000

export const serveWorkLists = (app: FastifyInstance, service: Service): void => {
  const { sql } = service.db
  const underWay = new Map<Stage, Promise<number>>()

  /** Requests that come while a count is being read share it; none is kept, so one's own save always shows. */
  const count = (stage: Stage): Promise<number> => {
    const running = underWay.get(stage)
    if (running !== undefined) return running
    const started = countWorkList(sql, stage).finally(() => underWay.delete(stage))
    underWay.set(stage, started)
    return started
  }

  for (const stage of stages) {
    serve(
      app,
      service,
      workLists[stage],
      { capability: 'workList.read', audit: 'read', idempotency: 'safe', rate: 'read' },
      async (call, { limit = wholeListLimit, ...page }) => {
        const [rows, total] = await Promise.all([
          readWorkList(sql, stage, { limit, ...page }),
          countWorkList(sql, stage, page.q),
        ])
        call.setHeader(totalHeader, String(total))
        call.showed({
          patientIds: rows.map(({ patientId }) => patientId),
          pathwayIds: rows.map(({ pathwayId }) => pathwayId),
          criteria: page,
        })
        return rows
      },
    )
    serve(
      app,
      service,
      counters[stage],
      { capability: 'workList.read', audit: 'none', idempotency: 'safe', rate: 'read' },
      () => count(stage),
    )
  }
}
