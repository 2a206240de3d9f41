import { queryOptions } from '@tanstack/react-query'
import {
  countAccesses,
  getRestrictions,
  listAccesses,
  listRestrictions,
} from '../../../contract/governance/restriction.ts'
import { call } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'

const queryKey = ['restriction']

export const restrictionsQuery = queryOptions({
  queryKey: [...queryKey, 'all'],
  queryFn: () => call(listRestrictions, {}),
  staleTime: 0,
})

export const patientRestrictionsQuery = (patientId: number) =>
  queryOptions({
    queryKey: [...queryKey, 'patient', patientId],
    queryFn: () => call(getRestrictions, { patientId }),
    staleTime: 0,
  })

export const accessesQuery = queryOptions({
  queryKey: [...queryKey, 'accesses'],
  queryFn: () => call(listAccesses, {}),
  staleTime: 0,
})

/**
 * The number of reasons that wait for the current user's review. It is refetched as often as the counters of the lists.
 */
export const waitingAccessesQuery = queryOptions({
  queryKey: [...queryKey, 'waiting'],
  queryFn: () => call(countAccesses, {}),
  refetchOnWindowFocus: 'always',
  refetchInterval: 60_000,
  staleTime: 0,
})

export const forgetRestrictions = (): Promise<void> => queryClient.invalidateQueries({ queryKey })
