import type { Pool } from 'pg'
import { pathwayMarkOf, type Changes } from '../../../contract/stages/changes.ts'
import type { Stage } from '../../../contract/stages/stage.ts'

/** One user's save, as followers see it. */
export interface Written {
  /** On the clock of this process's `performance.now()`. */
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
 * For each save since then: its pathways, those of its patients, the lists on which these are now, and the lists that
 * it moved them from.
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

/** An event gets its number before its save commits. No save takes longer than this to commit. */
const commitsWithinMs = 8_000

/** Returns the saves since the last call, each once. The first call returns those of the last minutes. */
export const recentWrites = (pool: Pool): (() => Promise<Written[]>) => {
  const known = [{ until: 0, at: performance.now() }]
  const told = new Set<number>()
  let answered = performance.now()
  return async () => {
    const asked = performance.now()
    // Measured from the last query that was answered: after several failures, a save may commit long after its number
    // was given.
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

/** Combines several saves into one message; null if there is nothing to send. */
export const togetherOf = (written: readonly Written[]): Changes | null => {
  const lists = [...new Set(written.flatMap(({ changes }) => changes.lists))]
  const pathways = [...new Set(written.flatMap(({ changes }) => changes.pathways))]
  return lists.length === 0 && pathways.length === 0 ? null : { lists, pathways }
}
