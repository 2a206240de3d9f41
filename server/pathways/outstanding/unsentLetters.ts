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

/** Whether a signed letter is still to be sent: nothing replaces it, nobody gave it up, and it did not leave. */
export const isUnsent = raw`
  not exists (select from letter as later where later.corrects_id = letter.id)
  and not exists (select from letter_not_needed as given_up where given_up.letter_id = letter.id)
  and not exists (
    select from letter_dispatch as dispatch where dispatch.letter_id = letter.id and dispatch.state <> 'failed')`

/**
 * Letters that somebody started and nobody sent, of every referral: unsigned ones, and signed ones that did not leave
 * or did not arrive. With the day on which each was started or signed, and the day from which it is late
 * (clinical.md 4): the same day for one that did not arrive, whose signatory should know.
 */
export const unsentLetters = raw`
  select waiting.pathway_id, waiting.id, waiting.version, waiting.cause, waiting.is_signed, waiting.day,
    coalesce(waiting.failed_day, ${inWorkingWeeks('waiting.day')}) as due_date, waiting.title, waiting.failed_day, waiting.clinician_id
  from (
    select draft.pathway_id, draft.id, draft.version, 'letter draft ' || draft.id as cause, false as is_signed, ${dayOf('draft.created_at')} as day, draft.title,
      null::date as failed_day, null::bigint as clinician_id
    from letter_draft as draft
    where draft.is_active
    union all
    select letter.pathway_id, letter.id, letter.version, 'letter ' || letter.id || coalesce(' failed ' || failed.id, ''), true,
      ${dayOf('letter.created_at')}, letter.title, failed.day, case when failed.id is not null then signatory.clinician_id end
    from letter
    join document on document.id = letter.document_id and document.is_active
    left join app_user as signatory on signatory.id = letter.created_by
    left join lateral (
      select dispatch.id, ${dayOf('dispatch.updated_at')} as day from letter_dispatch as dispatch
      where dispatch.letter_id = letter.id and dispatch.state = 'failed'
      order by dispatch.id desc limit 1) as failed on true
    where ${isUnsent}
  ) as waiting`

/** The sentences about them in the closing checklist. */
export const unsentLetterSentences = async (sql: Kysely<DB>, pathwayId: number): Promise<string[]> => {
  const { rows } = await raw<{ isSigned: boolean; day: string; title: string; didFail: boolean }>`
    select is_signed as "isSigned", day, title, failed_day is not null as "didFail" from (${unsentLetters}) as unsent
    where pathway_id = ${pathwayId} order by day, cause`.execute(sql)
  return rows.map(({ isSigned, day, title, didFail }) =>
    isSigned
      ? `The letter “${title}”, signed on ${formatDate(day)}, ${didFail ? 'did not arrive' : 'is not sent'}.`
      : `The letter “${title}”, begun on ${formatDate(day)}, is not signed.`,
  )
}
