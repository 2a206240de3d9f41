import { queryOptions } from '@tanstack/react-query'
import { getProvider } from '../../../contract/accounts/provider.ts'
import { call } from '../../platform/calls/api.ts'

/** The ways to sign in other than user name and password. */
export const signInMethodsQuery = queryOptions({
  queryKey: ['signInMethods'],
  queryFn: () => call(getProvider, {}),
  staleTime: Infinity,
})
