import { sql as raw, type Kysely } from 'kysely'
import { today } from '../../../contract/platform/dates/dates.ts'
import { placeRule } from '../../../contract/stages/place.ts'
import { transact } from '../../platform/db/connection/transact.ts'
import type { DB } from '../../platform/db/types.ts'
import { updateStage } from '../../stages/updateStage.ts'
import { verifyStages } from './verify.ts'

/**
 * A booked plan moves its pathway to another list on the day it starts, without a save. The rows whose day has come are
 * moved just after midnight in London and at each start, so that a night without the service leaves nobody behind
 * (decision 47).
 */
export const moveByDay = async (sql: Kysely<DB>): Promise<number> => {
  const { rows } = await raw<{ id: number }>`
    select pathway_id as id from work_list where moves_on <= ${today()} order by pathway_id`.execute(sql)
  await placeEach(
    sql,
    rows.map(({ id }) => id),
    'day',
  )
  return rows.length
}

/** How many pathways are placed at once when all of them are. */
const atOnce = 4

/** What changed because a start found lists that were placed by an earlier rule. */
export interface PlacedAgain {
  pathways: number
  /** Those whose list, day or reason differs under the new rule. */
  placed: number
  /** Those of them that moved to another list. */
  moved: number
}

const transitionsByRule = async (sql: Kysely<DB>): Promise<number> => {
  const { rows } = await raw<{ count: number }>`
    select count(*) from stage_transition where command = 'rule'`.execute(sql)
  return rows[0]?.count ?? 0
}

/**
 * Runs before the service starts. Places again, once, what an earlier rule placed, and then moves the rows whose day
 * has passed. Several simultaneous starts do the same work twice with the same result.
 * @returns what a later rule changed; null if the lists were placed by the current one
 */
export const placeAtStart = async (sql: Kysely<DB>): Promise<PlacedAgain | null> => {
  const { rule } = await sql.selectFrom('work_list_rule').select('rule').executeTakeFirstOrThrow()
  let again: PlacedAgain | null = null
  if (rule < placeRule) {
    const before = await transitionsByRule(sql)
    const { pathways, differences } = await verifyStages(sql)
    const ids = differences.flatMap(({ pathwayId }) => pathwayId ?? [])
    const shares = Array.from({ length: atOnce }, (_, share) =>
      ids.filter((_id, place) => place % atOnce === share),
    )
    await Promise.all(shares.map((share) => placeEach(sql, share, 'rule')))
    await sql.updateTable('work_list_rule').set({ rule: placeRule }).execute()
    again = { pathways, placed: ids.length, moved: (await transitionsByRule(sql)) - before }
  }
  await moveByDay(sql)
  return again
}

/**
 * Places each pathway in a transaction of its own, so that a failure does not hold up the others. Throws at the end if
 * any failed.
 */
const placeEach = async (sql: Kysely<DB>, ids: readonly number[], command: string): Promise<void> => {
  const failures: unknown[] = []
  for (const id of ids)
    await transact(sql, async (transaction) => {
      await raw`select from pathway where id = ${id} for update`.execute(transaction)
      await updateStage({ sql: transaction, userId: null, requestId: null, command }, [id])
    }).catch((error: unknown) => failures.push(error))
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${ids.length} pathways were not moved`)
}

/** A row that has not moved this long after midnight is late. */
export const graceMs = 60 * 60 * 1000
