import { queryOptions } from '@tanstack/react-query'
import { getSecurity } from '../../../contract/accounts/security.ts'
import { call } from '../../platform/calls/api.ts'

/** The user's own ways to sign in, always read again. */
export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: () => call(getSecurity, {}),
  staleTime: 0,
})
