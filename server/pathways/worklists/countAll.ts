import type { ReplyOf } from '../../../contract/platform/calls/endpoint.ts'
import type { allCounters } from '../../../contract/stages/counters.ts'
import type { DueCounts } from '../../../contract/stages/dueGroup.ts'
import { forEachStage } from '../../../contract/stages/stage.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { readCounters, type Counters } from './counters.ts'

export const totalOf = ({ late, thisWeek, later }: DueCounts): number => late + thisWeek + later

/** All counters in the form of one reply. */
export const countAll = async (
  service: Pick<Service, 'db' | 'clock'>,
): Promise<ReplyOf<typeof allCounters>> => allOf(await readCounters(service))

export const allOf = ({ due }: Counters): ReplyOf<typeof allCounters> =>
  forEachStage((stage) => {
    const counts = due(stage)
    return { count: totalOf(counts), late: counts.late }
  })
