import type { FastifyInstance } from 'fastify'
import { stages } from '../../contract/pathway/stage.ts'
import { totalHeader } from '../../contract/search.ts'
import { counters, workLists } from '../../contract/workList.ts'
import type { Service } from '../http/service.ts'
import { serve } from '../serve.ts'
import { countWorkList } from './counts.ts'
import { countFound, readWorkList } from './read.ts'
import { shareReads } from './shareReads.ts'

/** Rows of a list that is asked for whole (design decision 6). */
const wholeListLimit = 1000

export const serveWorkLists = (app: FastifyInstance, service: Service): void => {
  const { sql } = service.db
  for (const stage of stages) {
    const count = shareReads(() => countWorkList(sql, stage))
    serve(
      app,
      service,
      workLists[stage],
      { capability: 'workList.read', audit: 'read', idempotency: 'safe', rate: 'read' },
      async (call, input) => {
        const { limit = wholeListLimit, ...page } = input
        const [rows, total] = await Promise.all([
          readWorkList(sql, stage, { limit, ...page }),
          page.q ? countFound(sql, stage, page.q) : count(),
        ])
        call.setHeader(totalHeader, String(total))
        call.showed({
          patientIds: rows.map(({ patientId }) => patientId),
          pathwayIds: rows.map(({ pathwayId }) => pathwayId),
          criteria: input,
        })
        return rows
      },
    )
    serve(
      app,
      service,
      counters[stage],
      { capability: 'workList.read', audit: 'none', idempotency: 'safe', rate: 'read' },
      count,
    )
  }
}
