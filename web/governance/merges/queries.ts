import { queryOptions } from '@tanstack/react-query'
import { listInError } from '../../../contract/governance/inError.ts'
import { getMerge, listMerges, previewMerge } from '../../../contract/governance/merge.ts'
import { listPossibleDuplicates } from '../../../contract/patients/search/possibleDuplicate.ts'
import { call } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'

const key = 'merges'

export const pairsQuery = queryOptions({
  queryKey: [key, 'pairs'],
  queryFn: () => call(listPossibleDuplicates, {}),
  staleTime: 0,
})

/** Two records side by side, in the order in which they were requested. */
export const compareQuery = (patientId: number, otherId: number) =>
  queryOptions({
    queryKey: [key, 'compare', patientId, otherId],
    queryFn: () => call(previewMerge, { survivorId: patientId, mergedId: otherId }),
    staleTime: 0,
  })

export const mergesQuery = queryOptions({
  queryKey: [key, 'all'],
  queryFn: () => call(listMerges, {}),
  staleTime: 0,
})

export const mergeQuery = (id: number) =>
  queryOptions({ queryKey: [key, 'one', id], queryFn: () => call(getMerge, { id }), staleTime: 0 })

export const inErrorQuery = queryOptions({
  queryKey: [key, 'inError'],
  queryFn: () => call(listInError, {}),
  staleTime: 0,
})

/** Call it after two records were merged, separated or marked as two people. */
export const forgetMerges = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [key] })
