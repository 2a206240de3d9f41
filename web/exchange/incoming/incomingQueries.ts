import { queryOptions } from '@tanstack/react-query'
import {
  getIncoming,
  listIncoming,
  searchIncoming,
} from '../../../contract/exchange/incoming/incomingReferral.ts'
import { call } from '../../platform/calls/api.ts'
import { incomingCountKey } from '../../platform/calls/counterQueries.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'

export const incomingListQuery = (shown: 'undecided' | 'decided') =>
  queryOptions({
    queryKey: [incomingCountKey, 'list', shown],
    queryFn: () => call(listIncoming, { shown }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })

export const incomingSearchQuery = (text: string) =>
  queryOptions({
    queryKey: [incomingCountKey, 'search', text],
    queryFn: () => call(searchIncoming, { text }),
    staleTime: 0,
  })

export const incomingQuery = (id: number) =>
  queryOptions({
    queryKey: [incomingCountKey, 'one', id],
    queryFn: () => call(getIncoming, { id }),
    staleTime: 0,
  })

export const forgetIncoming = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [incomingCountKey] })
