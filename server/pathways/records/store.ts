import { sql as raw, type Insertable, type Kysely } from 'kysely'
import type { z } from 'zod'
import type { deleteInput, restoreInput } from '../../../contract/platform/calls/record.ts'
import { addDays } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { unusualQuestion, usualDaysBeforeReferral } from '../../../contract/platform/fields/unusual.ts'
import { requireActiveChoices } from '../../platform/writes/activeChoices.ts'
import { valuesOf } from '../../platform/writes/columns.ts'
import type { DB } from '../../platform/db/types.ts'
import { isUniqueViolation, notFound, HttpProblem, ValidationProblem } from '../../platform/errors.ts'
import { raiseRedFlags } from '../../patients/flags/redFlags.ts'
import { ownByRecord } from '../owners/byRecord.ts'
import type { RecordDeath } from '../../patients/patient/death.ts'
import { settleTasksOf } from '../tasks/settle.ts'
import { addRow, changeRow, lockRow, type SavedRow, type StoredRow } from '../../platform/writes/saveRow.ts'
import { updateStage } from '../../stages/updateStage.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { acceptAnswer } from './fromAnswer.ts'
import { assertWithinLife, assertRestoredWithinLife } from './inLife.ts'
import {
  identityOf,
  latestFirst,
  type Identity,
  type RecordKind,
  type RecordTable,
  type Row,
  type Selected,
} from './kind.ts'
import type { Held } from './parents.ts'
import { recordedDays } from './recordedDays.ts'

/**
 * Saves a record and moves the pathway to the work list that its records now determine, in one transaction. The pathway
 * must be open, and the record must belong to its parent and stay with it (AZ-7).
 * @param whenClosed 'taken' also accepts the save on a closed referral, for the progress of equipment or of an onward
 * referral
 */
export const saveRecord = async <Save>(
  writing: Writing,
  kind: RecordKind<Save>,
  input: Save,
  recordDeath: RecordDeath,
  whenClosed: 'refused' | 'taken' = 'refused',
): Promise<SavedRow> => {
  const { parent, part, fieldPrefix = '', fieldsOf = (whole: Save): object => whole as object } = kind
  const fields: Row = { ...fieldsOf(input) }
  const identity = identityOf(kind, fields)
  const { id, version, parentId } = identity
  const held = await parent.lock(writing, parentId, identity.pathwayId)
  assertNamed(held, {}, { patientId: identity.patientId })
  if (whenClosed === 'refused') held.requireOpen()
  else held.requireThere()
  const before = id === 0 ? null : await assertOwn(writing, kind, identity)
  if (before !== null && kind.signed !== undefined) throw new HttpProblem(409, 'conflict', kind.signed)
  const values: Row = { ...valuesOf(kind.columns, fields), ...(await kind.settle?.(writing, input, before)) }
  const isDeathSaid = (await kind.saysDied?.(writing, input, before)) ?? false
  if (kind.saysDied !== undefined) await recordDeath(writing, held.patientId, fields, isDeathSaid)
  const confirmed = isDeathSaid && kind.hearsOfDeath ? { afterDeathConfirmed: true } : identity
  // The save may just have recorded the death.
  const life = isDeathSaid ? undefined : held.life
  await assertWithinLife(writing, held.patientId, daysAmong(kind, fields), confirmed, fieldPrefix, life)
  await requireActiveChoices(writing, kind, values, before, fieldPrefix)
  if (fields['unusualConfirmed'] === false)
    askAboutUnusual(
      [
        ...(await longBeforeReferral(writing, kind, held, fields, before)),
        ...((await kind.unusual?.(writing, input, before)) ?? []),
      ],
      fieldPrefix,
    )
  const partBefore = part === undefined || id === 0 ? null : await part.read(writing, id)
  const partAfter = await part?.wanted(writing, input, partBefore)
  const inWords = part?.inWords ?? ((as: unknown) => as)
  const [wordsBefore, wordsAfter] = [inWords(partBefore), inWords(partAfter)]
  const parts =
    part === undefined || (wordsBefore === null && wordsAfter === null)
      ? {}
      : { [part.name]: { before: wordsBefore, after: wordsAfter } }
  const { patientId } = held
  const saved =
    id === 0
      ? await asSingle(
          kind,
          addRow(writing, {
            ...kind,
            values: ofTable({ ...values, [parent.column]: parentId }),
            patientId,
            parts,
          }),
        )
      : await changeRow(writing, { ...kind, id, version, values: ofTable(values), patientId, parts })
  await part?.write(writing, saved.id, partAfter)
  if (id === 0) await ownByRecord(writing, held.pathwayIds, values)
  const found = await kind.redFlags?.(writing, input, { before: partBefore, after: partAfter }, before)
  await acceptAnswer(writing, held, fields['fromAnswerId'])
  if (found !== undefined) await raiseRedFlags(writing, { patientId, source: kind.entity, ...found })
  await settlePlace(writing, held)
  return saved
}

/**
 * Questions about days long before the referral of the record: usually a mistyped year or month, or a record of another
 * referral.
 */
const longBeforeReferral = async <Save>(
  { sql }: Writing,
  { columns, days, labels, parent }: RecordKind<Save>,
  { pathwayIds }: Held,
  fields: Row,
  before: Row | null,
): Promise<string[]> => {
  const [pathwayId] = pathwayIds
  if (parent.column === 'patient_id' || pathwayId === undefined) return []
  const pathway = await sql
    .selectFrom('pathway')
    .select('referral_date')
    .where('id', '=', pathwayId)
    .executeTakeFirst()
  const referred = pathway?.referral_date ?? null
  if (referred === null) return []
  const usualFrom = addDays(referred, -usualDaysBeforeReferral)
  return days.flatMap((field) => {
    const day = fields[field]
    const isAsStored = before !== null && before[columns[field] ?? ''] === day
    if (typeof day !== 'string' || day >= usualFrom || isAsStored) return []
    return [`${labels[field] ?? field} is long before the referral of ${formatDate(referred)}.`]
  })
}

/**
 * Asks for a confirmation, with which the save succeeds. A sender that does not know the confirmation is not asked
 * (decision 56).
 */
const askAboutUnusual = (questions: readonly string[], fieldPrefix: string): void => {
  if (questions.length > 0)
    throw new ValidationProblem({ [`${fieldPrefix}unusualConfirmed`]: unusualQuestion(questions) })
}

/** Deletes a record reversibly. Repeating the call changes nothing more (PR-3: nothing is physically deleted). */
export const deleteRecord = async <Save>(
  writing: Writing,
  kind: RecordKind<Save>,
  { id, version, ...named }: z.output<typeof deleteInput>,
): Promise<SavedRow> => {
  const { held, record } = await lockWithParent(writing, kind, id, named.pathwayId)
  assertNamed(held, record, named)
  if (!record.is_active) return untouched(writing, held, record)
  held.requireOpen()
  return setActive(writing, kind, { record, version, held, isActive: false })
}

/**
 * Restores a deleted record as it was. Repeating the call changes nothing more. Birth or death may have been corrected
 * meanwhile, so its days are checked again, including those of records that return with it.
 */
export const restoreRecord = async <Save>(
  writing: Writing,
  kind: RecordKind<Save>,
  { id, afterDeathConfirmed, unusualConfirmed }: z.output<typeof restoreInput>,
): Promise<SavedRow> => {
  const { held, record } = await lockWithParent(writing, kind, id)
  if (record.is_active) return untouched(writing, held, record)
  held.requireOpen()
  const questions = (await kind.unusualRestored?.(writing, record)) ?? []
  if (unusualConfirmed === false && questions.length > 0)
    throw new ValidationProblem({ unusualConfirmed: questions.join(' ') })
  const { patientId } = held
  const before = await recordedDays(writing, patientId)
  const { version } = record
  const restored = await setActive(writing, kind, { record, version, held, isActive: true })
  const after = await recordedDays(writing, patientId)
  await assertRestoredWithinLife(writing, patientId, { before, after }, afterDeathConfirmed)
  return restored
}

/** One active record in its wire format; 404 if there is none. */
export const readRecord = async <Shown>(
  sql: Kysely<DB>,
  kind: Pick<RecordKind<never, Shown>, 'select'>,
  id: number,
) => {
  const { rows } = await raw<{ record: Shown & Selected }>`
    select to_jsonb(r) as record from (${kind.select}) as r where r.id = ${id} and r."isActive"`.execute(sql)
  const record = rows[0]?.record
  if (record === undefined) throw notFound()
  return record
}

/**
 * All active records of a kind as one JSON value, latest first. For use in a statement over their pathway or patient,
 * under that name.
 */
export const recordList = <Shown>(
  kind: Pick<RecordKind<never, Shown>, 'selectOfParent' | 'days' | 'isListedAsRecorded'>,
) =>
  raw<(Shown & Selected)[]>`(select coalesce(json_agg(to_json(r) order by ${latestFirst(kind)}), '[]'::json)
       from (${kind.selectOfParent}) as r where r."isActive")`

/** A row of any kind; the columns specific to its table are known where the kind is declared. */
type AnyRecord = StoredRow<RecordTable> & Row

/** `recordKind` has checked the kind's map and rules against its table. */
const ofTable = (values: Row) => values as Insertable<DB[RecordTable]>

const lockWithParent = async <Save>(
  writing: Writing,
  { table, parent }: RecordKind<Save>,
  id: number,
  pathwayId?: number,
): Promise<{ held: Held; record: AnyRecord }> => {
  const { rows } = await raw<{ parent: number }>`
    select ${raw.ref(parent.column)} as parent from ${raw.table(table)} where id = ${id}`.execute(writing.sql)
  const found = rows[0]
  if (found === undefined) throw notFound()
  const held = await parent.lock(writing, found.parent, pathwayId)
  return { held, record: await lockRow(writing, table, id) }
}

/** Throws if the record does not belong to what the sender believes (AZ-7, CS-1). */
const assertNamed = (
  { patientId, pathwayIds }: Held,
  record: Row,
  named: Omit<z.output<typeof deleteInput>, 'id' | 'version'>,
): void => {
  const actual = { patientId, pathwayId: pathwayIds[0], exerciseId: record['exercise_id'] }
  const isOther = (field: keyof typeof actual): boolean =>
    named[field] !== undefined && actual[field] !== undefined && named[field] !== actual[field]
  if (isOther('patientId') || isOther('pathwayId') || isOther('exerciseId')) throw ofAnother()
}

const ofAnother = () =>
  new HttpProblem(409, 'conflict', 'This record belongs to another patient or referral. Nothing was saved.')

const untouched = (
  writing: Writing,
  { patientId, pathwayIds }: Held,
  { id, version }: AnyRecord,
): SavedRow => {
  writing.trace({ patientIds: [patientId], pathwayIds })
  return { id, version }
}

const setActive = async <Save>(
  writing: Writing,
  kind: RecordKind<Save>,
  {
    record,
    version,
    held,
    isActive,
  }: { record: AnyRecord; version: number | undefined; held: Held; isActive: boolean },
): Promise<SavedRow> => {
  const values = { is_active: isActive }
  const saved = await asSingle(
    kind,
    changeRow(writing, {
      ...kind,
      id: record.id,
      version,
      locked: record,
      values,
      patientId: held.patientId,
    }),
  )
  await settlePlace(writing, held)
  return saved
}

/** Only the index can decide between two simultaneous saves. */
const asSingle = async <Done>(
  { single }: Pick<RecordKind<never>, 'single'>,
  done: Promise<Done>,
): Promise<Done> => {
  try {
    return await done
  } catch (error) {
    if (single !== undefined && isUniqueViolation(error, single.index))
      throw new HttpProblem(409, 'conflict', single.refusal)
    throw error
  }
}

/**
 * Updates the stage and the tasks of a patient's referrals, after a change that may affect them. The caller has locked
 * the referrals.
 */
export const settlePlace = async (
  writing: Writing,
  { patientId, pathwayIds }: Pick<Held, 'patientId' | 'pathwayIds'>,
): Promise<void> => {
  writing.trace({ patientIds: [patientId], pathwayIds })
  if (pathwayIds.length === 0) return
  await updateStage(writing, pathwayIds)
  writing.trace(await settleTasksOf(writing.sql, pathwayIds, writing.userId))
}

/** The days that a save sets, by field name. */
export const daysAmong = <Save>(
  { days }: RecordKind<Save>,
  fields: Row,
): Record<string, string | null | undefined> =>
  Object.fromEntries(days.map((field) => [field, fields[field] as string | null | undefined]))

const assertOwn = async <Save>(
  writing: Writing,
  { table, parent }: RecordKind<Save>,
  { id, parentId }: Identity,
): Promise<Row> => {
  const record: AnyRecord = await lockRow(writing, table, id)
  if (!record.is_active) throw notFound()
  if (record[parent.column] !== parentId) throw ofAnother()
  return record
}
