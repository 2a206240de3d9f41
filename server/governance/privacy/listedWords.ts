import { sql as raw, type Kysely } from 'kysely'
import type { CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { standingsOf } from '../../insight/reports/listedPeople.ts'
import type { DB } from '../../platform/db/types.ts'
import { isListed } from './patientTables.ts'

/**
 * Removes what case-finding lists say of a person whose record is destroyed. How the person stood stays, for the counts of
 * the list. Rows that led to a referral of the record are destroyed with it.
 */
export const removeListedWords = async (
  sql: Kysely<DB>,
  patientId: number,
  today: CalendarDate,
): Promise<void> => {
  const { rows } = await raw<{ id: number }>`
    select id from listed_person where ${isListed(patientId)} order by id for update`.execute(sql)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  await raw`
    update listed_person
    set told = null, standing = stands.standing, version = version + 1, updated_at = clock_timestamp()
    from (${standingsOf({ which: raw`listed.id = any(${ids}::bigint[])`, asOf: raw`${today}::date` })}) as stands
    where stands.id = listed_person.id`.execute(sql)
}
