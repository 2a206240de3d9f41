import { act } from '@testing-library/react'
import { queryClient } from '../platform/calls/queryClient.ts'

/** What the window's focus does: the pathway is read again in the background. */
export const refetchPathway = (): Promise<void> =>
  act(() => queryClient.refetchQueries({ queryKey: ['pathway'] }))
