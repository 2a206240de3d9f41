import { queryOptions } from '@tanstack/react-query'
import {
  countWaitingDecisions,
  getPatientRetention,
  getRetention,
} from '../../../contract/governance/retention.ts'
import { call } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'

export const retentionQuery = queryOptions({
  queryKey: ['retention'],
  queryFn: () => call(getRetention, {}),
  staleTime: 0,
})

/** The number of decisions that wait for the current user. It is refetched as often as the counters of the lists. */
export const waitingDecisionsQuery = queryOptions({
  queryKey: ['retention', 'waiting'],
  queryFn: () => call(countWaitingDecisions, {}),
  refetchOnWindowFocus: 'always',
  refetchInterval: 60_000,
  staleTime: 0,
})

export const patientRetentionQuery = (patientId: number) =>
  queryOptions({
    queryKey: ['retention', patientId],
    queryFn: () => call(getPatientRetention, { patientId }),
    staleTime: 0,
  })

export const forgetRetention = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: retentionQuery.queryKey })
