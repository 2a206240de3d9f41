import { sql as raw, type Kysely } from 'kysely'
import { today } from '../../../contract/platform/dates/dates.ts'
import { placeRule } from '../../../contract/stages/place.ts'
import { transact } from '../../platform/db/connection/transact.ts'
import type { DB } from '../../platform/db/types.ts'
import { updateStage } from '../../stages/updateStage.ts'
import { verifyStages } from './verify.ts'

/**
 * A place changes by itself when a booked plan begins. The rows whose day has come are moved just after midnight in
 * London and at each start, so that a night without the service leaves nobody behind (decision 47).
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

/** How many pathways are placed at a time where all of them are. */
const atOnce = 4

/** What became of the lists when a start found a later rule than they were placed by. */
export interface PlacedAgain {
  pathways: number
  /** Those whose list, day or reason is another by the new rule. */
  placed: number
  /** Those of them that stand on another list. */
  moved: number
}

const transitionsByRule = async (sql: Kysely<DB>): Promise<number> => {
  const { rows } = await raw<{ count: number }>`
    select count(*) from stage_transition where command = 'rule'`.execute(sql)
  return rows[0]?.count ?? 0
}

/**
 * Before the service begins: places again what was placed by an earlier rule, once, then moves what the days that have
 * passed moved. Several starts at once do the same work twice and agree.
 * @returns what a later rule changed; null where the lists were placed by this one
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

/** Each in a transaction of its own, so that one that cannot be taken now holds up no other; then that is an error. */
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

/** Rows that have not moved this long after midnight are late. */
export const graceMs = 60 * 60 * 1000
