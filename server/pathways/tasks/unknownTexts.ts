import { sql as raw, type Kysely } from 'kysely'
import { instantOf } from '../../../contract/platform/words/format.ts'
import type { DB } from '../../platform/db/types.ts'

/* Texts to the service whose sender nobody knows (decision 164): counted on Today, and read at GOV.UK Notify. */

/** GOV.UK Notify shows a text for a week (“Received text messages” in its documentation). */
const daysKept = 7

const isKept = (now: number) =>
  raw<boolean>`received_at > ${instantOf(now - daysKept * 24 * 60 * 60_000)}::timestamptz`

/**
 * Notes that one came: without its words, without its number, and once.
 * @param id its number at GOV.UK Notify
 * @param receivedAt milliseconds since the epoch
 */
export const noteUnknownText = async (sql: Kysely<DB>, id: string, receivedAt: number): Promise<void> => {
  await raw`
    with gone as (delete from unknown_text where not ${isKept(receivedAt)})
    insert into unknown_text (source_id, received_at) values (${id}::uuid, ${instantOf(receivedAt)})
    on conflict (source_id) do nothing`.execute(sql)
}

/** SQL for how many came within the week, and when the last did. */
export const unknownTexts = (now: number) => ({
  count: raw<number>`(select count(*) from unknown_text where ${isKept(now)})`,
  lastAt: raw<
    string | null
  >`(select to_json(max(received_at)) #>> '{}' from unknown_text where ${isKept(now)})`,
})
