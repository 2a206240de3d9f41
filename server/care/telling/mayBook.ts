import { sql as raw, type Kysely } from 'kysely'
import {
  hasDied,
  isCareRefused,
  isNotToBeTold,
  type FlagFacts,
} from '../../../contract/patients/flags/chips.ts'
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
  return found === undefined
    ? 'This referral is closed, so nothing more is booked.'
    : whyNotBooked(found.facts)
}

/** Why nothing is booked for or offered to a patient with an open referral; null if it may be. */
export const whyNotBooked = (facts: FlagFacts): string | null => {
  if (hasDied(facts)) return 'This patient has died.'
  return isCareRefused(facts) ? 'This patient has refused the service. See the flags of the patient.' : null
}

/**
 * Why the service does not offer them something by itself, as staff may read it on a list; null if it may. A restricted
 * record is left to staff, and an offer that nobody may tell of would be silent.
 */
export const whyNotByItself = (facts: FlagFacts): string | null => {
  if (facts.isRestricted) return 'the record is restricted'
  return whyNotBooked(facts) !== null || isNotToBeTold(facts)
    ? 'the flags of the patient speak against it'
    : null
}

/** Throws a conflict that says why. */
export const assertMayBook = async (sql: Kysely<DB>, pathwayId: number): Promise<void> => {
  const why = await whyNotBook(sql, pathwayId)
  if (why !== null) throw new HttpProblem(409, 'conflict', why)
}
