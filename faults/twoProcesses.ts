import { setTimeout as sleep } from 'node:timers/promises'
import { getPatient, savePatient } from '../contract/patients/patient.ts'
import { getProfile, revoke } from '../contract/accounts/session.ts'
import { signInAt } from '../server/testing/process/signInAt.ts'
import type { Fault } from './fault.ts'
import { keepDoing } from './keepDoing.ts'
import { countByName, nameOf, register } from './registered.ts'
import type { Target } from './target.ts'

type Headers = Record<string, string>
interface Shown {
  id: number
  version: number
  addressLine1: string | null
}

const statusOf = async (url: string, init: RequestInit): Promise<number> => {
  const response = await fetch(url, init)
  await response.arrayBuffer()
  return response.status
}

/** Six save one patient from the same version, three at each process: one may succeed, and its text must be the stored one. */
const race = async (targets: readonly Target[], headers: Headers, id: number, round: number) => {
  const [one] = targets as [Target]
  const read = async (): Promise<Shown> =>
    (await (await fetch(`${one.address}${getPatient.path}?id=${id}`, { headers })).json()) as Shown
  const before = await read()
  const answers = await Promise.all(
    Array.from({ length: 6 }, async (_, n) => {
      const addressLine1 = `${n} Lane of round ${round}`
      const { address } = targets[n % targets.length] as Target
      const status = await statusOf(`${address}${savePatient.path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...before, addressLine1 }),
      })
      return { addressLine1, status }
    }),
  )
  const after = await read()
  const won = answers.filter(({ status }) => status === 200)
  const isRefused = ({ status }: { status: number }) => status === 409 || status === 503
  return {
    isOneWinner: won.length === 1 && answers.every((answer) => answer.status === 200 || isRefused(answer)),
    stands: won.some(({ addressLine1 }) => addressLine1 === after.addressLine1),
  }
}

export const twoProcesses: Fault = {
  name: 'two-processes',
  says: 'Two processes serve one database: one patient is saved at both, one key is sent to both, and one of the two is killed.',
  run: async ({ start, isLong }) => {
    const targets = [await start(), await start()]
    const [one, other] = targets as [Target, Target]
    const headers = await signInAt(one.address, 'admissions')
    const rounds = isLong ? 100 : 8

    const races = []
    for (let round = 0; round < rounds; round += 1)
      races.push(await race(targets, headers, 1 + (round % 5), round))

    const keyed = []
    for (let n = 0; n < rounds; n += 1) {
      const both = targets.map(({ address }) => register(address, headers, nameOf(60_000 + n), `both-${n}`))
      keyed.push(...(await Promise.all(both)))
    }
    const stored = await countByName(one.ownerUrl)

    const leaver = await signInAt(one.address, 'clinician')
    const token = leaver['authorization']?.replace('Bearer ', '') ?? ''
    const profileAt = ({ address }: Target) => statusOf(`${address}${getProfile.path}`, { headers: leaver })
    const whileSignedIn = await profileAt(other)
    await fetch(`${one.address}${revoke.path}`, { method: 'POST', body: new URLSearchParams({ token }) })
    const whenSignedOut = await profileAt(other)

    const beside: number[] = []
    const endReading = keepDoing(2, async () => {
      beside.push(await statusOf(`${other.address}${getPatient.path}?id=1`, { headers }))
      await sleep(10)
    })
    await sleep(300)
    await one.stop()
    const taken = await register(other.address, headers, nameOf(61_000), 'after-the-other-died')
    await sleep(300)
    await endReading()

    return {
      outcomes: [
        {
          says: `of six saves from one version one won and the others were told, ${rounds} times`,
          held: races.every(({ isOneWinner }) => isOneWinner),
        },
        { says: 'what won is what stands', held: races.every(({ stands }) => stands) },
        {
          says: `a key sent to both at once made one patient, ${rounds} times`,
          held:
            keyed.every(({ status }) => status === 200) &&
            keyed.every(({ familyName }) => stored.get(familyName) === 1),
        },
        {
          says: `who signs in at one is known at the other, and who signs out there is not (${whileSignedIn}, ${whenSignedOut})`,
          held: whileSignedIn === 200 && whenSignedOut === 401,
        },
        {
          says: `while one is killed the other reads and saves (${beside.length} reads)`,
          held: beside.length > 0 && beside.every((status) => status === 200) && taken.status === 200,
        },
      ],
    }
  },
}
