import { sql as raw, type Kysely } from 'kysely'
import type { DB } from '../../platform/db/types.ts'
import { HttpProblem, notFound } from '../../platform/errors.ts'

/**
 * Throws 404 for a record that was merged into another, and names that one. A record that is inactive for another
 * reason passes.
 */
export const assertNotMerged = async (sql: Kysely<DB>, id: number): Promise<void> => {
  const merged = await sql.selectFrom('merged_record').select('id').where('id', '=', id).executeTakeFirst()
  if (merged !== undefined) throw await patientGone(sql, id)
}

/**
 * The error for a patient who does not exist: 404. For a merged record it names the record that it is part of now, so
 * that old addresses still lead there. Only for users who may read any patient.
 */
export const patientGone = async (sql: Kysely<DB>, id: number): Promise<HttpProblem> => {
  const into = (await survivorsAmong(sql, [id])).get(id)
  return into === undefined
    ? notFound()
    : new HttpProblem(404, 'not-found', 'This record was merged with another record of the same person.', {
        mergedInto: into,
      })
}

/** The active record that each of these is part of now, by id. Records that were not merged have no entry. */
export const survivorsAmong = async (
  sql: Kysely<DB>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await raw<{ merged: number; survivor: number }>`
    with recursive led (merged, id, steps) as (
      select id, id, 0 from unnest(${ids}::bigint[]) as id
      union all
      select led.merged, patient_merge.survivor_id, led.steps + 1
      from led join patient_merge on patient_merge.merged_id = led.id and patient_merge.undone_at is null
    )
    select distinct on (led.merged) led.merged, led.id as survivor
    from led join patient on patient.id = led.id and patient.is_active
    where led.steps > 0 order by led.merged, led.steps desc`.execute(sql)
  return new Map(rows.map(({ merged, survivor }) => [merged, survivor]))
}
