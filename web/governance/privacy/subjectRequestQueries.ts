import { queryOptions } from '@tanstack/react-query'
import { getSubjectRequest, listSubjectRequests } from '../../../contract/governance/subjectRequest.ts'
import { call } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'

export const subjectRequestsQuery = queryOptions({
  queryKey: ['subjectRequests'],
  queryFn: () => call(listSubjectRequests, {}),
  staleTime: 0,
})

/** The reply contains everything that is held about a patient, so it is read once, and again only after a save. */
export const subjectRequestQuery = (id: number) =>
  queryOptions({
    queryKey: ['subjectRequests', id],
    queryFn: () => call(getSubjectRequest, { id }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

export const forgetSubjectRequests = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: subjectRequestsQuery.queryKey })
