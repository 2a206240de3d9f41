import type { TaskList } from 'graphile-worker'
import { sql as raw } from 'kysely'
import { z } from 'zod'
import { instantWritten } from '../../../../contract/platform/dates/wallTime.ts'
import { receiveText, type ReceivedText } from '../../../care/fallsCalendar/receive.ts'
import type { Courier } from '../../../platform/messages/couriers.ts'
import type { ExchangeService } from '../../settings/settings.ts'

/*
 * Texts that people send to the number of this service at GOV.UK Notify. It passes each on at once, and gives up after
 * five attempts in 25 minutes (“Retry callbacks” in its documentation), so it is also asked for those of the last week.
 */

/** What Notify says of one (“Received text messages” in its documentation). */
const received = z.object({
  id: z.uuid(),
  source_number: z.string().max(40),
  message: z.string(),
  date_received: z.string().max(40),
})

/** More is no answer, and would only fill the screen. */
const longestWords = 2000

/** PostgreSQL stores no NUL, and no half of a character. */
const storable = (words: string): string =>
  words.replaceAll('\u0000', '').slice(0, longestWords).toWellFormed()

/** @returns null if it is no text @param now for a time that cannot be read or is still to come */
export const receivedText = (body: unknown, now: number): ReceivedText | null => {
  const { success, data } = received.safeParse(body)
  if (!success) return null
  const at = instantWritten(data.date_received)
  return {
    ...{ id: data.id, from: data.source_number, words: storable(data.message) },
    receivedAt: Number.isNaN(at) ? now : Math.min(at, now),
  }
}

/** The queue's task that asks for texts that no callback brought. */
export const receivedTasks = (
  { db, clock }: Pick<ExchangeService, 'db' | 'clock'>,
  { notify }: Courier,
): TaskList => ({
  fetchReceivedTexts: async () => {
    if (notify?.takes.texts !== true) return
    // Nobody was asked, so nothing is an answer.
    const asked = await db.sql.selectFrom('falls_calendar_try').select('id').limit(1).executeTakeFirst()
    if (asked === undefined) return
    const texts = await notify.received()
    const { rows } = await raw<{ id: string }>`
      select source_id as id from falls_calendar_reply
      where source_id = any(${texts.map(({ id }) => id)}::uuid[])`.execute(db.sql)
    const stored = new Set(rows.map(({ id }) => id))
    // In the order in which they came.
    for (const text of texts.toReversed())
      if (!stored.has(text.id))
        await receiveText(db.sql, {
          ...text,
          words: storable(text.words),
          receivedAt: Math.min(text.receivedAt, clock()),
        })
  },
})
