import { setTimeout as sleep } from 'node:timers/promises'
import { savePatient } from '../contract/patients/patient.ts'
import { idempotencyKeyHeader } from '../contract/accounts/session.ts'
import { withClient } from '../server/platform/db/connection/withClient.ts'

/** One attempt to register an invented patient, and what was answered; status 0 where no answer came. */
export interface Registered {
  familyName: string
  key: string
  status: number
  /** The message of an answer that is no success. */
  said: string
}

/** Names that look like nobody else's, so that no likely duplicate is asked about. */
export const nameOf = (n: number): string =>
  [...String(n * 7919)].map((digit) => 'bdfghklmnp'[Number(digit)] ?? 'x').join('')

/**
 * Registers somebody under a key, so that the same can be sent again. A connection that breaks is an answer too; who is
 * told to write more slowly does.
 */
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

/** Sends one again under its key until it is answered, as the browser does; gives up after half a minute. */
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
