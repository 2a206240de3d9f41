import type { FastifyInstance } from 'fastify'
import { today } from '../../../contract/platform/dates/dates.ts'
import { exportOutstanding } from '../../../contract/app/listExport.ts'
import {
  listOutstanding,
  mostOutstandingShown,
  outstandingColumns,
  outstandingTitle,
  waits,
} from '../../../contract/pathways/outstanding.ts'
import { serveListExport } from '../../platform/http/lists/listExport.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { countOutstanding, readOutstanding, shownOutstanding } from './read.ts'

/** Red flags, onward referrals, equipment, letters and messages that are due, for all staff. */
export const serveOutstanding = (app: FastifyInstance, service: Service): void => {
  const { sql } = service.db
  const now = () => today(service.clock())
  route(
    app,
    service,
    listOutstanding,
    { capability: 'workList.read', audit: 'read', idempotency: 'safe', rate: 'read', restricted: 'lists' },
    async (call, asked) => {
      const by = { reader: call.principal, today: now() }
      const rows = await readOutstanding(sql, asked, { ...by, limit: mostOutstandingShown })
      call.showed(shownOutstanding(rows))
      return { rows, counts: await countOutstanding(sql, asked, by) }
    },
  )
  serveListExport(app, service, exportOutstanding, {
    capability: 'workList.read',
    columns: outstandingColumns,
    read: async ({ principal }, asked, limit) => ({
      title: [outstandingTitle, waits.find(({ code }) => code === asked.what)?.title]
        .filter(Boolean)
        .join(': '),
      name: 'outstanding',
      rows: await readOutstanding(sql, asked, { reader: principal, today: now(), limit }),
    }),
    trace: shownOutstanding,
  })
}
