import type { FastifyInstance } from 'fastify'
import { getCallList } from '../../../contract/pathways/worklists/callList.ts'
import { withFlags } from '../../patients/flags/read.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { Service } from '../../platform/http/calls/service.ts'
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
      const due = await readCallList(service.db.sql, await dueByNow(service))
      const rows = await withFlags(service.db.sql, due.rows, call.principal)
      const list = {
        ...due,
        rows: rows.map((row) => (row.isWithheld === true ? { ...row, saidOnPage: null } : row)),
      }
      call.showed({
        patientIds: list.rows.map(({ patientId }) => patientId),
        pathwayIds: list.rows.map(({ pathwayId }) => pathwayId),
      })
      return list
    },
  )
}
