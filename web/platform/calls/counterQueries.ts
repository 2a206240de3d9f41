import { queryOptions } from '@tanstack/react-query'
import { allCounters } from '../../../contract/stages/counters.ts'
import { call } from './api.ts'

/** The number of entries and of late entries on each list, in one call. */
export const countersQuery = queryOptions({
  queryKey: ['counters'],
  queryFn: () => call(allCounters, {}),
  refetchOnWindowFocus: 'always',
  refetchInterval: 60_000,
  staleTime: 0,
})
