import type { z } from 'zod'
import { diedCode, type deathFields } from '../../contract/died.ts'
import { sql as raw } from 'kysely'
import type { Writing } from '../writes/write.ts'

/** What a save that may say that the patient has died brings of it. */
export type DeathInput = z.output<z.ZodObject<typeof deathFields>>

/**
 * Records the date of death on the patient, in the transaction of the save that says so; nothing without a date.
 * The patient's feature knows how (patients/death.ts); referrals and records stand below it and are given this.
 * @param isSaid whether the save says that the patient has died
 */
export type RecordDeath = (
  writing: Writing,
  patientId: number,
  input: DeathInput,
  isSaid: boolean,
) => Promise<void>

/** Whether a choice of a list means that the patient has died. @param id none is no choice */
export const saysDied = async (
  { sql }: Writing,
  table: 'discharge_reason' | 'discharged_to' | 'declined_referral',
  id: unknown,
): Promise<boolean> => {
  if (id == null) return false
  const { rows } = await raw<{ code: string | null }>`
    select code from ${raw.table(table)} where id = ${id}`.execute(sql)
  return rows[0]?.code === diedCode
}
