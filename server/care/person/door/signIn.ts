import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { languages } from '../../../../contract/care/person/language.ts'
import { transact } from '../../../platform/db/connection/transact.ts'
import { codeAsTyped, isCode } from '../../../platform/crypto/codes.ts'
import { fieldHtml, faultSummary } from '../../../platform/http/pages/boxes.ts'
import { dayOf, type Faults, type Field, type Typed } from '../../../platform/http/pages/fields.ts'
import { html } from '../../../platform/http/pages/html.ts'
import { plainDigits } from '../../../platform/http/pages/plainDigits.ts'
import { appendEvent } from '../../../platform/writes/write.ts'
import {
  deviceCookie,
  deviceToken,
  languageCookie,
  visitCookie,
  visitCookieEnded,
  visitToken,
} from '../pages/cookies.ts'
import { addressOf, heading, withTelephone, type Frame, type Shown } from '../pages/frame.ts'
import { NoSuchPage, type PersonPages } from '../pages/personPages.ts'
import { ringAdvice } from '../pages/ringAdvice.ts'
import { personPath, type PersonService } from '../service.ts'
import type { Words } from '../words/words.ts'
import { codeLength, tryCode, type Attempt } from './links.ts'
import { beginVisit, endVisit } from './visits.ts'

const anyText = z.string()

const fieldsOf = ({ signIn }: Words): readonly [Field, Field] => [
  {
    kind: 'text',
    name: 'code',
    label: signIn.code,
    hint: signIn.codeHint,
    // What is missing or wrong is said by what the page before found.
    schema: anyText,
    width: 'half',
    isSpelt: false,
    autocomplete: 'off',
  },
  {
    kind: 'day',
    name: 'birth',
    label: signIn.birth,
    hint: signIn.birthHint,
    check: () => null,
    isOwnBirthday: false,
  },
]

const everySaid = [
  ...([
    'wrong',
    'device',
    'ended',
    'missingCode',
    'missingBirth',
    'idle',
    'kept',
    'unsent',
    'notStored',
    'notStoredOut',
    'notStoredEnded',
    'out',
  ] as const),
  ...(['nhsLoginNone', 'nhsLoginAway'] as const),
]
type Said = (typeof everySaid)[number]
const isSaid = (text: string | undefined): text is Said => everySaid.some((each) => each === text)

const sentenceOf = ({ signIn, nhsLogin }: Words, said: Said): string => {
  if (said === 'nhsLoginNone') return nhsLogin.none
  return said === 'nhsLoginAway' ? nhsLogin.away : signIn[said]
}

const boxOf: Partial<Record<Said, string>> = { wrong: 'code', missingCode: 'code', missingBirth: 'birth' }

const page = (frame: Frame, hasNhsLogin: boolean, code: string, said: Said | null): Shown => {
  const { signIn, boxes } = frame.words
  const fields = fieldsOf(frame.words)
  const box = said === null ? undefined : boxOf[said]
  const faults: Faults = said === null || box === undefined ? {} : { [box]: sentenceOf(frame.words, said) }
  const typed: Typed = { code }
  return {
    title: signIn.title,
    here: code,
    isFaulty: box !== undefined,
    body: html`${faultSummary(fields, faults, boxes)} ${heading(signIn.title)}
      ${
        said === null || box !== undefined
          ? null
          : html`<div class="nhsuk-inset-text" role="status"><p>${sentenceOf(frame.words, said)}</p></div>`
      }
      <p>${signIn.lead}</p>
      <form action="${personPath}" method="post" novalidate>
        ${fields.map((field) => fieldHtml(field, typed, faults, boxes))}
        <button class="nhsuk-button" type="submit">${signIn.open}</button>
      </form>
      ${
        hasNhsLogin
          ? html`<p>${frame.words.nhsLogin.or}</p>
              <p>
                <a
                  class="nhsuk-button nhsuk-button--secondary"
                  href="${addressOf('nhs-login')}"
                  rel="nofollow"
                  >${frame.words.nhsLogin.button}</a
                >
              </p>`
          : null
      }
      <p>${signIn.shared}</p>
      ${frame.service.telephone === null ? null : html`<p>${withTelephone(frame, frame.words.frame.ring)}</p>`}`,
  }
}

const isUnstored = (said: Said): boolean => said.startsWith('notStored')

/**
 * For somebody whose last answer was urgent, and who was signed out before it came. It says nothing of any person, and
 * that our team will ring only if our team can see the answer.
 */
const advicePage = (frame: Frame, said: Said): Shown => ({
  title: frame.words.redFlag.title,
  body: html`${
      isUnstored(said)
        ? ringAdvice(frame, sentenceOf(frame.words, said))
        : html`${ringAdvice(frame)}
            <div class="nhsuk-inset-text"><p>${sentenceOf(frame.words, said)}</p></div>`
    }
    ${isUnstored(said) && frame.service.telephone !== null ? html`<p>${withTelephone(frame, frame.words.frame.ring)}</p>` : null}
    <p><a href="${personPath}">${frame.words.signIn.title}</a></p>`,
})

/** Signing in with a code and a date of birth, signing out, and the choice of a language. */
export const serveSignIn =
  (service: PersonService) =>
  ({ openPage, openPost, inTurn, settings }: PersonPages): void => {
    const { db, clock } = service
    const { isSecure, answersAfterMs, nhsLogin } = settings
    const hasNhsLogin = nhsLogin != null
    const saidIn = (query: unknown): Said | null => {
      const { said } = query as Record<string, string | undefined>
      return isSaid(said) ? said : null
    }

    openPage(personPath, 'person', async ({ request, frame }) => {
      const said = saidIn(request.query)
      const isUrgent = (request.query as Record<string, string | undefined>)['ring'] === 'yes'
      return isUrgent && said !== null ? advicePage(frame, said) : page(frame, hasNhsLogin, '', said)
    })

    /* A link in a message. It looks nothing up, so every code leads to the same page. */
    openPage(addressOf(':code'), 'person', async ({ request, frame }) => {
      const { code } = request.params as { code: string }
      if (!isCode(code.toUpperCase(), codeLength)) throw new NoSuchPage()
      return page(frame, hasNhsLogin, code.toUpperCase(), saidIn(request.query))
    })

    openPage(addressOf('in/:language'), 'person', async ({ request, reply }) => {
      const { language } = request.params as { language: string }
      const { to = '' } = request.query as Record<string, string | undefined>
      if (!languages.some(({ code }) => code === language)) throw new NoSuchPage()
      reply.header('set-cookie', languageCookie(language, isSecure))
      return /^[a-z/?=&0-9A-Z-]{1,100}$/.test(to) ? addressOf(to) : personPath
    })

    openPage(addressOf('privacy'), 'person', async ({ frame }) => {
      const { privacy } = frame.words
      return {
        title: privacy.title,
        back: 'home',
        here: 'privacy',
        isForAll: true,
        body: html`${heading(privacy.title)}
          <p>${privacy.staff.replace('{service}', frame.service.name)}</p>
          <p>${privacy.record}</p>
          <p>${privacy.shown}</p>
          <p>${privacy.cookies}${hasNhsLogin ? html` ${frame.words.nhsLogin.cookie}` : null}</p>`,
      }
    })

    openPost(personPath, 'personCode', async ({ request, reply, sent }) => {
      const begun = performance.now()
      const code = codeAsTyped(plainDigits(sent.get('code') ?? ''))
      const typed = Object.fromEntries(sent)
      if (code === '') return `${personPath}?said=missingCode`
      const dateOfBirth = dayOf(typed, 'birth')
      const here = isCode(code, codeLength) ? addressOf(code) : personPath
      if (dateOfBirth === null) return `${here}?said=missingBirth`
      const now = clock()
      const tried = inTurn(() =>
        db.write('own page', (connection) =>
          transact(connection, async (sql) => {
            const found = await tryCode(sql, service.secretKey, now, {
              ...{ code, dateOfBirth, device: deviceToken(request) },
            })
            if (found.as !== 'open') return { attempt: found, token: null }
            const visit = await beginVisit(sql, now, found)
            await appendEvent(sql, {
              ...{ kind: 'session', action: 'own page, sign in', status: 200 },
              ...{ userId: null, sessionId: null, role: null, requestId: request.id, address: request.ip },
              patientIds: [found.patientId],
              criteria: { by: found.contactId === null ? 'person' : 'contact', contactId: found.contactId },
              records: [{ entity: 'personLink', id: found.linkId }],
            })
            return { attempt: found, token: visit }
          }),
        ),
      )
      const { attempt, token } = await answerNoSooner(tried, begun + answersAfterMs)
      if (attempt.as !== 'open' || token === null) {
        service.refusals.count({
          ...{ of: 'own page', status: 401, reason: attempt.as, userId: null, address: request.ip },
        })
        return `${here}?said=${attempt.as}`
      }
      reply.header('set-cookie', cookiesOf(attempt, token, isSecure))
      return addressOf('home')
    })

    openPost(addressOf('out'), 'person', async ({ request, reply }) => {
      const token = visitToken(request)
      if (token !== null) await inTurn(() => db.write('own page', (sql) => endVisit(sql, clock(), token)))
      reply.header('set-cookie', visitCookieEnded(isSecure)).header('clear-site-data', '"cache"')
      return `${personPath}?said=out`
    })
  }

/** Waits so long, whatever comes of the work: the time must not say what was found. */
const answerNoSooner = async <T>(work: Promise<T>, at: number): Promise<T> => {
  try {
    return await work
  } finally {
    await sleep(Math.max(0, at - performance.now()))
  }
}

const cookiesOf = (
  { newDevice }: Extract<Attempt, { as: 'open' }>,
  token: string,
  isSecure: boolean,
): string[] => [
  visitCookie(token, isSecure),
  ...(newDevice === null ? [] : [deviceCookie(newDevice, isSecure)]),
]
