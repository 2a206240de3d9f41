import type { Shape } from './Skeleton.tsx'
import { FailedState } from './FailedState.tsx'
import { LoadingState } from './LoadingState.tsx'

interface LoadingOrFailedProps {
  what: string
  shape?: Shape
  /** The query's error; null while it is loading. */
  error: Error | null
  refetch: () => Promise<unknown>
}

/** Shown in place of what a query reads until its first answer, and if that answer was an error. */
export const LoadingOrFailed = ({ error, refetch, ...loading }: LoadingOrFailedProps) =>
  error === null ? <LoadingState {...loading} /> : <FailedState error={error} reset={() => void refetch()} />
