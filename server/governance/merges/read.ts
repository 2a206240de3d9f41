import { sql as raw, type Kysely } from 'kysely'
import { formatName } from '../../../contract/platform/words/format.ts'
import type { MergePreview, MergeRow, MergeSide, MergeView } from '../../../contract/governance/merge.ts'
import type { DB } from '../../platform/db/types.ts'
import { notFound } from '../../platform/errors.ts'
import { patientGone } from '../../patients/patient/gone.ts'
import { nextOfKinInUse, selectPatients } from '../../patients/patient/present.ts'
import { following } from './children.ts'
import type { Kept } from './kept.ts'
import { refusalOf } from './merge.ts'
import { readSince } from './since.ts'
import { isTooLate, undoEnds, undoRefusal } from './undo.ts'

/** Two records as they are now, and what prevents a merge. */
export const previewOf = async (
  sql: Kysely<DB>,
  { survivorId, mergedId }: { survivorId: number; mergedId: number },
): Promise<MergePreview> => {
  const [survivor, merged] = [await readSide(sql, survivorId), await readSide(sql, mergedId)]
  const dismissed = await sql
    .selectFrom('possible_duplicate')
    .leftJoin('app_user', 'app_user.id', 'possible_duplicate.dismissed_by')
    .select(['app_user.display_name as by', 'possible_duplicate.dismissed_at as at'])
    .where('patient_id', '=', Math.min(survivorId, mergedId))
    .where('other_id', '=', Math.max(survivorId, mergedId))
    .where('dismissed_at', 'is not', null)
    .$narrowType<{ at: string }>()
    .executeTakeFirst()
  return {
    survivor,
    merged,
    refusal: refusalOf(
      { id: survivor.id, nhs_number: survivor.nhsNumber },
      { id: merged.id, nhs_number: merged.nhsNumber },
    ),
    dismissed: dismissed ?? null,
  }
}

const readSide = async (sql: Kysely<DB>, id: number): Promise<MergeSide> => {
  const patient = await selectPatients(sql)
    .select(nextOfKinInUse(sql).as('nextOfKin'))
    .where('patient.id', '=', id)
    .where('patient.is_active', '=', true)
    .executeTakeFirst()
  if (patient === undefined) throw await patientGone(sql, id)
  const { rows: holds } = await raw<{ table: string; count: number }>`
    ${raw.join(
      following.map(
        ({ table }) => raw`select ${table}::text as "table", count(*)::integer as count
          from ${raw.table(table)} where patient_id = ${id}`,
      ),
      raw` union all `,
    )}`.execute(sql)
  const counts = new Map(holds.map(({ table, count }) => [table, count]))
  return { ...patient, holds: inWords((table) => counts.get(table) ?? 0) }
}

const inWords = (countOf: (table: string) => number): { what: string; count: number }[] =>
  following.flatMap(({ table, one, many }) => {
    const count = countOf(table)
    return count === 0 ? [] : [{ what: count === 1 ? one : many, count }]
  })

const selectMerges = (sql: Kysely<DB>, now: number) =>
  sql
    .selectFrom('patient_merge')
    .innerJoin('patient as survivor', 'survivor.id', 'patient_merge.survivor_id')
    .innerJoin('patient as merged', 'merged.id', 'patient_merge.merged_id')
    .leftJoin('app_user as merger', 'merger.id', 'patient_merge.created_by')
    .leftJoin('app_user as undoer', 'undoer.id', 'patient_merge.undone_by')
    .select([
      'patient_merge.id',
      'patient_merge.version',
      'patient_merge.survivor_id',
      'patient_merge.merged_id',
      'patient_merge.created_at',
      'patient_merge.undone_at',
      'patient_merge.kept',
      'survivor.family_name as survivor_family',
      'survivor.first_name as survivor_first',
      'merged.family_name as merged_family',
      'merged.first_name as merged_first',
      'merger.display_name as merger',
      'undoer.display_name as undoer',
      undoEnds.as('undo_by'),
      isTooLate(now).as('is_late'),
    ])
    .orderBy('patient_merge.id', 'desc')

type Read = Awaited<ReturnType<ReturnType<typeof selectMerges>['execute']>>[number]

const present = (row: Read): MergeRow => ({
  id: row.id,
  version: row.version,
  survivorId: row.survivor_id,
  survivor: formatName({ familyName: row.survivor_family, firstName: row.survivor_first }),
  mergedId: row.merged_id,
  merged: formatName({ familyName: row.merged_family, firstName: row.merged_first }),
  at: row.created_at,
  by: row.merger,
  undoneAt: row.undone_at,
  undoneBy: row.undoer,
  undoBy: row.undo_by,
  canUndo: row.undone_at === null && !row.is_late,
})

export const readMerges = async (sql: Kysely<DB>, now: number, limit: number): Promise<MergeRow[]> => {
  const rows = await selectMerges(sql, now).limit(limit).execute()
  return rows.map(present)
}

export const readMerge = async (sql: Kysely<DB>, id: number, now: number): Promise<MergeView> => {
  const row = await selectMerges(sql, now).where('patient_merge.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound()
  const kept = row.kept as unknown as Kept
  return {
    merge: present(row),
    returns: inWords((table) => kept.rows.filter((one) => one.table === table).length),
    since: row.undone_at === null ? await readSince(sql, { ...row, kept }) : [],
    refusal: await undoRefusal(sql, row, now),
  }
}
