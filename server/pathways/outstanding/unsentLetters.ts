import { sql as raw, type Kysely } from 'kysely'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { letterWorkingDays } from '../../../contract/care/letters/letter.ts'
import type { DB } from '../../platform/db/types.ts'

/**
 * contract/platform/dates/workingDays.ts in SQL, for whole weeks of five working days. From a day at a weekend, the
 * result is the Friday after.
 */
const inWorkingWeeks = (day: string) =>
  raw`${raw.ref(day)} + ${raw.lit((letterWorkingDays / 5) * 7)} - greatest(extract(isodow from ${raw.ref(day)})::integer - 5, 0)`

const dayOf = (column: string) => raw`(${raw.ref(column)} at time zone 'Europe/London')::date`

/**
 * Letters that somebody started and nobody sent, of every referral: unsigned ones, and signed ones that were neither
 * printed nor queued for mail. With the day on which each was started or signed, and the day from which it is late
 * (clinical.md 4).
 */
export const unsentLetters = raw`
  select waiting.pathway_id, waiting.id, waiting.version, waiting.cause, waiting.is_signed, waiting.day, ${inWorkingWeeks('waiting.day')} as due_date, waiting.title
  from (
    select draft.pathway_id, draft.id, draft.version, 'letter draft ' || draft.id as cause, false as is_signed, ${dayOf('draft.created_at')} as day, draft.title
    from letter_draft as draft
    where draft.is_active
    union all
    select letter.pathway_id, letter.id, letter.version, 'letter ' || letter.id, true, ${dayOf('letter.created_at')}, letter.title
    from letter
    join document on document.id = letter.document_id and document.is_active
    where not exists (select from letter as later where later.corrects_id = letter.id)
      and not exists (
        select from letter_dispatch as dispatch where dispatch.letter_id = letter.id and dispatch.state <> 'failed')
  ) as waiting`

/** The sentences about them in the closing checklist. */
export const unsentLetterSentences = async (sql: Kysely<DB>, pathwayId: number): Promise<string[]> => {
  const { rows } = await raw<{ isSigned: boolean; day: string; title: string }>`
    select is_signed as "isSigned", day, title from (${unsentLetters}) as unsent
    where pathway_id = ${pathwayId} order by day, cause`.execute(sql)
  return rows.map(({ isSigned, day, title }) =>
    isSigned
      ? `The letter “${title}”, signed on ${formatDate(day)}, is not sent.`
      : `The letter “${title}”, begun on ${formatDate(day)}, is not signed.`,
  )
}
