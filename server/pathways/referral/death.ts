import { diedCode } from '../../../contract/patients/died.ts'
import { sql as raw } from 'kysely'
import type { Writing } from '../../platform/writes/write.ts'

/**
 * Whether a choice from a list means that the patient has died.
 * @param id null if nothing was chosen
 */
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
