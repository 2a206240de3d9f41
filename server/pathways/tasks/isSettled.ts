import { isDeepStrictEqual } from 'node:util'
import { sql as raw, type Transaction } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { dueGroupOf, dueOf } from '../../../contract/stages/due.ts'
import type { Stage } from '../../../contract/stages/stage.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { anyOf, build, prepare } from '../../platform/db/query/compileOnce.ts'
import type { DB } from '../../platform/db/types.ts'
import { selected } from '../../platform/writes/columns.ts'
import { stageTargetColumns } from '../worklists/targets.ts'
import { mayNeedMore } from './automaticKinds.ts'

const these = anyOf(1, 'bigint')

const readFew = prepare(
  'read whether tasks are settled',
  build
    .selectFrom('stage_target')
    .select(selected('stage_target', stageTargetColumns))
    .select((from) => [
      from
        .exists(
          from
            .selectFrom('work_list')
            .select('pathway_id')
            .where(raw<boolean>`work_list.pathway_id = ${these} and (${mayNeedMore})`),
        )
        .as('mayNeedMore'),
      jsonArrayFrom(
        from
          .selectFrom('work_list')
          .select(['pathway_id as pathwayId', 'stage', 'since', 'due'])
          .where(raw<boolean>`work_list.pathway_id = ${these}`)
          // The table holds only these codes.
          .$narrowType<{ stage: Stage }>(),
      ).as('listed'),
      jsonArrayFrom(
        from
          .selectFrom('task')
          .select(['pathway_id as pathwayId', 'kind', 'cause', 'due_date as dueDate'])
          .where(raw<boolean>`task.pathway_id = ${these}`)
          .where('closed_at', 'is', null)
          .where('kind', '<>', raw.lit('manual')),
      ).as('open'),
    ]),
)

/**
 * Whether the open tasks of these referrals are already those that they need. Most saves need nothing: the referral has
 * nothing of which a task could arise but its step, and if that is late it has its task. The statement about all kinds
 * costs PostgreSQL five times as much before it has looked at anything. False if in doubt.
 */
export const isSettled = async (sql: Transaction<DB>, pathwayIds: readonly number[]): Promise<boolean> => {
  const [found] = await readFew(sql, pathwayIds)
  if (found === undefined || found.mayNeedMore) return false
  const { listed, open, ...targets } = found
  const needed = listed.flatMap(({ pathwayId, stage, since, due: dueOnList }) => {
    const due = dueOf(stage, since, targets)
    if (due === null || dueGroupOf(stage, due, targets, today()) !== 'late') return []
    return [{ pathwayId, kind: 'targetMissed', cause: `${stage} ${dueOnList ?? since}`, dueDate: due }]
  })
  const inOrder = <Row extends { pathwayId: number | null }>(rows: readonly Row[]): Row[] =>
    rows.toSorted((one, other) => Number(one.pathwayId) - Number(other.pathwayId))
  return isDeepStrictEqual(inOrder(needed), inOrder(open))
}
