import { sql as raw } from 'kysely'
import { today } from '../../../contract/platform/dates/dates.ts'
import { longestDetail } from '../../../contract/patients/flags/flag.ts'
import type { RedFlagAnswer } from '../../../contract/patients/flags/redFlag.ts'
import type { RedFlagSign } from '../../../contract/reference/redFlagSigns.ts'
import type { RecordTrace } from '../../platform/audit/auditTrail.ts'
import { addRows } from '../../platform/writes/addRows.ts'
import { addRow, changeRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { flagTable } from './columns.ts'

/** Where signs were found: the patient, and the kind of record that says so. The caller has locked the patient. */
interface Found {
  patientId: number
  source: string
  /** Signs with what was done about them. */
  answers: readonly RedFlagAnswer[]
  /** Signs implied by what was recorded, whether or not anybody said what was done. */
  meant?: readonly RedFlagSign[]
  /** A sign outside the list, with the text that describes it, if any. */
  told?: { detail: string | null } | undefined
}

/**
 * Raises the red flags that a save found, in its transaction. A sign that is already open stays one flag and gets the
 * new answer. A flag that nobody has answered is due today, and the banner shows it as not answered.
 */
export const raiseRedFlags = async (
  writing: Writing,
  { patientId, source, answers, meant = [], told }: Found,
): Promise<void> => {
  if (told !== undefined) {
    const values = rowOf(patientId, 'other', source, { review_date: today(), ...told })
    await addRow(writing, { ...flagTable, values, patientId })
  }
  if (answers.length + meant.length === 0) return
  const open = await openRedFlags(writing, patientId)
  for (const { sign, action, reviewDate, detail } of answers) {
    // An answered flag of category 'other' is a different sign from this one.
    const known = open.find((flag) => flag.category === sign && (sign !== 'other' || flag.action === null))
    const values = { action, review_date: reviewDate, ...(detail != null && { detail }) }
    if (known !== undefined) await changeRow(writing, { ...flagTable, ...known, values, patientId })
    else await addRow(writing, { ...flagTable, values: rowOf(patientId, sign, source, values), patientId })
  }
  const said = new Set([...answers.map(({ sign }) => sign), ...open.map(({ category }) => category)])
  for (const sign of new Set(meant))
    if (!said.has(sign)) {
      const values = rowOf(patientId, sign, source, { review_date: today() })
      await addRow(writing, { ...flagTable, values, patientId })
    }
}

/**
 * Raises the signs that a person names without a member of staff, such as on the own page. Nobody has answered them, so
 * they are due today. A sign that is open already stays as staff answered it. The caller has locked the patient.
 * @returns the signs that were open already, and what to trace
 */
export const raiseToldSigns = async (
  { sql }: Pick<Writing, 'sql'>,
  {
    patientId,
    source,
    signs,
    detail,
    day,
  }: { patientId: number; source: string; signs: readonly RedFlagSign[]; detail: string; day: string },
): Promise<{ openAlready: RedFlagSign[]; records: RecordTrace[] }> => {
  const open = new Set((await openRedFlags({ sql }, patientId)).map(({ category }) => category))
  const added = await addRows(
    { sql, userId: null },
    flagTable,
    signs
      .filter((sign) => !open.has(sign))
      .map((sign) => rowOf(patientId, sign, source, { review_date: day, detail })),
  )
  return {
    openAlready: signs.filter((sign) => open.has(sign)),
    records: added.map(({ record }) => record),
  }
}

/**
 * Has open signs looked at again on the day, because somebody told them once more when no referral was open. What staff did
 * about them stays. Told twice on a day, they are changed once. The caller has locked the patient.
 */
export const lookAgainAtSigns = async (
  { sql }: Pick<Writing, 'sql'>,
  {
    patientId,
    signs,
    told,
    day,
  }: { patientId: number; signs: readonly RedFlagSign[]; told: string; day: string },
): Promise<RecordTrace[]> => {
  const { rows } = await raw<Pick<RecordTrace, 'version' | 'before' | 'after'> & { id: number }>`
    with known as (
      select id, review_date, detail from patient_flag
      where patient_id = ${patientId} and kind = 'redFlag' and ended_at is null and category = any(${signs}::text[])
        and not (review_date <= ${day}::date and starts_with(coalesce(detail, ''), ${told}::text)))
    update patient_flag as flag set review_date = least(flag.review_date, ${day}::date),
      detail = left(concat_ws('. ', ${told}::text, flag.detail), ${longestDetail}::integer), version = flag.version + 1,
      updated_at = clock_timestamp(), updated_by = null
    from known where flag.id = known.id
    returning flag.id, flag.version, jsonb_build_object('review_date', known.review_date, 'detail', known.detail) as before,
      jsonb_build_object('review_date', flag.review_date, 'detail', flag.detail) as after`.execute(sql)
  return rows.map((row) => ({ entity: flagTable.entity, ...row }))
}

/**
 * Raises a sign in words, due on the day, which somebody told without a member of staff. Each is a flag of its own, since
 * nobody can say whether two are the same.
 */
export const raiseToldWords = async (
  { sql }: Pick<Writing, 'sql'>,
  { patientId, source, detail, day }: { patientId: number; source: string; detail: string; day: string },
): Promise<RecordTrace[]> => {
  const added = await addRows({ sql, userId: null }, flagTable, [
    rowOf(patientId, 'other', source, { review_date: day, detail }),
  ])
  return added.map(({ record }) => record)
}

const rowOf = <Values extends { review_date: string }>(
  patientId: number,
  sign: RedFlagSign,
  source: string,
  values: Values,
) => ({ ...values, patient_id: patientId, kind: 'redFlag', category: sign, source })

/** The open red flags of a patient, the earliest due first. */
export const openRedFlags = ({ sql }: Pick<Writing, 'sql'>, patientId: number) =>
  sql
    .selectFrom('patient_flag')
    .select(['id', 'version', 'category', 'action', 'review_date'])
    .where('patient_id', '=', patientId)
    .where('kind', '=', 'redFlag')
    .where('ended_at', 'is', null)
    .orderBy('review_date')
    .orderBy('id')
    .execute()
