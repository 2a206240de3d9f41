import { setTimeout as sleep } from 'node:timers/promises'
import { getPatient, savePatient } from '../contract/patients/patient.ts'
import { withClient } from '../server/platform/db/connection/withClient.ts'
import { signInAt } from '../server/testing/process/signInAt.ts'
import { besideAttack } from './beside.ts'
import type { Fault, Figure } from './fault.ts'
import type { Target } from './target.ts'

interface Answered {
  status: number
  milliseconds: number
}

const answersTo = async (target: Target, path: string, init: RequestInit): Promise<Answered> => {
  const began = performance.now()
  const response = await fetch(`${target.address}${path}`, { ...init, signal: AbortSignal.timeout(60_000) })
  await response.text()
  return { status: response.status, milliseconds: performance.now() - began }
}

const longest = (answers: readonly Answered[]): number =>
  Math.max(...answers.map(({ milliseconds }) => milliseconds))

/** Holds a lock in a transaction of its own for as long as the work takes. */
const holding = <T>(target: Target, lock: string, work: () => Promise<T>): Promise<T> =>
  withClient(target.ownerUrl, async (client) => {
    await client.query('begin')
    await client.query(lock)
    const done = await work()
    await client.query('rollback')
    return done
  })

export const lockedRow: Fault = {
  name: 'locked-row',
  says: 'Something holds the row of one patient, and then the audit trail, while forty people save.',
  run: async ({ start }) => {
    const target = await start()
    const headers = await signInAt(target.address, 'admissions')
    const [locked = 0, other = 0] = await withClient(target.ownerUrl, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        'select id from patient where is_active order by id limit 2',
      )
      return rows.map(({ id }) => Number(id))
    })
    const read = (id: number): Promise<Answered> =>
      answersTo(target, `${getPatient.path}?id=${id}`, { headers })
    const found = new Map(
      await Promise.all(
        [locked, other].map(async (id): Promise<[number, object]> => {
          const response = await fetch(`${target.address}${getPatient.path}?id=${id}`, { headers })
          return [id, (await response.json()) as object]
        }),
      ),
    )
    const save = (id: number, addressLine1: string): Promise<Answered> =>
      answersTo(target, savePatient.path, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...found.get(id), addressLine1, version: undefined }),
      })

    const beside = await besideAttack(target, () =>
      holding(target, `select 1 from patient where id = ${locked} for update`, async () => {
        const saves = Promise.all(Array.from({ length: 40 }, (_, n) => save(locked, `${n} The Lane`)))
        await sleep(300)
        const reads = [await read(locked), await read(other)]
        const others = [
          await save(other, '1 The Street'),
          await read(other),
          await save(other, '2 The Street'),
        ]
        return { reads, others, saves: await saves }
      }),
    )
    const { reads, others, saves } = beside.result
    const lockedAudit = await holding(target, 'lock table audit_event in exclusive mode', async () => {
      const reading = Array.from({ length: 20 }, () => read(other))
      await sleep(100)
      return Promise.all([
        ...reading,
        ...Array.from({ length: 20 }, (_, n) => save(n % 2 ? locked : other, `${n} The Hill`)),
      ])
    })
    const after = await save(locked, '3 The Lane')
    const answered = (answers: readonly Answered[]): string =>
      [...new Set(answers.map(({ status }) => status))].join(', ')
    const figures: Figure[] = [
      { what: 'longest read beside the locked row', figure: longest(reads), unit: 'ms' },
      { what: 'longest save of another patient', figure: longest(others), unit: 'ms' },
      { what: 'longest save of the locked patient', figure: longest(saves), unit: 'ms' },
      { what: 'longest answer beside the locked audit trail', figure: longest(lockedAudit), unit: 'ms' },
      ...beside.figures,
    ]
    return {
      outcomes: [
        {
          says: `reads were answered (${answered(reads)})`,
          held: beside.failed === 0 && reads.every(({ status }) => status === 200),
        },
        {
          says: `saves of another patient were stored (${answered(others)})`,
          held: others.every(({ status }) => status < 500),
        },
        {
          says: `the forty saves of the locked patient were told to try again (${answered(saves)})`,
          held: saves.every(({ status }) => status === 503),
        },
        {
          says: `beside the locked audit trail nothing was shown or stored (${answered(lockedAudit)})`,
          held: lockedAudit.every(({ status }) => status === 503),
        },
        { says: `afterwards the patient can be saved (${after.status})`, held: after.status < 500 },
      ],
      figures,
    }
  },
}
