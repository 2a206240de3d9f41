import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { FormSource } from '../../../../contract/exchange/incoming/source.ts'
import { newToken } from '../../../platform/crypto/tokens.ts'
import { causeOf } from '../../../platform/db/connection/causeOf.ts'
import { transact } from '../../../platform/db/connection/transact.ts'
import type { DB } from '../../../platform/db/types.ts'
import { HttpProblem, isDatabaseAway, isWorthRetrying, OutcomeUnknown } from '../../../platform/errors.ts'
import { concurrencyLimit } from '../../../platform/files/concurrencyLimit.ts'
import { serveStyle } from '../../../platform/http/pages/style.ts'
import type { Rights } from '../../../platform/http/request/rights.ts'
import { referralFormPath } from '../../settings/settings.ts'
import { takeForms, UnreadableForm } from '../../../platform/http/pages/formBody.ts'
import { firstIncomplete, readPage, type Draft } from './draft.ts'
import {
  addDraft,
  changeDraft,
  DraftTooLarge,
  findDraft,
  findReference,
  lockDraft,
  removeDraft,
} from './drafts.ts'
import type { Frame } from './layout.ts'
import { nameOfService } from '../../../care/letters/nameOfService.ts'
import type { IncomingService } from '../service.ts'
import {
  addressOf,
  advicePage,
  changing,
  checkPage,
  privacyPage,
  questionPage,
  sentPage,
  startPage,
} from './pages.ts'
import { AlreadySent, cookieEnded, cookieOf, FormRefused, readPost, tokenOf, type Refusal } from './posts.ts'
import { faultsOf, isFaultless } from '../../../platform/http/pages/fields.ts'
import type { Page } from './page.ts'
import { isFormSource, pagesFor } from './questions.ts'
import { signsOfFalls, tickedSigns } from './redFlags.ts'
import { refusedPage } from './refusedPages.ts'
import { sendDraft } from './send.ts'
import { ownStyle } from './style.ts'

/** A page with every box full is below this. */
const largestPost = 16 * 1024

const reads: Rights = { capability: 'anonymous', audit: 'none', idempotency: 'safe', rate: 'form' }
const types: Rights = { capability: 'anonymous', audit: 'none', idempotency: 'repeatable', rate: 'form' }
const begins: Rights = { ...types, rate: 'referral' }
/** receiveReferral writes the event. */
const sends: Rights = { capability: 'anonymous', audit: 'write', idempotency: 'repeatable', rate: 'referral' }

/** So few at a time that staff keep the database, and so few that wait that a flood is refused at once. */
const [atOnce, mostWaiting] = [3, 40]

/** The public referral form at /refer, page by page and without a script (decision 153). */
export const serveReferralForm = async (app: FastifyInstance, service: IncomingService): Promise<void> => {
  const { referralForm, db, clock } = service
  if (referralForm === null) return
  const { isSecure } = referralForm
  const stylePath = serveStyle(app, referralFormPath, ownStyle)
  const inTurn = concurrencyLimit(atOnce, mostWaiting, 'pages of the referral form')
  const named = nameOfService(service, app.log)

  const frameOf = async (): Promise<Frame> => ({ service: await named.read(), stylePath })
  const read = <T>(work: (sql: Kysely<DB>) => Promise<T>): Promise<T> => inTurn(() => work(db.sql))

  /** The draft of this browser; refuses if it has none. */
  const draftOf = async (request: FastifyRequest): Promise<Draft> => {
    const token = tokenOf(request)
    if (token === null) throw new FormRefused('gone')
    return read(async (sql) => {
      const kept = await findDraft(sql, token, clock())
      if (kept === null) throw await whyGone(sql, token)
      return kept.draft
    })
  }

  const pageOf = (draft: Draft, name: string): Page => {
    const page = pagesFor(draft.source).find((each) => each.name === name)
    if (page === undefined) throw new FormRefused('unknownPage')
    return page
  }

  const show = (reply: FastifyReply, page: string): FastifyReply =>
    reply.type('text/html; charset=utf-8').send(page)

  /** Every post is answered so: the browser's Back then leads to a page, not to a question about sending again. */
  const goOn = (reply: FastifyReply, address: string): FastifyReply => reply.redirect(address, 303)

  const refuse = (request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply => {
    const why = reasonOf(error)
    if (why === 'failed') request.log.error(causeOf(error), 'unexpected failure')
    else if (why === 'busy' || why === 'unconfirmed')
      request.log.warn(causeOf(error), 'the referral form was unavailable')
    const { status, page } = refusedPage({ service: named.last(), stylePath }, why)
    if (status < 500 && status !== 410)
      service.refusals.count({ of: 'referral form', status, reason: why, userId: null, address: request.ip })
    const { retryAfterMs } = error as { retryAfterMs?: number }
    if (retryAfterMs !== undefined) reply.header('retry-after', Math.ceil(retryAfterMs / 1000))
    return show(reply.code(status), page)
  }

  await named.read()
  await app.register(async (form) => {
    takeForms(form)
    form.setErrorHandler((error, request, reply) =>
      error instanceof AlreadySent ? goOn(reply, addressOf('sent')) : refuse(request, reply, error),
    )

    form.get(referralFormPath, { config: { rights: reads } }, async (request, reply) => {
      const token = tokenOf(request)
      const kept = token === null ? null : await read((sql) => findDraft(sql, token, clock()))
      const { missing, change } = request.query as Record<string, unknown>
      const draft = kept?.draft ?? null
      return show(
        reply,
        startPage(await frameOf(), draft, missing !== undefined, change !== undefined && draft !== null),
      )
    })

    const bodyLimit = largestPost
    form.post(referralFormPath, { bodyLimit, config: { rights: begins } }, async (request, reply) => {
      const source = readPost(request).get('source') ?? ''
      const isChange = changes(request)
      if (!isFormSource(source)) return goOn(reply, `${referralFormPath}?missing=1`)
      const token = tokenOf(request)
      const isOurs = token !== null && (await inTurn(() => changeSource(service, token, source)))
      if (!isOurs) {
        // A token that was used once is not used again: its referral would be taken for a repeat.
        const fresh = newToken()
        const draft: Draft = { source, typed: {}, faulty: null }
        const isKept = await inTurn(() =>
          db.write('referral form', (sql) => addDraft(sql, fresh, draft, clock())),
        )
        if (!isKept) throw new FormRefused('full')
        reply.header('set-cookie', cookieOf(fresh, referralFormPath, isSecure))
      }
      return goOn(reply, isOurs && isChange ? addressOf('check') : addressOf('signs'))
    })

    form.get(addressOf('privacy'), { config: { rights: reads } }, async (_, reply) =>
      show(reply, privacyPage(await frameOf())),
    )

    form.get(addressOf('advice'), { config: { rights: reads } }, async (request, reply) => {
      const { after } = request.query as Record<string, unknown>
      const draft = await draftOf(request)
      return show(
        reply,
        advicePage(await frameOf(), draft, after === 'falls' ? 'falls' : 'signs', changes(request)),
      )
    })

    form.get(addressOf('check'), { config: { rights: reads } }, async (request, reply) => {
      const draft = await draftOf(request)
      const incomplete = firstIncomplete(draft)
      if (incomplete !== null) return goOn(reply, `${addressOf(incomplete)}${changing}`)
      return show(reply, checkPage(await frameOf(), draft))
    })

    form.get(addressOf('sent'), { config: { rights: reads } }, async (request, reply) => {
      const token = tokenOf(request)
      const reference = token === null ? null : await read((sql) => findReference(sql, token))
      if (reference === null) throw new FormRefused('gone')
      const { mail, texts } = service.accounts.sends
      return show(reply, sentPage(await frameOf(), reference, mail || texts))
    })

    /** Where somebody goes on after a page that refused: the first page that is not complete. */
    form.get(addressOf('continue'), { config: { rights: reads } }, async (request, reply) => {
      const token = tokenOf(request)
      const kept = token === null ? null : await read((sql) => findDraft(sql, token, clock()))
      return goOn(reply, kept === null ? referralFormPath : addressOf(firstIncomplete(kept.draft) ?? 'check'))
    })

    form.post(addressOf('send'), { bodyLimit, config: { rights: sends } }, async (request, reply) => {
      readPost(request)
      const token = tokenOf(request)
      if (token === null) throw new FormRefused('gone')
      return goOn(reply, await inTurn(() => sendDraft(service, request, token)))
    })

    form.post(addressOf('remove'), { bodyLimit, config: { rights: types } }, async (request, reply) => {
      readPost(request)
      const token = tokenOf(request)
      if (token !== null) await inTurn(() => db.write('referral form', (sql) => removeDraft(sql, token)))
      reply.header('set-cookie', cookieEnded(referralFormPath, isSecure))
      return goOn(reply, referralFormPath)
    })

    form.get<{ Params: { page: string } }>(
      addressOf(':page'),
      { config: { rights: reads } },
      async (request, reply) => {
        const draft = await draftOf(request)
        const page = pageOf(draft, request.params.page)
        return show(reply, questionPage(await frameOf(), page, draft, changes(request)))
      },
    )

    form.post<{ Params: { page: string } }>(
      addressOf(':page'),
      { bodyLimit, config: { rights: types } },
      async (request, reply) => {
        const sent = readPost(request)
        const token = tokenOf(request)
        if (token === null) throw new FormRefused('gone')
        const isChange = changes(request)
        const next = await inTurn(() =>
          db.write('referral form', (connection) =>
            transact(connection, async (sql) => {
              const kept = await lockDraft(sql, token, clock())
              if (kept === null) throw await whyGone(sql, token)
              const page = pageOf(kept.draft, request.params.page)
              const typed = { ...kept.draft.typed, ...readPage(page, sent) }
              const isRight = isFaultless(faultsOf(page, typed))
              const draft: Draft = { ...kept.draft, typed, faulty: isRight ? null : page.name }
              await changeDraft(sql, token, draft, clock())
              return isRight
                ? nextAfter(page, draft, isChange)
                : `${addressOf(page.name)}${isChange ? changing : ''}`
            }),
          ),
        )
        return goOn(reply, next)
      },
    )
  })
}

/** Somebody who goes back after sending is shown the reference again. */
const whyGone = async (sql: Kysely<DB>, token: string): Promise<AlreadySent | FormRefused> =>
  (await findReference(sql, token)) === null ? new FormRefused('gone') : new AlreadySent()

const changes = ({ query }: FastifyRequest): boolean =>
  (query as Record<string, unknown>)['change'] !== undefined

/** Changes who refers in the draft of the token. @returns false if there is no such draft */
const changeSource = ({ db, clock }: IncomingService, token: string, source: FormSource): Promise<boolean> =>
  db.write('referral form', (connection) =>
    transact(connection, async (sql) => {
      const kept = await lockDraft(sql, token, clock())
      if (kept === null) return false
      await changeDraft(sql, token, { ...kept.draft, source }, clock())
      return true
    }),
  )

const nextAfter = (page: Page, { source, typed }: Draft, isChange: boolean): string => {
  const needsHelp =
    (page.name === 'signs' && tickedSigns(typed).length > 0) ||
    (page.name === 'falls' && signsOfFalls(typed).length > 0)
  if (needsHelp) return addressOf(`advice?after=${page.name}${isChange ? '&change=1' : ''}`)
  const pages = pagesFor(source)
  const next = pages[pages.findIndex(({ name }) => name === page.name) + 1]
  return isChange || next === undefined ? addressOf('check') : addressOf(next.name)
}

const reasonOf = (error: unknown): Refusal => {
  if (error instanceof FormRefused) return error.why
  if (error instanceof DraftTooLarge) return 'tooLarge'
  if (error instanceof UnreadableForm) return 'unreadable'
  if (error instanceof OutcomeUnknown) return 'unconfirmed'
  if (error instanceof HttpProblem) {
    if (error.status === 429) return 'tooOften'
    if (error.status === 413 || error.status === 414) return 'tooLarge'
    return error.status >= 500 ? 'busy' : 'unreadable'
  }
  if (isDatabaseAway(error) || isWorthRetrying(error)) return 'busy'
  const { statusCode } = error as { statusCode?: number }
  if (statusCode === 413) return 'tooLarge'
  return statusCode !== undefined && statusCode < 500 ? 'unreadable' : 'failed'
}
