import type { FastifyInstance } from 'fastify'
import { getCallList, type CallList } from '../../../contract/pathways/worklists/callList.ts'
import { withFlags } from '../../patients/flags/read.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { readCalendarCalls } from '../../pathways/worklists/calendarCalls.ts'
import { readCallList } from '../../pathways/worklists/callList.ts'
import { dueByNow } from '../../pathways/worklists/targets.ts'

/** For users who may record calls. */
export const serveCallList = (app: FastifyInstance, service: Service): void => {
  route(
    app,
    service,
    getCallList,
    { capability: 'clinical.write', audit: 'read', idempotency: 'safe', rate: 'read', restricted: 'lists' },
    async (call) => {
      const by = await dueByNow(service)
      const due = await readCallList(service.db.sql, by)
      const toAsk = await readCalendarCalls(service.db.sql, by.today)
      // One statement about the flags of both lists.
      const flagged = await withFlags(service.db.sql, [...due.rows, ...toAsk], call.principal)
      const shown = (each: { patientId: number; pathwayId: number }[]) => ({
        patientIds: each.map(({ patientId }) => patientId),
        pathwayIds: each.map(({ pathwayId }) => pathwayId),
      })
      call.showed(shown(flagged))
      return {
        ...due,
        rows: (flagged.slice(0, due.rows.length) as CallList['rows']).map((row) =>
          row.isWithheld === true ? { ...row, saidOnPage: null, saidOfWait: null } : row,
        ),
        calendar: flagged.slice(due.rows.length) as CallList['calendar'],
      }
    },
  )
}
