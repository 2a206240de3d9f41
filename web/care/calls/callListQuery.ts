import { queryOptions } from '@tanstack/react-query'
import { getCallList } from '../../../contract/pathways/worklists/callList.ts'
import { call } from '../../platform/calls/api.ts'

/** Whom to ring today; read again after each call, and by its key with the work lists. */
export const callListQuery = queryOptions({
  queryKey: ['workList', 'calls'],
  queryFn: () => call(getCallList, {}),
  staleTime: 0,
})
