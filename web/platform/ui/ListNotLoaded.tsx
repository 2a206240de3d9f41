import { notifyManager, useQueryClient, type Query } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

const isMissing = ({ state }: Query): boolean => state.data === undefined

interface ListNotLoadedProps {
  /** Label of the field that has no choices. */
  label: string
  /** Moves the focus to where the user continues once the choices are loaded. */
  focus: () => void
}

/** Shown at a field without choices. If loading has failed, it says so and offers to try again. */
export const ListNotLoaded = ({ label, focus }: ListNotLoadedProps) => {
  const client = useQueryClient()
  const cache = client.getQueryCache()
  const missing = { type: 'active', predicate: isMissing } as const
  // A field receives its choices but not their query. Missing choices have failed once no query is in flight.
  const haveFailed = (): boolean => {
    const queries = cache.findAll(missing)
    return queries.length > 0 && queries.every(({ state }) => state.fetchStatus === 'idle')
  }
  const hasFailed = useSyncExternalStore(
    useCallback((onChange) => cache.subscribe(notifyManager.batchCalls(onChange)), [cache]),
    haveFailed,
  )
  if (!hasFailed) return null
  const tryAgain = async (): Promise<void> => {
    await client.refetchQueries(missing)
    if (!haveFailed()) focus()
  }
  return (
    <p className="sf-list-missing" role="alert">
      The choices for “{label}” could not be loaded.{' '}
      <button type="button" className="sf-link" onClick={() => void tryAgain()}>
        Try again
      </button>
    </p>
  )
}
