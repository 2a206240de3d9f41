import type { ReplyOf } from '../../contract/endpoint.ts'
import type { allCounters } from '../../contract/counters.ts'
import type { DueCounts } from '../../contract/pathway/due.ts'
import { forEachStage, type Stage } from '../../contract/pathway/stage.ts'
import type { Service } from '../http/service.ts'
import { countDue } from './counts.ts'
import { dueByNow } from './targets.ts'

export const noneDue: DueCounts = { late: 0, thisWeek: 0, later: 0 }
export const totalOf = ({ late, thisWeek, later }: DueCounts): number => late + thisWeek + later

/** How many of each list are late, for this week and later. */
const countEach = async (service: Pick<Service, 'db' | 'clock'>): Promise<Record<Stage, DueCounts>> => {
  const counted = await countDue(service.db.sql, await dueByNow(service))
  const found = new Map<Stage, DueCounts>(counted.map((counts) => [counts.stage, counts]))
  return forEachStage((stage) => found.get(stage) ?? noneDue)
}

/** All counters, as one call answers them. */
export const countAll = async (
  service: Pick<Service, 'db' | 'clock'>,
): Promise<ReplyOf<typeof allCounters>> => {
  const counted = await countEach(service)
  return forEachStage((stage) => ({ count: totalOf(counted[stage]), late: counted[stage].late }))
}
