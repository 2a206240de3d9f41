import { queryOptions } from '@tanstack/react-query'
import { lookupCalls } from '../../../contract/reference/lookupCalls.ts'
import type { ChoiceName } from '../../../contract/reference/lookups.ts'
import { call } from './api.ts'

export const lookupQuery = (name: ChoiceName) =>
  queryOptions({
    queryKey: ['lookup', name],
    queryFn: () => call(lookupCalls[name].all, {}),
    staleTime: 5 * 60_000,
  })
