import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import {
  calendarFeedPath,
  getCalendarFeed,
  renewCalendarFeed,
  withdrawCalendarFeed,
} from '../../../contract/care/appointments/calendarFeed.ts'
import { getDiary } from '../../../contract/care/appointments/diary.ts'
import { getBankHolidays } from '../../../contract/care/appointments/holidays.ts'
import { addDays, daysBetween } from '../../../contract/platform/dates/dates.ts'
import type { AccountsService } from '../../accounts/settings/service.ts'
import { notFound } from '../../platform/errors.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import { route } from '../../platform/http/calls/route.ts'
import { transact } from '../../platform/db/connection/transact.ts'
import { readDiary } from './diary.ts'
import { ownerOfFeed, readFeedView, renewFeed, showCalendar, withdrawFeed } from './feed.ts'

const own: Rights = { capability: 'account.own', audit: 'write', idempotency: 'repeatable', rate: 'write' }

/** The diary of a clinician or location, and a clinician's calendar feed at a secret address (decision 112). */
export const serveAppointments = (app: FastifyInstance, service: AccountsService): void => {
  const { sql } = service.db
  route(
    app,
    service,
    getDiary,
    { capability: 'workList.read', audit: 'read', idempotency: 'safe', rate: 'read', restricted: 'lists' },
    async (call, input) => {
      const diary = await readDiary(sql, input, call.principal)
      const { appointments } = diary
      call.showed({
        patientIds: appointments.map(({ patientId }) => patientId),
        pathwayIds: appointments.map(({ pathwayId }) => pathwayId),
        criteria: { ...input },
        records: appointments.map(({ id, version }) => ({ entity: 'appointment', id, version })),
      })
      return diary
    },
  )
  route(
    app,
    service,
    getBankHolidays,
    { capability: 'workList.read', audit: 'none', idempotency: 'safe', rate: 'read' },
    async (_, { from, until }) => {
      const days = Array.from({ length: daysBetween(from, until) + 1 }, (_day, at) => addDays(from, at))
      return days.flatMap((day) => {
        const name = service.bankHolidayOn(day)
        return name === null ? [] : [{ day, name }]
      })
    },
  )
  route(
    app,
    service,
    getCalendarFeed,
    { capability: 'account.own', audit: 'none', idempotency: 'safe', rate: 'read' },
    (call) => readFeedView(sql, call.principal.userId),
  )
  route(app, service, renewCalendarFeed, own, async (call) => {
    const secret = await call.write((writing) => renewFeed(writing, call.may('workList.read')))
    return { address: `${service.accounts.publicUrl}${calendarFeedPath}/${secret}.ics` }
  })
  route(app, service, withdrawCalendarFeed, own, async (call) => {
    await call.write((writing) => withdrawFeed(writing))
    return { success: true as const }
  })
  serveFeed(app, service)
}

/** The format of an issued secret. Anything else is not looked up. */
const written = /^([A-Za-z0-9_-]{43})\.ics$/

/** Whether the client already has the current version (RFC 9110, section 13.2.2). */
const isKnown = (headers: IncomingHttpHeaders, tag: string, since: Date): boolean => {
  const tags = headers['if-none-match']
  if (tags !== undefined)
    return tags.split(',').some((each) => ['*', tag].includes(each.trim().replace(/^W\//, '')))
  const known = Date.parse(headers['if-modified-since'] ?? '')
  return !Number.isNaN(known) && since.getTime() <= known
}

/**
 * The calendar feed itself. The programs that read it cannot sign in: the address is the key, and every wrong address
 * gets the same answer. Each read of changed content is in the audit trail under the user who was given the address.
 * The entry names no patient, because the feed shows none. HEAD gets the same headers as GET, without the calendar:
 * some programs send HEAD before they subscribe.
 */
const serveFeed = (app: FastifyInstance, service: AccountsService): void => {
  const { db, audit, accounts, narrowing } = service
  const rights: Rights = { capability: 'anonymous', audit: 'read', idempotency: 'safe', rate: 'read' }
  app.route<{ Params: { secret: string } }>({
    method: ['GET', 'HEAD'],
    url: `${calendarFeedPath}/:secret`,
    config: { rights },
    handler: async (request, reply) => {
      const secret = written.exec(request.params.secret)?.[1]
      const owner = secret === undefined ? null : await ownerOfFeed(db.sql, secret, narrowing)
      if (owner === null) throw notFound()
      const { calendar, rows, hash, since } = await transact(db.sql, (transaction) =>
        showCalendar(transaction, owner, new URL(accounts.publicUrl).host, service.clock()),
      )
      const tag = `"${hash.toString('base64url')}"`
      reply.headers({
        // A program may keep a copy, but must check each time whether it is still current.
        ...{ 'cache-control': 'private, no-cache', etag: tag, 'last-modified': since.toUTCString() },
        'content-disposition': 'attachment; filename="calendar.ics"',
      })
      if (isKnown(request.headers, tag, since)) return reply.code(304).send()
      if (request.method === 'GET')
        await audit.append({
          kind: 'read',
          action: `GET ${calendarFeedPath}/{secret}`,
          status: 200,
          userId: owner.userId,
          sessionId: null,
          role: null,
          criteria: { calendarFeed: owner.feedId },
          records: rows
            .filter(({ what }) => what === 'appointment')
            .map(({ id, version }) => ({ entity: 'appointment', id, version })),
          requestId: request.id,
          address: request.ip,
        })
      return reply.type('text/calendar; charset=utf-8').send(calendar)
    },
  })
}
