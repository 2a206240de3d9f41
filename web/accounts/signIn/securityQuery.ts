import { queryOptions } from '@tanstack/react-query'
import { getSecurity } from '../../../contract/accounts/security.ts'
import { call } from '../../platform/calls/api.ts'

/** One's own ways of signing in, as they are now. */
export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: () => call(getSecurity, {}),
  staleTime: 0,
})
