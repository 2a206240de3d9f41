import { sql as raw, type Kysely } from 'kysely'
import { addMonths, today } from '../../../../contract/platform/dates/dates.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { standingsOf } from '../../../insight/reports/listedPeople.ts'
import { transact } from '../../../platform/db/connection/transact.ts'
import type { DB } from '../../../platform/db/types.ts'

/** How long the people of a list stay after the day on which it was drawn up. */
const monthsKept = 13

/**
 * Removes the words of the people of lists that are over 13 months old (decision 158). How each stood at that moment is
 * stored, so that reports count the list as before.
 */
export const purgeLists = async (sql: Kysely<DB>, now: number): Promise<void> => {
  const day = today(now)
  const old = raw`list.list_date < ${addMonths(day, -monthsKept)}::date and listed.told is not null`
  await transact(sql, async (writing) => {
    await raw`
      update listed_person
      set told = null, standing = stands.standing, version = version + 1, updated_at = clock_timestamp()
      from (${standingsOf({ which: old, asOf: raw`${day}::date` })}) as stands
      where stands.id = listed_person.id`.execute(writing)
    await raw`
      update case_finding_list as list
      set removed_at = ${instantOf(now)}, version = version + 1, updated_at = clock_timestamp()
      where removed_at is null and list_date < ${addMonths(day, -monthsKept)}::date`.execute(writing)
  })
}
