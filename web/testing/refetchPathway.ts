import { act } from '@testing-library/react'
import { queryClient } from '../platform/calls/queryClient.ts'

/** Refetches the pathway in the background, as a focus of the window does. */
export const refetchPathway = (): Promise<void> =>
  act(() => queryClient.refetchQueries({ queryKey: ['pathway'] }))
