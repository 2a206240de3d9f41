import type { FastifyInstance } from 'fastify'
import type { Paging } from '../../contract/paging.ts'
import { mostRows } from '../../contract/paging.ts'
import { stages, type Stage } from '../../contract/pathway/stage.ts'
import { counters, searchWorkList, workLists, type WorkListRow } from '../../contract/workList.ts'
import { answerPage } from '../lists/answerPage.ts'
import { countFound, readPage } from '../lists/page.ts'
import type { Rights } from '../http/rights.ts'
import type { Service } from '../http/service.ts'
import { route, type Call } from '../http/route.ts'
import { countWorkList } from './counts.ts'
import { workListOf } from './read.ts'
import { shareReads } from './shareReads.ts'

const rights: Rights = { capability: 'workList.read', audit: 'read', idempotency: 'safe', rate: 'read' }

export const serveWorkLists = (app: FastifyInstance, service: Service): void => {
  const { sql } = service.db
  const counts = Object.fromEntries(
    stages.map((stage) => [stage, shareReads(() => countWorkList(sql, stage))]),
  ) as Record<Stage, () => Promise<number>>

  const show = async (
    call: Call,
    stage: Stage,
    paging: Paging,
    criteria: Record<string, unknown>,
  ): Promise<WorkListRow[]> => {
    const list = workListOf(stage)
    // A list that is asked for whole is one page of the greatest length.
    const asked = { ...paging, limit: paging.limit ?? mostRows }
    const [page, total] = await Promise.all([
      readPage<WorkListRow>(sql, service.secretKey, list, asked),
      paging.q ? countFound(sql, list, paging.q) : counts[stage](),
    ])
    call.showed({
      patientIds: page.rows.map(({ patientId }) => patientId),
      pathwayIds: page.rows.map(({ pathwayId }) => pathwayId),
      criteria,
    })
    return answerPage(call, page, total)
  }

  for (const stage of stages) {
    route(app, service, workLists[stage], rights, (call, input) => show(call, stage, input, input))
    route(
      app,
      service,
      counters[stage],
      { capability: 'workList.read', audit: 'none', idempotency: 'safe', rate: 'read' },
      counts[stage],
    )
  }
  route(app, service, searchWorkList, rights, (call, { stage, ...paging }) =>
    show(call, stage, paging, { stage, ...paging }),
  )
}
