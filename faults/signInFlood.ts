import { readFile } from 'node:fs/promises'
import { withClient } from '../server/platform/db/connection/withClient.ts'
import { demonstrationPassword } from '../db/seed/demonstration/users.ts'
import { besideAttack } from './beside.ts'
import type { Fault } from './fault.ts'
import type { Target } from './target.ts'

const guesses = 1000
/** Where the guesses come from: each takes part with a few names, so that no address is closed for its failures. */
const attackers = 250
const staff = 200
/** Of these, who sign in for the first time and from home; the others are at a clinic that has signed in before. */
const newcomers = 20
const clinic = '203.0.113.9'
/** Seconds that a sign-in may wait in the queue (decision 36). */
const longestWait = 30

/** People with the demonstration's password. */
const addStaff = (target: Target): Promise<void> =>
  withClient(target.ownerUrl, async (client) => {
    await client.query(
      `insert into app_user (user_name, user_name_key, family_name, first_name, display_name, default_role_id,
         password_hash)
       select 'staff ' || number, 'staff ' || number, 'Staff', number::text, 'Staff ' || number, default_role_id,
         password_hash
       from app_user, generate_series(0, $1) number where user_name = 'clinician'
       on conflict do nothing`,
      [staff],
    )
  })

interface Answer {
  status: number
  /** Seconds after which to come back. */
  wait: number
}

const signInFrom = async (
  target: Target,
  address: string,
  form: { username: string; password: string },
  signal?: AbortSignal,
): Promise<Answer> => {
  const response = await fetch(`${target.address}/oauth/token`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address },
    body: new URLSearchParams({ grant_type: 'password', ...form }),
    ...(signal === undefined ? {} : { signal }),
  })
  await response.text()
  return { status: response.status, wait: Number(response.headers.get('retry-after') ?? 0) }
}

const times = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => of(i))

const megabytes = async (target: Target, what: 'VmRSS' | 'VmHWM'): Promise<number> => {
  const status = await readFile(`/proc/${target.child.pid}/status`, 'utf8')
  return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
}

/** Guesses and staff at once; when the staff are in, what is left of the guesses is given up. */
const attack = async (target: Target, isLong: boolean) => {
  const over = new AbortController()
  const flood = Promise.allSettled(
    times(guesses, (index) => {
      const form = { username: `nobody ${index}`, password: `guess ${index}` }
      return signInFrom(target, `198.51.100.${index % attackers}`, form, over.signal)
    }),
  )
  const began = performance.now()
  const honest = await Promise.all(
    times(staff, async (index) => {
      const address = index < newcomers ? `192.0.2.${index + 1}` : clinic
      const form = { username: `staff ${index + 1}`, password: demonstrationPassword }
      const answer = await signInFrom(target, address, form)
      return { ...answer, seconds: (performance.now() - began) / 1000 }
    }),
  )
  if (!isLong) over.abort()
  const answered = (await flood).flatMap((each) => (each.status === 'fulfilled' ? [each.value.status] : []))
  return { honest, answered }
}

export const signInFlood: Fault = {
  name: 'sign-in-flood',
  says: `${guesses} guesses at as many names from ${attackers} addresses, while ${staff} staff sign in at the same moment`,
  run: async ({ start, isLong }) => {
    const target = await start({ settings: { TRUSTED_PROXIES: '127.0.0.1' } })
    await addStaff(target)
    await signInFrom(target, clinic, { username: 'staff 0', password: demonstrationPassword })
    const before = await megabytes(target, 'VmRSS')
    const { result, failed, figures } = await besideAttack(target, () => attack(target, isLong))
    const { honest, answered } = result
    // A slow machine may say that the wait is longer than the queue is meant to be; anything sooner is answered.
    const isFarOff = ({ status, wait }: Answer) => status === 503 && wait > longestWait
    const farOff = honest.filter(isFarOff).length
    const refused = honest.filter((answer) => answer.status !== 200 && !isFarOff(answer)).length
    const waits = honest.map(({ seconds }) => seconds).toSorted((a, b) => a - b)
    const [alone, beside] = figures.map(({ figure }) => figure)
    return {
      outcomes: [
        {
          says: `no honest sign-in is refused that can be answered within ${longestWait} s (${refused} of ${staff} were)`,
          held: refused === 0,
        },
        { says: `no call of somebody at work is refused (${failed} were)`, held: failed === 0 },
        { says: 'no guess is let in', held: !answered.includes(200) },
      ],
      figures: [
        ...figures,
        { what: 'p95 beside, times alone', figure: (beside ?? 0) / (alone ?? 1), unit: 'times' },
        { what: 'honest sign-ins, last one in after', figure: waits.at(-1) ?? 0, unit: 's' },
        { what: 'honest sign-ins', figure: staff / (waits.at(-1) ?? 1), unit: 'a second' },
        { what: 'honest sign-ins told a longer wait', figure: farOff, unit: '' },
        { what: 'guesses answered meanwhile', figure: answered.length, unit: '' },
        { what: 'of them 503', figure: answered.filter((status) => status === 503).length, unit: '' },
        {
          what: 'memory, peak above before',
          figure: (await megabytes(target, 'VmHWM')) - before,
          unit: 'MiB',
        },
      ],
    }
  },
}
