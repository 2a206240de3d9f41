import { setTimeout as sleep } from 'node:timers/promises'
import { bodyOf, rightAnswers } from '../server/exchange/testing/formVisitor.ts'
import { withClient } from '../server/platform/db/connection/withClient.ts'
import { besideAttack } from './beside.ts'
import type { Fault, Figure, Outcome } from './fault.ts'
import { openSlowClients } from './slowClient.ts'
import type { Target } from './target.ts'

const settings = { REFERRAL_FORM: 'yes', TRUSTED_PROXIES: '127.0.0.1' }
const postsAMinute = 1_000
const slowOnes = 300
/** A work list, which the counters and the first page of patients come with. */
const list = '/api/list/awaitingAssessment'

const pages = ['', 'send', 'person', 'address', 'falls', 'reason'] as const
const bodies = new Map(rightAnswers('self').map(([page, answers]) => [page, bodyOf(answers)]))

/** A thousand forms a minute from one address: a browser that begins, answers and sends without an end. */
const flood = async (target: Target, forMs: number): Promise<Map<number, number>> => {
  const heard = new Map<number, number>()
  let cookie = ''
  const post = async (page: string): Promise<void> => {
    const { status, headers } = await fetch(`${target.address}/refer${page === '' ? '' : `/${page}`}`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': '198.51.100.1',
        cookie,
      },
      body: bodies.get(page) ?? 'source=self',
    })
    cookie = headers.get('set-cookie')?.split(';')[0] ?? cookie
    heard.set(status, (heard.get(status) ?? 0) + 1)
  }
  const pending: Promise<void>[] = []
  const until = performance.now() + forMs
  for (let n = 0; performance.now() < until; n += 1) {
    pending.push(post(pages[n % pages.length] ?? ''))
    await sleep(60_000 / postsAMinute)
  }
  await Promise.all(pending)
  return heard
}

/** Connections at addresses of their own that send a form a byte a second, below every limit of an address. */
const slowFlood = async (target: Target, forMs: number): Promise<void> => {
  const clients = Array.from({ length: slowOnes }, (_, n) =>
    openSlowClients(target.address, 1, {
      first: `POST /refer/person HTTP/1.1\r\nHost: surefoot\r\nX-Forwarded-For: 10.9.${n >> 8}.${n & 255}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 4000\r\n\r\nf`,
      then: 'x',
    }),
  )
  await sleep(forMs)
  for (const each of clients) each.end()
}

export const formFlood: Fault = {
  name: 'form-flood',
  says: 'A program posts a thousand pages of the referral form a minute, and others send theirs a byte a second.',
  run: async ({ start, isLong }) => {
    const target = await start({ settings })
    const forMs = isLong ? 60_000 : 15_000
    const outcomes: Outcome[] = []
    const figures: Figure[] = []
    const fast = await besideAttack(target, () => flood(target, forMs), list)
    const slow = await besideAttack(target, () => slowFlood(target, forMs), list)
    for (const [what, { failed, figures: found }] of [
      ['1,000 posts a minute', fast],
      [`${slowOnes} slow posts`, slow],
    ] as const) {
      outcomes.push({ says: `${what}: everybody else was answered`, held: failed === 0 })
      figures.push(...found.map((figure) => ({ ...figure, what: `${what}: ${figure.what}` })))
    }
    for (const [status, times] of fast.result)
      figures.push({ what: `posts answered ${status}`, figure: times, unit: 'posts' })
    const { rows } = await withClient(target.ownerUrl, (owner) =>
      owner.query<{ drafts: string; referrals: string }>(
        `select (select count(*) from referral_form_draft) as drafts,
           (select count(*) from incoming_referral where source = 'self') as referrals`,
      ),
    )
    outcomes.push(
      {
        says: 'no answer was a fault of the product',
        held: [...fast.result.keys()].every((status) => status < 500),
      },
      {
        says: `few forms were begun (${rows[0]?.drafts}), and none was sent by a program`,
        held: Number(rows[0]?.drafts) <= 60 && Number(rows[0]?.referrals) === 0,
      },
    )
    return { outcomes, figures }
  },
}
