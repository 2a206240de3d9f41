import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'
import { onSignOut } from '../session/session.ts'

/** What was read from the server, in memory only: it is gone with the tab and at sign-out (DP-7). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Without a connection a read fails at once and says so, rather than to be loading for ever.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (count, error) => count < 2 && (!(error instanceof ApiError) || error.status >= 500),
    },
  },
})
onSignOut(() => queryClient.clear())
