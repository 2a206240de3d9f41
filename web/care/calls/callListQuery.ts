import { queryOptions } from '@tanstack/react-query'
import { getCallList } from '../../../contract/pathways/worklists/callList.ts'
import { call } from '../../platform/calls/api.ts'

/** The people to ring today. Read again after each call; its key makes it refresh together with the work lists. */
export const callListQuery = queryOptions({
  queryKey: ['workList', 'calls'],
  queryFn: () => call(getCallList, {}),
  staleTime: 0,
})
