import type { FastifyInstance } from 'fastify'
import { getDashboard, printDashboard, type Days } from '../../../contract/insight/dashboard/dashboard.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { dateInFuture } from '../../../contract/platform/words/messages.ts'
import { mediaTypes } from '../../../contract/platform/calls/file.ts'
import { footNote } from '../../accounts/settings/footNote.ts'
import { ValidationProblem } from '../../platform/errors.ts'
import { renderInWorker } from '../../platform/files/renderWorkerPool.ts'
import { withFlags } from '../../patients/flags/read.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import { route, type Call } from '../../platform/http/calls/route.ts'
import type { AccountsService } from '../../accounts/settings/service.ts'
import { readTargets } from '../../pathways/worklists/targets.ts'
import { callerName } from '../reports/callerName.ts'
import type { Patiently } from '../reports/patiently.ts'
import { countDashboard, type CountedDashboard } from './count.ts'

const rights: Rights = {
  capability: 'dashboard.read',
  audit: 'read',
  idempotency: 'safe',
  rate: 'report',
  restricted: 'lists',
}

/** @param patiently shared with the reports, because the dashboard counts as much as a report */
export const serveDashboard = (
  app: FastifyInstance,
  service: AccountsService,
  patiently: Patiently,
): void => {
  const { sql } = service.db
  const counted = (call: Call, { dateFrom, dateTo }: Days): Promise<CountedDashboard> => {
    const day = today(service.clock())
    if (dateTo > day) throw new ValidationProblem({ dateTo: dateInFuture })
    return patiently(call, (count) =>
      count(async (snapshot) =>
        countDashboard(snapshot, { dateFrom, dateTo, today: day, targets: await readTargets(snapshot) }),
      ),
    )
  }

  route(app, service, getDashboard, rights, async (call, input) => {
    const dashboard = await counted(call, input)
    const { longest } = dashboard.waiting
    call.showed({
      patientIds: longest.map(({ patientId }) => patientId),
      pathwayIds: longest.flatMap(({ pathwayId }) => (pathwayId === null ? [] : [pathwayId])),
      criteria: input,
    })
    const { waiting, funnel } = dashboard
    return {
      ...dashboard,
      countedAt: instantOf(service.clock()),
      waiting: {
        ...waiting,
        total: waiting.total ?? 0,
        longest: await withFlags(sql, longest, call.principal),
      },
      funnel: {
        ...funnel,
        steps: funnel.steps.map((step) => ({
          ...step,
          thisMonth: step.thisMonth ?? 0,
          period: step.period ?? 0,
        })),
      },
    }
  })

  route(app, service, printDashboard, rights, async (call, input) => {
    const dashboard = await counted(call, input)
    call.showed({ criteria: input })
    const body = await dashboardPdf(service, dashboard, await callerName(call))
    return { type: mediaTypes.pdf, name: 'dashboard.pdf', body }
  })
}

/** The dashboard as a PDF of one page. */
export const dashboardPdf = (
  service: AccountsService,
  counted: CountedDashboard,
  printedBy: string,
  { isSuppressed = false } = {},
): Promise<Uint8Array> =>
  renderInWorker(
    {
      type: 'dashboard',
      dashboard: { ...counted, countedAt: instantOf(service.clock()), isSuppressed },
      printedBy,
    },
    footNote(service.accounts),
  )
