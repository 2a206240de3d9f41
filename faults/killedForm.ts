import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../server/platform/db/connection/withClient.ts'
import { auditFindings, lastIds } from '../server/testing/reading/auditFindings.ts'
import { bodyOf, rightAnswers } from '../server/exchange/testing/formVisitor.ts'
import { firstOf, type Fault } from './fault.ts'
import { killWhile } from './killWhile.ts'

/** People who send at once. */
const senders = 6
/** A form may be sent after this time; the ten seconds of the form and some more. */
const fastestMs = 12_000
const settings = { REFERRAL_FORM: 'yes', TRUSTED_PROXIES: '127.0.0.1' }

/** SUREFOOT_KILLED_FORMS sets how often the product is killed. */
const roundsOf = (isLong: boolean): number =>
  Number(process.env['SUREFOOT_KILLED_FORMS'] ?? (isLong ? 200 : 5))

/** One form that is filled in, and the references that its sender saw. */
interface Filled {
  /** An address of its own: limits are not what this is about. */
  from: string
  cookie: string
  seen: Set<string>
  /** Presses of the button. */
  sent: number
}

const headersOf = (from: string, cookie: string): Record<string, string> => ({
  'content-type': 'application/x-www-form-urlencoded',
  'x-forwarded-for': from,
  ...(cookie === '' ? {} : { cookie }),
})

const post = (address: string, path: string, { from, cookie }: Filled, body: string): Promise<Response> =>
  fetch(`${address}${path}`, { method: 'POST', redirect: 'manual', headers: headersOf(from, cookie), body })

const fillIn = async (address: string, n: number): Promise<Filled> => {
  const form: Filled = {
    from: `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
    cookie: '',
    seen: new Set(),
    sent: 0,
  }
  const begun = await post(address, '/refer', form, 'source=self')
  form.cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
  for (const [page, answers] of rightAnswers('self')) {
    const { status } = await post(address, `/refer/${page}`, form, bodyOf(answers))
    if (status !== 303) throw new Error(`The page ${page} was answered ${status}`)
  }
  return form
}

/** Presses the button and reads the page that follows. A broken connection is an answer too. */
const send = async (address: string, form: Filled): Promise<boolean> => {
  form.sent += 1
  try {
    const { status, headers } = await post(address, '/refer/send', form, '')
    if (status !== 303 || headers.get('location') !== '/refer/sent') return false
    const page = await fetch(`${address}/refer/sent`, { headers: headersOf(form.from, form.cookie) })
    const [reference] = /\b[A-Z0-9]{4}-[A-Z0-9]{4}\b/.exec(await page.text()) ?? []
    if (reference !== undefined) form.seen.add(reference)
    return reference !== undefined
  } catch {
    return false
  }
}

const hashOf = ({ cookie }: Filled): string =>
  createHash('sha256')
    .update(cookie.slice(cookie.indexOf('=') + 1))
    .digest('hex')

/** Hashes of forms that are a draft, and the references of those that are a referral. */
const stored = (ownerUrl: string) =>
  withClient(ownerUrl, async (owner) => {
    const drafts = await owner.query<{ hash: string }>(
      `select encode(token_hash, 'hex') as hash from referral_form_draft`,
    )
    const referrals = await owner.query<{ hash: string; reference: string }>(
      `select message_id as hash, reference from incoming_referral where source = 'self'`,
    )
    const references = new Map<string, string[]>()
    for (const { hash, reference } of referrals.rows)
      references.set(hash, [...(references.get(hash) ?? []), reference])
    return { drafts: new Set(drafts.rows.map(({ hash }) => hash)), references }
  })

export const killedForm: Fault = {
  name: 'killed-form',
  says: 'The product is killed without notice while six people send the public referral form, and started again.',
  run: async ({ start, isLong }) => {
    const rounds = roundsOf(isLong)
    let target = await start({ settings })
    const since = await withClient(target.ownerUrl, (owner) => lastIds(owner, ['incoming_referral']))
    const forms: Filled[] = []
    const fillMore = async (count: number): Promise<void> => {
      for (let n = 0; n < count; n += 1) forms.push(await fillIn(target.address, forms.length))
    }
    /** Forms that are old enough to be sent and were not answered with a reference yet. */
    let next = 0
    const torn: string[] = []
    const unheard: Filled[] = []
    await fillMore(senders * 12)
    await sleep(fastestMs)
    for (let round = 0; round < rounds; round += 1) {
      const { address } = target
      const ofRound: Filled[] = []
      target = await killWhile(
        { start, target, options: { settings } },
        {
          several: senders,
          longestMs: 500,
          work: async () => {
            const form = unheard.shift() ?? forms[next++]
            if (form === undefined) return sleep(20)
            ofRound.push(form)
            if (!(await send(address, form))) await sleep(20)
            return undefined
          },
        },
      )
      const { drafts, references } = await stored(target.ownerUrl)
      for (const form of new Set(ofRound)) {
        const hash = hashOf(form)
        if (drafts.has(hash) === references.has(hash))
          torn.push(`${form.from} is a draft and a referral, or neither`)
        if (form.seen.size === 0) unheard.push(form)
      }
      // Filled in now, they are old enough a few rounds later.
      if (forms.length - next < senders * 12) {
        await fillMore(senders * 12)
        if (forms.length - next <= senders * 12) await sleep(fastestMs)
      }
    }
    const killed = forms.slice(0, next)
    const unheardAtLast = killed.filter(({ seen }) => seen.size === 0)
    const seenBefore = killed.length - unheardAtLast.length
    for (const form of unheardAtLast)
      for (let tries = 0; tries < 5 && form.seen.size === 0; tries += 1) await send(target.address, form)
    const { references } = await stored(target.ownerUrl)
    const wrong = killed.filter((form) => {
      const kept = references.get(hashOf(form)) ?? []
      return kept.length !== 1 || form.seen.size !== 1 || !form.seen.has(kept[0] ?? '')
    })
    const twice = [...references.values()].filter((kept) => kept.length > 1)
    const findings = await withClient(target.ownerUrl, (owner) => auditFindings(owner, since))
    return {
      outcomes: [
        {
          says: `each of ${killed.length} forms is in the inbox once, under the one reference that its sender saw`,
          held: killed.length > 0 && wrong.length === 0,
        },
        { says: 'no form is in the inbox twice', held: twice.length === 0 },
        {
          says: `after each kill every form was either a draft or a referral${firstOf(torn)}`,
          held: torn.length === 0,
        },
        {
          says: `every referral has one event, and the sealed audit trail fits${firstOf(findings)}`,
          held: findings.length === 0,
        },
      ],
      figures: [
        { what: 'times killed', figure: rounds, unit: 'times' },
        { what: 'forms sent', figure: killed.length, unit: 'forms' },
        {
          what: 'forms that were sent more than once',
          figure: killed.filter(({ sent }) => sent > 1).length,
          unit: 'forms',
        },
        {
          what: 'forms whose sender saw the reference before the last kill',
          figure: seenBefore,
          unit: 'forms',
        },
      ],
    }
  },
}
