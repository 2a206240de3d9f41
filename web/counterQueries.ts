import { queryOptions } from '@tanstack/react-query'
import { counters, lateCounts } from '../contract/counters.ts'
import { stages, type Stage } from '../contract/pathway/stage.ts'
import { call } from './api.ts'

/** All eight counts, read side by side. */
export const countersQuery = queryOptions({
  queryKey: ['counters'],
  queryFn: async (): Promise<Record<Stage, number>> => {
    const counts = await Promise.all(
      stages.map(async (stage) => [stage, await call(counters[stage], {})] as const),
    )
    return Object.fromEntries(counts) as Record<Stage, number>
  },
  refetchOnWindowFocus: 'always',
  refetchInterval: 60_000,
  staleTime: 0,
})

/** How many of each list are late. */
export const lateQuery = queryOptions({
  queryKey: [...countersQuery.queryKey, 'late'],
  queryFn: () => call(lateCounts, {}),
  refetchOnWindowFocus: 'always',
  refetchInterval: 60_000,
  staleTime: 0,
})
