import { sql as raw, type Kysely } from 'kysely'
import { hasDied, isCareRefused, type FlagFacts } from '../../../contract/patients/flags/chips.ts'
import { flagFacts } from '../../patients/flags/read.ts'
import type { DB } from '../../platform/db/types.ts'
import { HttpProblem } from '../../platform/errors.ts'

/**
 * Anybody with an open referral can be booked, have a place in a class or wait for one, at whatever stage, unless they
 * have died or refused the service. Missing assessments are said on the page, not demanded.
 */
export const mayBook = async (sql: Kysely<DB>, pathwayId: number): Promise<boolean> =>
  (await whyNotBook(sql, pathwayId)) === null

const whyNotBook = async (sql: Kysely<DB>, pathwayId: number): Promise<string | null> => {
  const { rows } = await raw<{ facts: FlagFacts }>`
    select ${flagFacts('patient')} as facts from work_list
    join patient on patient.id = work_list.patient_id
    where work_list.pathway_id = ${pathwayId}`.execute(sql)
  const [found] = rows
  if (found === undefined) return 'This referral is closed, so nothing more is booked.'
  if (hasDied(found.facts)) return 'This patient has died.'
  return isCareRefused(found.facts)
    ? 'This patient has refused the service. See the flags of the patient.'
    : null
}

/** Throws a conflict that says why. */
export const assertMayBook = async (sql: Kysely<DB>, pathwayId: number): Promise<void> => {
  const why = await whyNotBook(sql, pathwayId)
  if (why !== null) throw new HttpProblem(409, 'conflict', why)
}
