import { setTimeout as sleep } from 'node:timers/promises'
import { givePersonLink, mostWrongDates, paperLink } from '../contract/care/person/link.ts'
import { idempotencyKeyHeader } from '../contract/accounts/session.ts'
import { newCode } from '../server/platform/crypto/codes.ts'
import { withClient } from '../server/platform/db/connection/withClient.ts'
import { percentile } from '../server/testing/process/percentile.ts'
import { signInAt } from '../server/testing/process/signInAt.ts'
import { besideAttack } from './beside.ts'
import type { Fault, Figure, Outcome } from './fault.ts'
import type { Target } from './target.ts'

const settings = { PERSON_PAGE: 'yes', TRUSTED_PROXIES: '127.0.0.1' }
/** So many guess at once, below the 63 that the pages of people serve and let wait. */
const atOnce = 56
/** Guesses of one address, below the 20 a minute that one may make. */
const fromOne = 15
const codeLength = 8

interface Answer {
  status: number
  to: string | null
  /** Status, headers and body as they came, without the day, the request’s id and the code itself. */
  bytes: string
  cookie: string | null
  milliseconds: number
}

const addressOf = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`

const open = async (
  target: Target,
  from: string,
  code: string,
  date: string,
  cookie = '',
): Promise<Answer> => {
  const [year = '', month = '', day = ''] = date.split('-')
  const began = performance.now()
  const response = await fetch(`${target.address}/my`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'x-forwarded-for': from, cookie },
    body: new URLSearchParams({ code, 'birth-day': day, 'birth-month': month, 'birth-year': year }),
  })
  const body = await response.text()
  const milliseconds = performance.now() - began
  const headers = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
  return {
    status: response.status,
    to: response.headers.get('location'),
    cookie: response.headers.get('set-cookie'),
    bytes: JSON.stringify([response.status, headers, body]).replaceAll(code, 'CODE'),
    milliseconds,
  }
}

interface Person {
  patientId: number
  birth: string
}

/** People with a referral, whom links can be given to. */
const peopleOf = (target: Target): Promise<Person[]> =>
  withClient(target.ownerUrl, async (owner) => {
    const { rows } = await owner.query<Person>(
      `select patient.id::integer as "patientId", date_of_birth::text as birth from patient
       where is_active and date_of_birth is not null and deceased_date is null and consent_refused_date is null
         and exists (select from pathway where patient_id = patient.id and is_active and discharge_date is null
           and cancel_referral_date is null)
         and not exists (select from patient_flag where patient_flag.patient_id = patient.id and ended_at is null)
         and not exists (select from patient_restriction where patient_restriction.patient_id = patient.id)
       order by id limit 40`,
    )
    return rows
  })

/** A new link on paper. @returns its code; an earlier link of the person ends */
const give = async (target: Target, headers: Record<string, string>, patientId: number): Promise<string> => {
  const given = await fetch(`${target.address}${givePersonLink.path}`, {
    method: 'POST',
    headers: { ...headers, [idempotencyKeyHeader]: crypto.randomUUID() },
    body: JSON.stringify({ patientId, way: 'paper' }),
  })
  if (given.status === 429) {
    await given.arrayBuffer()
    await sleep(Number(given.headers.get('retry-after') ?? 1) * 1_000)
    return give(target, headers, patientId)
  }
  const { id, message } = (await given.json()) as { id?: number; message?: string }
  if (id === undefined) throw new Error(`No link was given: ${given.status} ${message ?? ''}`)
  const paper = await fetch(`${target.address}${paperLink.path}?id=${id}`, { headers })
  if (!paper.ok) throw new Error(`The paper was not shown: ${paper.status}`)
  const { code } = (await paper.json()) as { code: string }
  return code.replace(' ', '')
}

/** A long run takes longer than a sign-in of staff lasts. */
const keepSignedIn = (target: Target): Promise<unknown> =>
  withClient(target.ownerUrl, (owner) =>
    owner.query(
      `with kept as (update access_token set expires_at = clock_timestamp() + interval '4 hours' returning session_id)
       update user_session set expires_at = clock_timestamp() + interval '4 hours' where id in (select session_id from kept)`,
    ),
  )

let address = 0
/** An address that has guessed at nothing in the last minute. */
const freshAddress = (): string => {
  address += 1
  return addressOf(address)
}

/** Many at once, each with random codes and dates from changing addresses. */
const guess = async (target: Target, guesses: number): Promise<Map<string, number>> => {
  const heard = new Map<string, number>()
  let left = guesses
  const guesser = async (): Promise<void> => {
    let from = freshAddress()
    for (let n = 1; left > 0; n += 1) {
      left -= 1
      if (n % fromOne === 0) from = freshAddress()
      const code = newCode(codeLength)
      const date = `19${30 + (n % 30)}-0${1 + (n % 9)}-1${n % 10}`
      const { status, to, cookie } = await open(target, from, code, date)
      const what = cookie !== null || to === '/my/home' ? 'let in' : `answered ${status}`
      heard.set(what, (heard.get(what) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, guesser))
  return heard
}

/** People who mistype once, then open their page, while others guess. @returns how many of how many got in, and the times */
const visit = async (
  target: Target,
  headers: Record<string, string>,
  people: readonly Person[],
  isOver: () => boolean,
): Promise<{ tried: number; inside: number; times: number[] }> => {
  const found = { tried: 0, inside: 0, times: [] as number[] }
  for (let n = 0; !isOver(); n += 1) {
    const person = people[n % people.length]
    if (person === undefined) break
    const code = await give(target, headers, person.patientId)
    const from = `192.0.2.${1 + (n % 250)}`
    await open(target, from, code, '1901-01-01')
    const { to, cookie, milliseconds } = await open(target, from, code, person.birth)
    const visiting = /my-visit=[^;]+/.exec(cookie ?? '')?.[0] ?? ''
    const home = await fetch(`${target.address}/my/home`, {
      redirect: 'manual',
      headers: { 'x-forwarded-for': from, cookie: visiting },
    })
    await home.arrayBuffer()
    found.tried += 1
    found.times.push(milliseconds)
    if (to === '/my/home' && home.status === 200) found.inside += 1
    await sleep(500)
  }
  return found
}

/** The share of pairs in which the second takes longer; 0.5 when nothing tells them apart. */
const separation = (first: readonly number[], second: readonly number[]): number => {
  let longer = 0
  for (const a of first) for (const b of second) longer += b > a ? 1 : b === a ? 0.5 : 0
  return longer / (first.length * second.length)
}

/** Unknown codes and wrong dates by turns, with nothing else going on. */
const compare = async (
  target: Target,
  headers: Record<string, string>,
  people: readonly Person[],
  pairs: number,
): Promise<{ unknown: Answer[]; wrong: Answer[] }> => {
  const [unknown, wrong]: [Answer[], Answer[]] = [[], []]
  let code = ''
  for (let n = 0; n < pairs; n += 1) {
    const left = n % (mostWrongDates - 1)
    const person = people[Math.floor(n / (mostWrongDates - 1)) % people.length]
    if (left === 0 && person !== undefined) code = await give(target, headers, person.patientId)
    const asks = [
      async () => unknown.push(await open(target, freshAddress(), newCode(codeLength), '1901-01-01')),
      async () => wrong.push(await open(target, freshAddress(), code, '1901-01-01')),
    ]
    for (const ask of n % 2 === 0 ? asks : asks.toReversed()) await ask()
  }
  return { unknown, wrong }
}

const times = (answers: readonly Answer[]): number[] => answers.map(({ milliseconds }) => milliseconds)

export const guessedCodes: Fault = {
  name: 'guessed-codes',
  says: 'Programs at thousands of addresses guess codes of people’s own pages, while people open theirs.',
  run: async ({ start, isLong }) => {
    const target = await start({ settings })
    const guesses = isLong ? 100_000 : 2_000
    // Somebody else than the member of staff beside, so that the two do not share a limit of calls.
    const headers = await signInAt(target.address, 'teamlead')
    const people = await peopleOf(target)
    const { unknown, wrong } = await compare(target, headers, people, isLong ? 400 : 40)

    const one = '203.0.113.9'
    const fromTheOne = await Promise.all(
      Array.from({ length: 60 }, () => open(target, one, newCode(codeLength), '1941-03-27')),
    )
    const another = await open(target, freshAddress(), newCode(codeLength), '1941-03-27')
    const slowed = fromTheOne.filter(({ status }) => status === 429).length

    let isOver = false
    const began = performance.now()
    const {
      result: [heard, honest],
      failed,
      figures,
    } = await besideAttack(target, async () => {
      await keepSignedIn(target)
      const visiting = visit(target, headers, people, () => isOver)
      const answered = await guess(target, guesses)
      isOver = true
      return [answered, await visiting] as const
    })
    const seconds = (performance.now() - began) / 1000
    const { rows } = await withClient(target.ownerUrl, (owner) =>
      owner.query<{ ended: string; visits: string }>(
        `select (select count(*) from person_link where ended_how = 'guessed') as ended,
           (select count(*) from person_visit) as visits`,
      ),
    )
    const bytes = new Set([...unknown, ...wrong].map((answer) => answer.bytes))
    const outcomes: Outcome[] = [
      { says: `none of ${guesses} guesses was let in`, held: !heard.has('let in') },
      {
        says: `every page that was opened was opened by its person (${rows[0]?.visits} of ${honest.inside})`,
        held: Number(rows[0]?.visits) === honest.inside,
      },
      {
        says: `meanwhile ${honest.inside} of ${honest.tried} people opened their page, each after mistyping once`,
        held: honest.tried > 0 && honest.inside === honest.tried,
      },
      { says: 'no link ended by guesses at codes', held: Number(rows[0]?.ended) === 0 },
      { says: 'an unknown code and a wrong date have the same status and bytes', held: bytes.size === 1 },
      {
        // Of 20 a minute one comes back every three seconds.
        says: `one address was slowed (${slowed} of 60 answered 429), and no other`,
        held: slowed >= 30 && slowed <= 40 && another.status === 303 && !heard.has('answered 429'),
      },
      { says: `staff were answered (${failed} calls were not)`, held: failed === 0 },
    ]
    const compared: Figure[] = (
      [
        ['unknown code', times(unknown)],
        ['wrong date', times(wrong)],
      ] as const
    ).flatMap(([what, took]) => [
      { what: `${what}, median of ${took.length}`, figure: percentile(took, 0.5), unit: 'ms' },
      { what: `${what}, p95`, figure: percentile(took, 0.95), unit: 'ms' },
    ])
    return {
      outcomes,
      figures: [
        ...compared,
        {
          what: 'a wrong date takes longer than an unknown code, in so many of 100 pairs',
          figure: 100 * separation(times(unknown), times(wrong)),
          unit: '',
        },
        ...[...heard].map(([what, count]) => ({ what: `guesses ${what}`, figure: count, unit: '' })),
        { what: 'guesses a second', figure: guesses / seconds, unit: '' },
        { what: 'addresses', figure: address, unit: '' },
        { what: 'opening a page meanwhile, p95', figure: percentile(honest.times, 0.95), unit: 'ms' },
        ...figures,
      ],
    }
  },
}
