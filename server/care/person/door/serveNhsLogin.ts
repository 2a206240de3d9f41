import { sql as raw, type Transaction } from 'kysely'
import { isNotToBeTold, type FlagFacts } from '../../../../contract/patients/flags/chips.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { flagFacts } from '../../../patients/flags/read.ts'
import { decryptText, encrypt } from '../../../platform/crypto/encryption.ts'
import { sha256 } from '../../../platform/crypto/sha256.ts'
import { newToken } from '../../../platform/crypto/tokens.ts'
import { causeOf } from '../../../platform/db/connection/causeOf.ts'
import { transact } from '../../../platform/db/connection/transact.ts'
import type { DB } from '../../../platform/db/types.ts'
import { html } from '../../../platform/http/pages/html.ts'
import { appendEvent } from '../../../platform/writes/write.ts'
import { nhsLoginBinding, nhsLoginCookie, nhsLoginCookieEnded, visitCookie } from '../pages/cookies.ts'
import { addressOf, heading } from '../pages/frame.ts'
import type { PersonPages } from '../pages/personPages.ts'
import { personPath, type PersonService } from '../service.ts'
import { beginNhsLogin, finishNhsLogin, NhsLoginAway, type Begun, type Identified } from './nhsLogin.ts'
import { beginVisit } from './visits.ts'

const attemptLifeMs = 10 * 60_000
const context = 'sign-in to the own page with NHS login'
const returnName = 'nhs-login/return'

/**
 * The one patient whom NHS login identified, with a referral and nothing against showing the page; null otherwise. Of
 * somebody who is not safe at home it opens only while a link is good that staff gave since, for which they asked.
 */
const patientOf = async (
  sql: Transaction<DB>,
  now: number,
  { nhsNumber, dateOfBirth }: Identified,
): Promise<number | null> => {
  const { rows } = await raw<{ id: number; flags: FlagFacts }>`
    select patient.id, ${flagFacts('patient')} as flags from patient
    where patient.nhs_number = ${nhsNumber} and patient.date_of_birth = ${dateOfBirth} and patient.is_active
      and exists (select from pathway where pathway.patient_id = patient.id and pathway.is_active)
      and not exists (
        select from patient_restriction as restriction
        where restriction.patient_id = patient.id and restriction.kind = 'safety' and restriction.ended_at is null
          and not coalesce((
            select link.ended_at is null and link.valid_until > ${instantOf(now)} from person_link as link
            where link.patient_id = patient.id and link.contact_id is null and link.created_at > restriction.created_at
            order by link.id desc limit 1), false))`.execute(sql)
  const [only, ...more] = rows
  return only === undefined || more.length > 0 || isNotToBeTold(only.flags) ? null : only.id
}

/** Signing in with NHS login, where it is set. Somebody without a page here is asked to ring, and not told why. */
export const serveNhsLogin =
  (service: PersonService) =>
  ({ openPage, inTurn, settings }: PersonPages): void => {
    const { db, clock, secretKey } = service
    const { isSecure, publicUrl, nhsLogin } = settings
    if (nhsLogin == null) return
    const returnTo = `${publicUrl}${addressOf(returnName)}`
    const away = `${personPath}?said=nhsLoginAway`

    openPage(addressOf('nhs-login'), 'personCode', async ({ request, reply }) => {
      try {
        const { address, state, begun } = await beginNhsLogin(nhsLogin, returnTo)
        const binding = newToken()
        await db.pool.query(
          'insert into provider_attempt (state_hash, binding_hash, sealed, expires_at) values ($1, $2, $3, $4)',
          [
            sha256(state),
            sha256(binding),
            encrypt(secretKey, context, JSON.stringify(begun)),
            instantOf(clock() + attemptLifeMs),
          ],
        )
        reply.header('set-cookie', nhsLoginCookie(binding, isSecure))
        return address
      } catch (error) {
        if (!(error instanceof NhsLoginAway)) throw error
        request.log.warn(causeOf(error.cause), 'NHS login could not be reached')
        return away
      }
    })

    /** What was begun in this browser; null if it was begun elsewhere, too long ago, or came back before. */
    const begunWith = async (state: string, binding: string): Promise<Begun | null> => {
      const { rows } = await db.pool.query<{ sealed: Buffer }>(
        `delete from provider_attempt where state_hash = $1 and binding_hash = $2 and expires_at > $3 returning sealed`,
        [sha256(state), sha256(binding), instantOf(clock())],
      )
      const [attempt] = rows
      return attempt === undefined
        ? null
        : (JSON.parse(decryptText(secretKey, context, attempt.sealed)) as Begun)
    }

    openPage(addressOf(returnName), 'personCode', async ({ request, reply, frame }) => {
      const refused = (reason: string): string => {
        service.refusals.count({ of: 'own page', status: 401, reason, userId: null, address: request.ip })
        return `${personPath}?said=nhsLoginNone`
      }
      const { state = '' } = request.query as Record<string, string | undefined>
      const binding = nhsLoginBinding(request)
      const begun = binding === null ? null : await begunWith(state, binding)
      reply.header('set-cookie', nhsLoginCookieEnded(isSecure))
      if (begun === null) return refused('NHS login, unknown attempt')
      let identified: Identified | null
      try {
        const returned = new URL(returnTo)
        returned.search = new URL(request.url, publicUrl).search
        identified = await finishNhsLogin(nhsLogin, returned, { state, begun })
      } catch (error) {
        if (!(error instanceof NhsLoginAway)) throw error
        request.log.warn(causeOf(error.cause), 'NHS login could not be reached')
        return away
      }
      if (identified === null) return refused('NHS login, refused')
      const who = identified
      const token = await inTurn(() =>
        db.write('own page', (connection) =>
          transact(connection, async (sql) => {
            const patientId = await patientOf(sql, clock(), who)
            if (patientId === null) return null
            await appendEvent(sql, {
              ...{ kind: 'session', action: 'own page, sign in', status: 200 },
              ...{ userId: null, sessionId: null, role: null, requestId: request.id, address: request.ip },
              patientIds: [patientId],
              criteria: { by: 'person', contactId: null, with: 'NHS login' },
            })
            return beginVisit(sql, clock(), { patientId, linkId: null })
          }),
        ),
      )
      if (token === null) return refused('NHS login, no page')
      const home = addressOf('home')
      // The browser comes from another site, so it would not send the visit’s cookie along with a redirect; it does when
      // this page leads on.
      reply
        .header('set-cookie', [visitCookie(token, isSecure), nhsLoginCookieEnded(isSecure)])
        .header('refresh', `0; url=${home}`)
      const { nhsLogin: said } = frame.words
      return {
        title: said.done,
        body: html`${heading(said.done)}
          <p><a class="nhsuk-button" href="${home}">${said.go}</a></p>`,
      }
    })
  }
