import { sql as raw } from 'kysely'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import { formatName, formatNhsNumber } from '../../../contract/platform/words/format.ts'
import type { mergePatients } from '../../../contract/governance/merge.ts'
import { endEveryLink, isAtRisk } from '../../care/person/door/give.ts'
import { HttpProblem } from '../../platform/errors.ts'
import { patientTable } from '../../patients/patient/columns.ts'
import { patientGone } from '../../patients/patient/gone.ts'
import { assertLifeInOrder } from '../../patients/patient/life.ts'
import { recordedDays } from '../../pathways/records/recordedDays.ts'
import { updateStagesOfPatient } from '../../stages/updateStage.ts'
import { assertVersion, changeRow, lockRow, type StoredRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { following, type Following } from './children.ts'
import { fieldsTaken } from './fieldsTaken.ts'
import type { Kept, KeptRow } from './kept.ts'
import { endDoubledFlags, settleNextOfKin } from './onlyOne.ts'
import { joinPlaces } from './places.ts'

type Patient = StoredRow<'patient'>
type Input = CheckedInputOf<typeof mergePatients>

/** Locks both patients, in the fixed order in which patients are locked. */
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

/** Why two records cannot be merged, as a message for the user; null if they can. */
export const refusalOf = (
  survivor: Pick<Patient, 'id' | 'nhs_number'>,
  merged: Pick<Patient, 'id' | 'nhs_number'>,
): string | null => {
  if (survivor.id === merged.id) return 'This is one record. Choose two different records.'
  if (survivor.nhs_number === null || merged.nhs_number === null || survivor.nhs_number === merged.nhs_number)
    return null
  return `The records have two different NHS numbers, ${formatNhsNumber(survivor.nhs_number)} and ${formatNhsNumber(merged.nhs_number)}, so they belong to two people and cannot be merged. If one of the numbers is wrong, correct it in that record first.`
}

/** Refuses the merge if one record is to be destroyed: that decision was not made about both. */
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
 * Merges two records. All rows of the merged record move to the survivor, which gets the chosen fields. The merged
 * record disappears from lists and searches, and its address leads to the survivor. What undoing needs is stored
 * (decision 74).
 */
export const mergeRecords = async (writing: Writing, input: Input, now: number) => {
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
  const values = fieldsTaken(takes, survivor, merged)
  const flagsEnded = await endDoubledFlags(writing, survivorId, mergedId)
  const nextOfKin = await settleNextOfKin(writing, survivorId, mergedId, takes.has('nextOfKin'))
  // The restriction follows, but not back to before the links of the surviving record were given. Undone, the task must
  // stay with the record whose link it is about, so it is opened before the referrals move.
  if (await isAtRisk(writing.sql, mergedId))
    await endEveryLink(writing, now, { patientId: survivorId, when: 'two records were merged' })
  const placesEnded = await joinPlaces(writing, [survivorId, mergedId])
  const rows = await follow(writing, mergedId, survivorId)
  // The NHS number of the merged record is free only once that record is inactive.
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
    // Treats the dates as new: they must fit the records of both patients.
    { ...survivor, date_of_birth: null, deceased_date: null },
    recordedDays,
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
  const numbers = await copyFormerNumbers(writing, mergedId, survivorId)
  const kept: Kept = {
    rows,
    flagsEnded,
    placesEnded,
    nextOfKin,
    fields: Object.entries(values).map(([column, after]) => ({
      column,
      before: survivor[column as keyof Patient] as KeptValue,
      after,
    })),
    survivorVersion: stays.version,
    mergedVersion: gone.version,
    formerNames: (await readFormerNames(writing, survivorId)).filter((id) => !names.includes(id)),
    formerNumbers: numbers,
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

/** Locks the pathways, so that nothing is recorded for these patients meanwhile. */
export const lockPathways = async ({ sql }: Writing, patientIds: readonly number[]): Promise<void> => {
  await sql
    .selectFrom('pathway')
    .select('id')
    .where('patient_id', 'in', patientIds)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Moves every row that follows to the survivor. Row versions stay, because nothing that a form shows has changed. */
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

/** Records in the audit trail where each row went, so that its history shows it. */
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

export const readFormerNames = async ({ sql }: Writing, patientId: number): Promise<number[]> => {
  const rows = await sql.selectFrom('former_name').select('id').where('patient_id', '=', patientId).execute()
  return rows.map(({ id }) => id)
}

/** Gives the survivor the former NHS numbers of the merged record. Returns the ids of the added rows. */
const copyFormerNumbers = async (
  { sql }: Writing,
  mergedId: number,
  survivorId: number,
): Promise<number[]> => {
  const { rows } = await raw<{ id: number }>`
    insert into former_number (patient_id, nhs_number, replaced_at)
    select ${survivorId}, nhs_number, replaced_at from former_number where patient_id = ${mergedId}
    on conflict do nothing returning id`.execute(sql)
  return rows.map(({ id }) => id)
}

/** The name of a record as shown to users. */
export const nameOf = (patient: Pick<Patient, 'family_name' | 'first_name'>): string =>
  formatName({ familyName: patient.family_name, firstName: patient.first_name })
