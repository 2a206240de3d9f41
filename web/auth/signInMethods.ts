import { queryOptions } from '@tanstack/react-query'
import { getProvider } from '../../contract/provider.ts'
import { call } from '../api.ts'

/** The ways in besides user name and password. */
export const signInMethodsQuery = queryOptions({
  queryKey: ['doors'],
  queryFn: () => call(getProvider, {}),
  staleTime: Infinity,
})
