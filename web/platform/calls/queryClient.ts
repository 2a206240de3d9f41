import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'
import { onSignOut } from '../session/session.ts'

/**
 * Data read from the server. It is only in memory, so it is gone with the tab, and it is cleared at sign-out (DP-7).
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Without a connection a read fails at once and says so, rather than staying in the loading state.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (count, error) => count < 2 && (!(error instanceof ApiError) || error.status >= 500),
    },
  },
})
onSignOut(() => queryClient.clear())
