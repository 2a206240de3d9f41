import { queryOptions } from '@tanstack/react-query'
import { allLists, getList } from '../../../contract/exchange/caseFinding/caseFinding.ts'
import { lateLists } from '../../../contract/exchange/caseFinding/listedPeople.ts'
import { call } from '../../platform/calls/api.ts'
import { incomingCountKey } from '../../platform/calls/counterQueries.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'

/** Below the key of the inbox: a decision about a referral changes what its list says. */
export const caseFindingKey = [incomingCountKey, 'caseFinding'] as const

export const listsQuery = queryOptions({
  queryKey: [...caseFindingKey, 'all'],
  queryFn: () => call(allLists, {}),
  staleTime: 0,
})

export const lateListsQuery = queryOptions({
  queryKey: [...caseFindingKey, 'late'],
  queryFn: () => call(lateLists, {}),
  staleTime: 0,
})

export const listQuery = (id: number) =>
  queryOptions({ queryKey: [...caseFindingKey, id], queryFn: () => call(getList, { id }), staleTime: 0 })

/** After a list was loaded, or people were sent to triage. */
export const forgetCaseFinding = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [incomingCountKey] })
