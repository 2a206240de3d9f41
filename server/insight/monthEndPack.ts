import type { FastifyInstance } from 'fastify'
import { today } from '../../contract/platform/dates/dates.ts'
import { zipType } from '../../contract/platform/calls/file.ts'
import { instantOf } from '../../contract/platform/words/format.ts'
import { getMonthEndPack, packDays } from '../../contract/insight/monthEndPack.ts'
import type { AccountsService } from '../accounts/settings/service.ts'
import { renderInWorker } from '../platform/files/renderWorkerPool.ts'
import { zip } from '../platform/files/zip.ts'
import { route } from '../platform/http/calls/route.ts'
import { readTargets } from '../pathways/worklists/targets.ts'
import { callerName } from './reports/callerName.ts'
import { coverageOf } from './csds/coverage.ts'
import { monthEndPack } from './catalogue/monthEndPack.ts'
import { countDashboard } from './dashboard/count.ts'
import { dashboardPdf } from './dashboard/routes.ts'
import type { Patiently } from './reports/patiently.ts'
import { countReport } from './reports/run.ts'

/** The dashboard and the reports of a month, counted in one snapshot and returned as one file. */
export const serveMonthEndPack = (
  app: FastifyInstance,
  service: AccountsService,
  patiently: Patiently,
): void =>
  route(
    app,
    service,
    getMonthEndPack,
    {
      capability: monthEndPack.capability,
      audit: 'read',
      idempotency: 'safe',
      rate: 'report',
      restricted: 'lists',
    },
    async (call) => {
      const day = today(service.clock())
      const days = packDays(day)
      const ranBy = await callerName(call)
      return patiently(call, async (count) => {
        const { dashboard, report } = await count(async (snapshot) => ({
          // Small numbers are hidden in both, because the pack goes to the commissioners.
          dashboard: await countDashboard(snapshot, {
            ...days,
            today: day,
            // A fixed month, so that the pack is the same whenever it is fetched.
            thisMonth: days,
            suppress: true,
            targets: await readTargets(snapshot),
          }),
          report: await countReport(snapshot, monthEndPack, {
            ...{ ...days, today: day, suppress: true, ranBy, ranAt: instantOf(service.clock()) },
            isWhole: true,
          }),
        }))
        call.showed({ criteria: days })
        const month = days.dateFrom.slice(0, 7)
        const coverage = await coverageOf(service.db.sql, month)
        const body = await zip([
          {
            name: `dashboard-${month}.pdf`,
            content: Buffer.from(await dashboardPdf(service, dashboard, ranBy, { isSuppressed: true })),
            isCompressed: true,
          },
          {
            name: `reports-${month}.xlsx`,
            content: Buffer.from(await renderInWorker({ type: 'xlsx', report })),
            isCompressed: true,
          },
          ...(coverage === null ? [] : [{ name: `national-return-${month}.csv`, content: coverage }]),
        ])
        return { type: zipType, name: `month-end-${month}.zip`, body }
      })
    },
  )
