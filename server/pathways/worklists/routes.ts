import type { FastifyInstance } from 'fastify'
import { listChoices } from '../../../contract/pathways/worklists/listFilters.ts'
import type { WorkListRow } from '../../../contract/pathways/worklists/listColumns.ts'
import type { Paging } from '../../../contract/platform/calls/paging.ts'
import { mostRows } from '../../../contract/platform/calls/paging.ts'
import type { DueCounts } from '../../../contract/stages/dueGroup.ts'
import { forEachStage, stages } from '../../../contract/stages/stage.ts'
import { allCounters, counters, lateCounts } from '../../../contract/stages/counters.ts'
import { dueCountsHeader, searchWorkList, workLists } from '../../../contract/pathways/worklists/workList.ts'
import { answerPage } from '../../platform/http/lists/answerPage.ts'
import { readPage, type PagedList } from '../../platform/http/lists/page.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import type { AccountsService } from '../../accounts/settings/service.ts'
import { route, type Call } from '../../platform/http/calls/route.ts'
import { readChoices } from './choices.ts'
import { allOf, totalOf } from './countAll.ts'
import { noneDue, readCounters } from './counters.ts'
import { countFoundDue, findWordsDue, isUnfiltered } from './counts.ts'
import { servePrints } from './printRoutes.ts'
import { askedBy, completeRows, stagesOf, workListOf, type ListWanted, type ListedRow } from './read.ts'
import { shareReads } from './shareReads.ts'
import { serveStageTargets } from './targetRoutes.ts'
import { serveListViews } from './viewRoutes.ts'

const rights: Rights = {
  capability: 'workList.read',
  audit: 'read',
  idempotency: 'safe',
  rate: 'read',
  restricted: 'lists',
}
const ofCounts: Rights = { ...rights, audit: 'none' }

const sumOf = (counts: readonly DueCounts[]): DueCounts =>
  counts.reduce(
    (sum, { late, thisWeek, later }) => ({
      late: sum.late + late,
      thisWeek: sum.thisWeek + thisWeek,
      later: sum.later + later,
    }),
    noneDue,
  )

export const serveWorkLists = (app: FastifyInstance, service: AccountsService): void => {
  serveStageTargets(app, service)
  serveListViews(app, service)
  servePrints(app, service)
  const { sql } = service.db
  const counted = shareReads(() => readCounters(service))

  const show = async (
    call: Call,
    wanted: ListWanted,
    paging: Paging,
    criteria: Record<string, unknown>,
  ): Promise<WorkListRow[]> => {
    const { by, due: unfiltered } = await counted()
    const asked = await askedBy(sql, wanted, call.principal, paging)
    const q = paging.q ?? ''
    // A request for a whole list is one page of the maximum length.
    const read = (list: PagedList) =>
      readPage<ListedRow>(sql, service.secretKey, list, { ...paging, limit: paging.limit ?? mostRows })
    const [page, found] =
      q === ''
        ? await Promise.all([
            read(workListOf(asked, by)),
            isUnfiltered(asked) ? stagesOf(asked).map(unfiltered) : countFoundDue(sql, asked, by),
          ])
        : await findWordsDue(sql, asked, q, by).then(
            async ({ due, few }) => [await read(workListOf({ ...asked, few }, by)), due] as const,
          )
    call.showed({
      patientIds: page.rows.map(({ patientId }) => patientId),
      pathwayIds: page.rows.map(({ pathwayId }) => pathwayId),
      criteria,
    })
    const due = sumOf(found)
    call.setHeader(dueCountsHeader, JSON.stringify(due))
    const total = asked.due === undefined ? totalOf(due) : due[asked.due]
    return answerPage(call, { ...page, rows: await completeRows(sql, page.rows, by, call.principal) }, total)
  }

  for (const stage of stages) {
    route(app, service, workLists[stage], rights, (call, input) =>
      show(call, { stage, ...input }, input, input),
    )
    route(app, service, counters[stage], ofCounts, async () => totalOf((await counted()).due(stage)))
  }
  route(app, service, searchWorkList, rights, (call, input) => show(call, input, input, input))
  route(app, service, lateCounts, ofCounts, async () => {
    const { due } = await counted()
    return forEachStage((stage) => due(stage).late)
  })
  route(app, service, allCounters, ofCounts, async () => allOf(await counted()))
  route(app, service, listChoices, ofCounts, ({ principal }, { stage }) =>
    readChoices(sql, stage, principal.userId),
  )
}
