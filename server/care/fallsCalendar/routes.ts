import type { FastifyInstance } from 'fastify'
import {
  countFallsOfMonth,
  getFallsCalendar,
  settleCalendarReply,
} from '../../../contract/care/fallsCalendar/calendar.ts'
import type { AccountsService } from '../../accounts/settings/service.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import { questionTable, replyTable } from './columns.ts'
import { countMonth, settleReply } from './count.ts'
import { viewCalendar } from './view.ts'

const write: Rights = {
  capability: 'clinical.write',
  audit: 'write',
  idempotency: 'repeatable',
  rate: 'write',
}

/** The falls calendar of a referral (decision 164). */
export const serveFallsCalendar = (app: FastifyInstance, service: AccountsService): void => {
  route(
    app,
    service,
    getFallsCalendar,
    { capability: 'patient.read', audit: 'read', idempotency: 'safe', rate: 'read' },
    async (call, { pathwayId }) => {
      const { patientId, ...calendar } = await viewCalendar(
        service.db.sql,
        pathwayId,
        service.accounts.fallsCalendar !== null,
      )
      const replies = [
        ...calendar.questions.flatMap((question) => question.replies),
        ...calendar.otherReplies,
      ]
      call.showed({
        patientIds: [patientId],
        pathwayIds: [pathwayId],
        records: [
          ...calendar.questions.map(({ id, version }) => ({ entity: questionTable.entity, id, version })),
          ...replies.map(({ id, version }) => ({ entity: replyTable.entity, id, version })),
        ],
      })
      return calendar
    },
  )
  route(app, service, countFallsOfMonth, write, (call, input) =>
    call.write((writing) => countMonth(writing, input)),
  )
  route(app, service, settleCalendarReply, write, (call, input) =>
    call.write((writing) => settleReply(writing, input)),
  )
}
