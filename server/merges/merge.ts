import { sql as raw } from 'kysely'
import type { CheckedInputOf } from '../../contract/endpoint.ts'
import { formatDate, formatName, formatNhsNumber } from '../../contract/format.ts'
import { foldName } from '../../contract/fold.ts'
import {
  mergeFieldNames,
  mergeFields,
  type MergeFieldName,
  type mergePatients,
} from '../../contract/merge.ts'
import { HttpProblem } from '../errors.ts'
import { patientColumns, patientTable } from '../patients/columns.ts'
import { patientGone } from '../patients/gone.ts'
import { assertLifeInOrder } from '../patients/life.ts'
import { updateStagesOfPatient } from '../worklists/updateStage.ts'
import { assertVersion, changeRow, lockRow, type StoredRow } from '../writes/saveRow.ts'
import type { Writing } from '../writes/write.ts'
import { following, type Following } from './children.ts'
import type { Kept, KeptRow } from './kept.ts'

type Patient = StoredRow<'patient'>
type Input = CheckedInputOf<typeof mergePatients>

/** Both patients, in the one order in which patients are locked, and both in use. */
export const lockBoth = async (
  writing: Writing,
  { survivorId, mergedId }: { survivorId: number; mergedId: number },
): Promise<{ survivor: Patient; merged: Patient }> => {
  const rows = new Map<number, Patient>()
  for (const id of [survivorId, mergedId].sort((a, b) => a - b))
    rows.set(id, await lockRow(writing, 'patient', id))
  const [survivor, merged] = [rows.get(survivorId), rows.get(mergedId)]
  if (survivor === undefined || merged === undefined) throw new Error('A locked patient is not there')
  return { survivor, merged }
}

/** Why two records cannot be merged, in words for the person; null where they can. */
export const refusalOf = (
  survivor: Pick<Patient, 'id' | 'nhs_number'>,
  merged: Pick<Patient, 'id' | 'nhs_number'>,
): string | null => {
  if (survivor.id === merged.id) return 'This is one record. Choose two different records.'
  if (survivor.nhs_number === null || merged.nhs_number === null || survivor.nhs_number === merged.nhs_number)
    return null
  return `The records have two different NHS numbers, ${formatNhsNumber(survivor.nhs_number)} and ${formatNhsNumber(merged.nhs_number)}, so they stand for two people and cannot be merged. If one of the numbers is wrong, correct it in that record first.`
}

/** What was decided about one record was not decided about both. */
const assertNotToBeDestroyed = async ({ sql }: Writing, patientIds: readonly number[]): Promise<void> => {
  const waiting = await sql
    .selectFrom('destruction')
    .select('id')
    .where('patient_id', 'in', patientIds)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (waiting !== undefined)
    throw new HttpProblem(
      409,
      'conflict',
      'One of these records is to be destroyed: the decision waits for a second person. Ask Information Governance to take it back first.',
    )
}

/**
 * Makes one record of two: everything of the merged one follows to the survivor, which takes the fields that were chosen;
 * the merged one leaves lists and searches and leads to the survivor. What undoing needs is kept (decision 74).
 */
export const mergeRecords = async (writing: Writing, input: Input) => {
  const { survivorId, mergedId } = input
  if (survivorId === mergedId) throw new HttpProblem(400, 'bad-request', 'Choose two different records.')
  const { survivor, merged } = await lockBoth(writing, input)
  for (const row of [survivor, merged]) if (!row.is_active) throw await patientGone(writing.sql, row.id)
  await assertNotToBeDestroyed(writing, [survivorId, mergedId])
  await assertVersion(
    writing,
    { ...patientTable, id: survivorId, version: input.survivorVersion, patientId: survivorId },
    survivor,
  )
  await assertVersion(
    writing,
    { ...patientTable, id: mergedId, version: input.mergedVersion, patientId: mergedId },
    merged,
  )
  const refusal = refusalOf(survivor, merged)
  if (refusal !== null) throw new HttpProblem(409, 'conflict', refusal)
  await lockPathways(writing, [survivorId, mergedId])

  const takes = new Set(input.takes)
  const values = valuesTaken(takes, survivor, merged)
  const flagsEnded = await endDoubledFlags(writing, survivorId, mergedId)
  const nextOfKin = await settleNextOfKin(writing, survivorId, mergedId, takes.has('nextOfKin'))
  const rows = await follow(writing, mergedId, survivorId)
  // The number of the merged record is free only once it is out of use.
  const gone = await changeRow(writing, {
    ...patientTable,
    id: mergedId,
    version: merged.version,
    values: { is_active: false },
    patientId: mergedId,
  })
  const after = { ...survivor, ...values }
  await assertLifeInOrder(
    writing,
    {
      id: survivorId,
      dateOfBirth: after.date_of_birth,
      deceasedDate: after.deceased_date,
      consentRefusedDate: after.consent_refused_date,
      deathBeforeRecordsConfirmed: input.deathBeforeRecordsConfirmed,
    },
    // As if nothing were known before: the dates must suit the records of both.
    { ...survivor, date_of_birth: null, deceased_date: null },
  )
  const names = await readFormerNames(writing, survivorId)
  const stays = await changeRow(writing, {
    ...patientTable,
    id: survivorId,
    version: survivor.version,
    values,
    patientId: survivorId,
  })
  await raw`
    insert into former_name (patient_id, family_name, first_name, family_name_key, first_name_key)
    select ${survivorId}, family_name, first_name, family_name_key, first_name_key from patient
    where id = ${mergedId} and (family_name_key, first_name_key) <>
      (select family_name_key, first_name_key from patient where id = ${survivorId})
    on conflict do nothing`.execute(writing.sql)
  const kept: Kept = {
    rows,
    flagsEnded,
    nextOfKin,
    fields: Object.entries(values).map(([column, after]) => ({
      column,
      before: survivor[column as keyof Patient] as KeptValue,
      after,
    })),
    survivorVersion: stays.version,
    mergedVersion: gone.version,
    formerNames: (await readFormerNames(writing, survivorId)).filter((id) => !names.includes(id)),
  }
  const merge = await writing.sql
    .insertInto('patient_merge')
    .values({
      survivor_id: survivorId,
      merged_id: mergedId,
      kept: JSON.stringify(kept),
      created_by: writing.userId,
      updated_by: writing.userId,
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  writing.trace({
    patientIds: [survivorId, mergedId],
    records: [
      {
        entity: 'merge',
        id: merge.id,
        version: merge.version,
        before: null,
        after: { survivor_id: survivorId, merged_id: mergedId, takes: [...takes] },
      },
    ],
  })
  await updateStagesOfPatient(writing, survivorId)
  return { ...stays, mergeId: merge.id }
}

type KeptValue = Kept['fields'][number]['before']

/** So that nothing is recorded for either of them meanwhile. */
export const lockPathways = async ({ sql }: Writing, patientIds: readonly number[]): Promise<void> => {
  await sql
    .selectFrom('pathway')
    .select('id')
    .where('patient_id', 'in', patientIds)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The columns of the survivor that change: what was chosen from the merged record, and what only that one has and must keep. */
const valuesTaken = (takes: ReadonlySet<MergeFieldName>, survivor: Patient, merged: Patient) => {
  const columnsOf = (name: MergeFieldName) =>
    mergeFields[name].of.flatMap((field) =>
      field in patientColumns ? [patientColumns[field as keyof typeof patientColumns]] : [],
    )
  const isBlank = (row: Patient, name: MergeFieldName): boolean =>
    columnsOf(name).every((column) => row[column] === null || row[column] === false || row[column] === true)
  const taken = mergeFieldNames.filter((name) => {
    const { isKept }: { isKept?: true } = mergeFields[name]
    if (isKept !== true) return takes.has(name)
    if (isBlank(merged, name)) return false
    return isBlank(survivor, name) || takes.has(name)
  })
  const columns = taken.flatMap(columnsOf).filter((column) => merged[column] !== survivor[column])
  const values = Object.fromEntries(columns.map((column) => [column, merged[column]])) as Partial<
    Pick<Patient, (typeof columns)[number]>
  >
  return {
    ...values,
    ...(values.family_name !== undefined && { family_name_key: foldName(values.family_name) }),
    ...(values.first_name !== undefined && { first_name_key: foldName(values.first_name ?? '') }),
  }
}

/** Takes every row that follows to the survivor; its version stays, because nothing of what a form shows has changed. */
const follow = async (writing: Writing, from: number, to: number): Promise<KeptRow[]> => {
  const kept: KeptRow[] = []
  for (const child of following) {
    const { rows } = await raw<{ id: number; version: number }>`
      update ${raw.table(child.table)} set patient_id = ${to} where patient_id = ${from}
      returning id, version`.execute(writing.sql)
    kept.push(...rows.map(({ id, version }) => ({ table: child.table, id, version })))
    traceMoves(writing, child, rows, from, to)
  }
  return kept
}

/** Says of each row in the audit trail where it went, so that its history has it. */
export const traceMoves = (
  writing: Writing,
  { entity, table }: Following,
  rows: readonly { id: number; version: number }[],
  from: number,
  to: number,
): void =>
  writing.trace({
    pathwayIds: table === 'pathway' ? rows.map(({ id }) => id) : [],
    records: rows.map(({ id, version }) => ({
      entity,
      id,
      version,
      before: { patient_id: from },
      after: { patient_id: to },
    })),
  })

/**
 * A sign has one open red flag for each patient. Where both records have one, the one to be looked at first stays open, and
 * the other is ended with a note that says so; both stay on the page of flags.
 */
const endDoubledFlags = async (
  writing: Writing,
  survivorId: number,
  mergedId: number,
): Promise<KeptRow[]> => {
  const { rows } = await raw<{ id: number; patient_id: number; review_date: string }>`
    select ended.id, ended.patient_id, other.review_date
    from patient_flag as ended join patient_flag as other
      on other.category = ended.category and other.patient_id <> ended.patient_id
    where ended.patient_id in (${survivorId}, ${mergedId}) and other.patient_id in (${survivorId}, ${mergedId})
      and ended.kind = 'redFlag' and other.kind = 'redFlag' and ended.ended_at is null and other.ended_at is null
      and (ended.review_date, ended.id) > (other.review_date, other.id)
    order by ended.id for update of ended`.execute(writing.sql)
  const kept: KeptRow[] = []
  for (const { id, patient_id: patientId, review_date: review } of rows) {
    const note = `Two records were merged: the same sign is open in a flag to be dealt with by ${formatDate(review)}`
    kept.push({ table: 'patient_flag', ...(await endFlag(writing, id, patientId, note)) })
  }
  return kept
}

const endFlag = async (
  writing: Writing,
  id: number,
  patientId: number,
  note: string,
): Promise<{ id: number; version: number }> => {
  const row = await writing.sql
    .updateTable('patient_flag')
    .set((is) => ({
      ended_at: raw<string>`clock_timestamp()`,
      ended_by: writing.userId,
      ended_note: note,
      version: is('version', '+', 1),
      updated_at: raw<string>`clock_timestamp()`,
      updated_by: writing.userId,
    }))
    .where('id', '=', id)
    .returning(['id', 'version', 'ended_at'])
    .executeTakeFirstOrThrow()
  writing.trace({
    records: [
      {
        entity: 'flag',
        id,
        version: row.version,
        before: { ended_at: null, ended_note: null },
        after: { ended_at: row.ended_at, ended_note: note },
      },
    ],
    patientIds: [patientId],
  })
  return { id, version: row.version }
}

/** One next of kin is in use. Where both records have one, the one that was not chosen follows out of use. */
const settleNextOfKin = async (
  writing: Writing,
  survivorId: number,
  mergedId: number,
  takesMerged: boolean,
): Promise<KeptRow | null> => {
  const both = await writing.sql
    .selectFrom('next_of_kin')
    .select(['id', 'version', 'patient_id'])
    .where('patient_id', 'in', [survivorId, mergedId])
    .where('is_active', '=', true)
    .forUpdate()
    .execute()
  if (both.length < 2) return null
  const left = both.find(({ patient_id }) => patient_id === (takesMerged ? survivorId : mergedId))
  if (left === undefined) return null
  return { table: 'next_of_kin', ...(await setNextOfKin(writing, left, false)) }
}

export const setNextOfKin = async (
  writing: Writing,
  { id, patient_id: patientId }: { id: number; patient_id: number },
  isActive: boolean,
): Promise<{ id: number; version: number }> => {
  const row = await writing.sql
    .updateTable('next_of_kin')
    .set((is) => ({
      is_active: isActive,
      version: is('version', '+', 1),
      updated_at: raw<string>`clock_timestamp()`,
      updated_by: writing.userId,
    }))
    .where('id', '=', id)
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  writing.trace({
    patientIds: [patientId],
    records: [
      {
        entity: 'nextOfKin',
        id,
        version: row.version,
        before: { is_active: !isActive },
        after: { is_active: isActive },
      },
    ],
  })
  return row
}

const readFormerNames = async ({ sql }: Writing, patientId: number): Promise<number[]> => {
  const rows = await sql.selectFrom('former_name').select('id').where('patient_id', '=', patientId).execute()
  return rows.map(({ id }) => id)
}

/** How a record is named to people. */
export const nameOf = (patient: Pick<Patient, 'family_name' | 'first_name'>): string =>
  formatName({ familyName: patient.family_name, firstName: patient.first_name })
