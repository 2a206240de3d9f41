import { queryOptions } from '@tanstack/react-query'
import { longUnreached } from '../../../contract/exchange/caseFinding/listedPeople.ts'
import { countIncoming } from '../../../contract/exchange/incoming/incomingReferral.ts'
import { countDifferences } from '../../../contract/exchange/pds/differences.ts'
import { countNotArrived } from '../../../contract/care/letters/letter.ts'
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

/** Everything about incoming referrals is read again after a decision about one. */
export const incomingCountKey = 'incoming'

/** How many referrals from outside are to be decided, and how many of them are late. */
export const incomingCountQuery = queryOptions({
  queryKey: [incomingCountKey, 'count'],
  queryFn: () => call(countIncoming, {}),
  refetchOnWindowFocus: 'always',
  refetchInterval: 60_000,
  staleTime: 0,
})

/** Everything about differences from PDS is read again after one was settled. */
export const differencesKey = 'differences'

/** How many records differ from PDS, and how many of the patients may have died. */
export const differenceCountQuery = queryOptions({
  queryKey: [differencesKey, 'count'],
  queryFn: () => call(countDifferences, {}),
  refetchOnWindowFocus: 'always',
  refetchInterval: 60_000,
  staleTime: 0,
})

/** How many letters did not arrive and wait for somebody. */
export const notArrivedQuery = queryOptions({
  queryKey: ['letters', 'notArrived'],
  queryFn: () => call(countNotArrived, {}),
  refetchOnWindowFocus: 'always',
  refetchInterval: 60_000,
  staleTime: 0,
})

/** How many people whom NG249 names nobody reached for long. */
export const longUnreachedQuery = queryOptions({
  queryKey: ['caseFinding', 'longUnreached'],
  queryFn: () => call(longUnreached, {}),
  staleTime: 10 * 60_000,
})
