import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import { causeOf } from '../../../platform/db/connection/causeOf.ts'
import { transact } from '../../../platform/db/connection/transact.ts'
import type { DB } from '../../../platform/db/types.ts'
import type { Trace } from '../../../platform/audit/auditTrail.ts'
import { HttpProblem, isDatabaseAway, isWorthRetrying, OutcomeUnknown } from '../../../platform/errors.ts'
import { concurrencyLimit } from '../../../platform/files/concurrencyLimit.ts'
import { takeForms, UnreadableForm } from '../../../platform/http/pages/formBody.ts'
import { readPosted, PostedElsewhere } from '../../../platform/http/pages/posted.ts'
import { serveStyle } from '../../../platform/http/pages/style.ts'
import type { Rights } from '../../../platform/http/request/rights.ts'
import { appendEvent } from '../../../platform/writes/write.ts'
import { nameOfService } from '../../letters/nameOfService.ts'
import { continueVisit, endVisit, idleMs, isShut, typingMs, type Visit } from '../door/visits.ts'
import { personPath, type PersonPageSettings, type PersonService } from '../service.ts'
import { asPerson } from './asPerson.ts'
import { languageIn, visitToken } from './cookies.ts'
import { addressOf, framed, frameIn, type Frame, type Shown } from './frame.ts'
import { refusedPage, type Refusal } from './refusedPage.ts'
import { afterSignedOut, notStored, SignedOut } from './signedOut.ts'
import { ownStyle } from './style.ts'

/** A page of somebody who signed in. `sql` sees the views of the page, of this person, and nothing else. */
export interface Reading {
  visit: Visit
  frame: Frame
  sql: Kysely<DB>
  /** Milliseconds since the epoch. */
  now: number
  query: Readonly<Record<string, string>>
  /** Adds what is shown to the row in the audit trail. */
  showed: (trace: Trace) => void
}

/** A file of the person's own. */
export interface OwnFile {
  type: string
  name: string
  body: Buffer
}

/** Something that somebody who signed in sent. It is stored with its row in the audit trail, or not at all. */
export interface Acting {
  visit: Visit
  frame: Frame
  sql: Transaction<DB>
  now: number
  sent: URLSearchParams
  /** Identifies the request, for rows in the audit trail. */
  requestId: string
  /** Adds what was changed to the row in the audit trail. */
  trace: (trace: Trace) => void
}

export interface PersonPages {
  settings: PersonPageSettings
  /** A page by its name, such as 'home', whose views are in the audit trail as the person's own. */
  page: (name: string, make: (reading: Reading) => Promise<Shown>) => void
  /** A file at the name of a page, in the audit trail as a page is. It opens in the browser, which must not keep it. */
  file: (name: string, make: (reading: Reading) => Promise<OwnFile>) => void
  /** What is posted to a page. @param act says where to go next: the name of a page, with a query if it needs one */
  act: (name: string, act: (acting: Acting) => Promise<string>) => void
  /** A page for somebody who has not signed in. It reads nothing of any person. */
  openPage: (
    address: string,
    rate: 'person' | 'personCode',
    answer: (asked: {
      request: FastifyRequest
      reply: FastifyReply
      frame: Frame
    }) => Promise<Shown | string>,
  ) => void
  openPost: (
    address: string,
    rate: 'person' | 'personCode',
    answer: (asked: {
      request: FastifyRequest
      reply: FastifyReply
      sent: URLSearchParams
    }) => Promise<string>,
  ) => void
  /** Runs work with the database in turn, so that staff keep it when many people look at their pages. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
}

/** A page with every box full is below this. */
const bodyLimit = 16 * 1024
const [atOnce, mostWaiting] = [3, 60]

/** What was asked is no longer possible. Nothing is stored, and another page says so. */
export class LookAgain extends Error {
  /** The name of the page, with a query. */
  readonly to: string
  constructor(to: string) {
    super('It changed meanwhile')
    this.to = to
  }
}

/** Where answers lead to advice to ring 999 or 111. It is shown to somebody who was signed out meanwhile, too. */
const advice = /^(help\?|waiting\?said=worse$|diary\/pain$)/

/** The address does not exist. */
export class NoSuchPage extends Error {}

/**
 * Serves the pages at /my, without a script and in several languages (decision 163).
 * @param add registers the pages
 */
export const servePersonPages = async (
  app: FastifyInstance,
  service: PersonService,
  add: readonly ((pages: PersonPages) => void)[],
): Promise<void> => {
  const { personPage: settings, db, clock, audit } = service
  if (settings === null) return
  const named = nameOfService(service, app.log)
  await named.read()
  const stylePath = serveStyle(app, personPath, ownStyle)
  const inTurn = concurrencyLimit(atOnce, mostWaiting, 'own pages of people')

  const frameOf = async (request: FastifyRequest): Promise<Frame> =>
    frameIn(await named.read(), stylePath, languageIn(request))

  const show = (reply: FastifyReply, page: string): FastifyReply =>
    reply.type('text/html; charset=utf-8').send(page)

  /** Every post is answered so: the browser's Back then leads to a page, not to a question about sending again. */
  const goOn = (reply: FastifyReply, address: string): FastifyReply => reply.redirect(address, 303)

  const visitOf = async (request: FastifyRequest, idle = idleMs): Promise<Visit & { wasIdle: boolean }> => {
    const token = visitToken(request)
    if (token === null) throw new SignedOut('noVisit')
    const visit = await db.write('own page', (sql) => continueVisit(sql, clock(), token, idle))
    if (visit === null) throw new SignedOut((await isShut(db.sql, clock(), token)) ? 'shut' : 'over')
    return visit
  }

  const eventOf = (visit: Visit, request: FastifyRequest, action: string) => ({
    ...{ action: `own page, ${action}`, status: 200, userId: null, sessionId: null, role: null },
    requestId: request.id,
    address: request.ip,
    patientIds: [visit.patientId],
    criteria: { by: visit.contactId === null ? 'person' : 'contact', contactId: visit.contactId },
  })

  const refuse = (request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply => {
    if (error instanceof SignedOut) return goOn(reply, afterSignedOut(error))
    const why = reasonOf(error)
    if (why === 'failed') request.log.error(causeOf(error), 'unexpected failure')
    else if (why === 'busy') request.log.warn(causeOf(error), 'an own page was unavailable')
    const { status, shown } = refusedPage(frameIn(named.last(), stylePath, languageIn(request)), why)
    if (status < 500)
      service.refusals.count({ of: 'own page', status, reason: why, userId: null, address: request.ip })
    const { retryAfterMs } = error as { retryAfterMs?: number }
    if (retryAfterMs !== undefined) reply.header('retry-after', Math.ceil(retryAfterMs / 1000))
    const frame = frameIn(named.last(), stylePath, languageIn(request))
    return show(reply.code(status), framed(frame, shown, { here: '', isSignedIn: false }))
  }

  await app.register(async (pages) => {
    takeForms(pages)
    pages.setErrorHandler((error, request, reply) => refuse(request, reply, error))
    const reads: Rights = { capability: 'anonymous', audit: 'read', idempotency: 'safe', rate: 'person' }
    const acts: Rights = {
      capability: 'anonymous',
      audit: 'write',
      idempotency: 'repeatable',
      rate: 'person',
    }
    /** What one person may see, with its row in the audit trail. */
    const reading = async <Made>(
      request: FastifyRequest,
      name: string,
      make: (reading: Reading) => Promise<Made>,
    ): Promise<{ frame: Frame; made: Made }> => {
      const frame = await frameOf(request)
      const made = await inTurn(async () => {
        const visit = await visitOf(request)
        const now = clock()
        const query = request.query as Record<string, string>
        const traced: Trace[] = []
        const showed = (each: Trace) => traced.push(each)
        const found = await asPerson(db.sql, visit.patientId, (sql) =>
          make({ visit, frame, sql, now, query, showed }),
        )
        await audit.append({
          kind: 'read',
          ...eventOf(visit, request, name),
          pathwayIds: traced.flatMap(({ pathwayIds = [] }) => pathwayIds),
          records: traced.flatMap(({ records = [] }) => records),
        })
        return found
      })
      return { frame, made }
    }
    const parts: PersonPages = {
      settings,
      inTurn,
      page: (name, make) => {
        pages.get(addressOf(name), { config: { rights: reads } }, async (request, reply) => {
          const { frame, made } = await reading(request, name, make)
          return show(reply, framed(frame, made, { here: made.here ?? name, isSignedIn: true }))
        })
      },
      file: (name, make) => {
        pages.get(addressOf(name), { config: { rights: reads } }, async (request, reply) => {
          const { made } = await reading(request, name, make)
          const { type, name: fileName, body } = made
          return reply.type(type).header('content-disposition', `inline; filename="${fileName}"`).send(body)
        })
      },
      act: (name, act) => {
        pages.post(addressOf(name), { bodyLimit, config: { rights: acts } }, async (request, reply) => {
          const sent = readPosted(request)
          const frame = await frameOf(request)
          let isIdle = false
          const next = await inTurn(async () => {
            const visit = await visitOf(request, typingMs)
            isIdle = visit.wasIdle
            const now = clock()
            return db.write('own page', (connection) =>
              transact(connection, async (sql) => {
                const traced: Trace[] = []
                const trace = (each: Trace) => traced.push(each)
                const to = await act({ visit, frame, sql, now, sent, requestId: request.id, trace })
                const event = eventOf(visit, request, name)
                await appendEvent(sql, {
                  kind: 'write',
                  ...event,
                  pathwayIds: traced.flatMap(({ pathwayIds = [] }) => pathwayIds),
                  records: traced.flatMap(({ records = [] }) => records),
                  criteria: Object.assign(
                    {},
                    event.criteria,
                    ...traced.map(({ criteria }) => criteria),
                  ) as Record<string, unknown>,
                })
                if (!visit.wasIdle) return addressOf(to)
                // Somebody else may sit there by now.
                const hasUnsent = await endVisit(sql, now, visitToken(request) ?? '')
                const isUnsent = hasUnsent && name.startsWith('questions')
                const became = to.includes('notStored') ? 'notStoredOut' : isUnsent ? 'unsent' : 'kept'
                return `${personPath}?said=${became}${advice.test(to) ? '&ring=yes' : ''}`
              }),
            )
          }).catch((error: unknown) => {
            if (error instanceof SignedOut)
              return notStored(sent, frame.language, error.why === 'shut' ? 'Ended' : 'Out')
            if (error instanceof LookAgain)
              return isIdle ? notStored(sent, frame.language) : addressOf(error.to)
            throw error
          })
          return goOn(reply, next)
        })
      },
      openPage: (address, rate, answer) => {
        pages.get(
          address,
          { config: { rights: { ...reads, audit: 'none', rate } } },
          async (request, reply) => {
            const frame = await frameOf(request)
            const answered = await answer({ request, reply, frame })
            if (typeof answered === 'string') return goOn(reply, answered)
            const { here = '', isForAll = false } = answered
            const isSignedIn = isForAll && visitToken(request) !== null
            return show(reply, framed(frame, answered, { here, isSignedIn }))
          },
        )
      },
      openPost: (address, rate, answer) => {
        pages.post(
          address,
          { bodyLimit, config: { rights: { ...acts, audit: 'session', rate } } },
          async (request, reply) => goOn(reply, await answer({ request, reply, sent: readPosted(request) })),
        )
      },
    }
    for (const each of add) each(parts)
    pages.get(`${personPath}/*`, { config: { rights: { ...reads, audit: 'none' } } }, () => {
      throw new NoSuchPage()
    })
  })
}

const reasonOf = (error: unknown): Refusal => {
  if (error instanceof NoSuchPage) return 'unknown'
  if (error instanceof UnreadableForm || error instanceof PostedElsewhere) return 'unreadable'
  if (error instanceof HttpProblem) {
    if (error.status === 429) return 'tooOften'
    return error.status >= 500 ? 'busy' : 'unreadable'
  }
  if (error instanceof OutcomeUnknown || isDatabaseAway(error) || isWorthRetrying(error)) return 'busy'
  const { statusCode } = error as { statusCode?: number }
  return statusCode !== undefined && statusCode < 500 ? 'unreadable' : 'failed'
}
