import { setTimeout as sleep } from 'node:timers/promises'
import { savePatient } from '../contract/patients/patient.ts'
import { idempotencyKeyHeader } from '../contract/accounts/session.ts'
import { verifyOwners } from '../server/pathways/owners/verify.ts'
import { verifyStages } from '../server/pathways/worklists/verify.ts'
import { connect } from '../server/platform/db/connection/connect.ts'
import { withClient } from '../server/platform/db/connection/withClient.ts'

/** One attempt to register an invented patient, with the answer; status 0 means none came. */
export interface Registered {
  familyName: string
  key: string
  status: number
  /** The message of a refusal. */
  said: string
}

/** Names so different that the product reports no likely duplicate. */
export const nameOf = (n: number): string =>
  [...String(n * 7919)].map((digit) => 'bdfghklmnp'[Number(digit)] ?? 'x').join('')

/** Registers a patient under an idempotency key. A broken connection is an answer too; after a 429 it waits and tries again. */
export const register = async (
  address: string,
  headers: Record<string, string>,
  familyName: string,
  key: string,
): Promise<Registered> => {
  try {
    const response = await fetch(`${address}${savePatient.path}`, {
      method: 'POST',
      headers: { ...headers, [idempotencyKeyHeader]: key },
      body: JSON.stringify({ id: 0, familyName, genderId: 2, nhsNumberUnknown: true }),
    })
    if (response.status === 429) {
      await sleep(Number(response.headers.get('retry-after') ?? 1) * 1_000)
      return await register(address, headers, familyName, key)
    }
    const { message = '' } = (await response.json()) as { message?: string }
    return { familyName, key, status: response.status, said: message }
  } catch {
    return { familyName, key, status: 0, said: '' }
  }
}

/** Repeats one under its key until it is answered, as the browser does; gives up after 30 tries. */
export const registerAgain = async (
  address: string,
  headers: Record<string, string>,
  { familyName, key }: Registered,
): Promise<Registered> => {
  for (let tries = 1; ; tries += 1) {
    const one = await register(address, headers, familyName, key)
    if (tries === 30 || ![0, 503].includes(one.status)) return one
    await sleep(1_000)
  }
}

/** How many patients of each family name are stored. */
export const countByName = (ownerUrl: string): Promise<Map<string, number>> =>
  withClient(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ name: string; count: string }>(
      'select family_name as name, count(*) from patient group by 1',
    )
    return new Map(rows.map(({ name, count }) => [name, Number(count)]))
  })

/** Where lists, counters and owners differ from the records. */
export const problemsOfRecords = async (ownerUrl: string): Promise<string[]> => {
  const db = connect(ownerUrl, { connections: 1, asOwner: true })
  try {
    const stages = await verifyStages(db.sql)
    const owners = await verifyOwners(db.sql)
    return [...stages.differences, ...owners.problems].map(({ problem }) => problem)
  } finally {
    await db.close()
  }
}
