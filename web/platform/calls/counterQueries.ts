import { queryOptions } from '@tanstack/react-query'
import { allCounters } from '../../../contract/stages/counters.ts'
import { call } from './api.ts'

/** How many are on each list and how many of them are late, in one call. */
export const countersQuery = queryOptions({
  queryKey: ['counters'],
  queryFn: () => call(allCounters, {}),
  refetchOnWindowFocus: 'always',
  refetchInterval: 60_000,
  staleTime: 0,
})
