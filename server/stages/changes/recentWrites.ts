import type { Pool } from 'pg'
import { pathwayMarkOf, type Changes } from '../../../contract/stages/changes.ts'
import type { Stage } from '../../../contract/stages/stage.ts'

/** A save of somebody, as it concerns those who follow. */
export interface Written {
  /** As `performance.now()` of this process tells the time. */
  at: number
  sessionId: number | null
  changes: Changes
}

interface WrittenRow {
  written_until: number
  id: number | null
  ms_ago: number
  session_id: number | null
  pathways: number[]
  lists: Stage[]
}

/**
 * Of each save since: its pathways, those of its patients, the lists on which they are now and those that it took them from.
 */
const query = `
  select wrote.written_until, wrote.id, wrote.ms_ago, wrote.session_id,
    array(
      select unnest(wrote.pathway_ids)
      union select pathway_id from work_list where patient_id = any(wrote.patient_ids)) as pathways,
    array(
      select stage from work_list where patient_id = any(wrote.patient_ids)
      union select from_stage from stage_transition
      where pathway_id = any(wrote.pathway_ids) and stage_transition.request_id = wrote.request_id
        and from_stage is not null) as lists
  from recent_writes($1) as wrote
  where wrote.id is null or wrote.id <> all($2::bigint[])`

/** An event has its number before its save is committed, and no save takes longer than this. */
const commitsWithinMs = 8_000

/** What has been written since it was last asked, each save once; the first time, in the last minutes. */
export const recentWrites = (pool: Pool): (() => Promise<Written[]>) => {
  const known = [{ until: 0, at: performance.now() }]
  const told = new Set<number>()
  let answered = performance.now()
  return async () => {
    const asked = performance.now()
    // As long before the last question that was answered: after several that were not, a save may be far behind its number.
    while (known.length > 1 && answered - (known[1]?.at ?? answered) > commitsWithinMs) known.shift()
    const after = known[0]?.until ?? 0
    for (const id of told) if (id <= after) told.delete(id)
    const { rows } = await pool.query<WrittenRow>({
      name: 'recent writes',
      text: query,
      values: [after, [...told]],
    })
    const until = rows[0]?.written_until
    const now = performance.now()
    if (until !== undefined) known.push({ until, at: now })
    answered = asked
    return rows.flatMap(({ id, ms_ago: msAgo, session_id: sessionId, pathways, lists }) => {
      if (id === null) return []
      told.add(id)
      return [{ at: now - msAgo, sessionId, changes: { lists, pathways: pathways.map(pathwayMarkOf) } }]
    })
  }
}

/** Several saves as one message; null where there is nothing to say. */
export const togetherOf = (written: readonly Written[]): Changes | null => {
  const lists = [...new Set(written.flatMap(({ changes }) => changes.lists))]
  const pathways = [...new Set(written.flatMap(({ changes }) => changes.pathways))]
  return lists.length === 0 && pathways.length === 0 ? null : { lists, pathways }
}
