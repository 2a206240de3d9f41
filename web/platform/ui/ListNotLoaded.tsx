import { notifyManager, useQueryClient, type Query } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

const isMissing = ({ state }: Query): boolean => state.data === undefined

interface ListNotLoadedProps {
  /** Of the field that has no choices. */
  label: string
  /** Where the person goes on once there are choices. */
  focus: () => void
}

/** Said at a field whose choices are not there: that they did not come, if so, and a way to ask for them again. */
export const ListNotLoaded = ({ label, focus }: ListNotLoadedProps) => {
  const client = useQueryClient()
  const cache = client.getQueryCache()
  const missing = { type: 'active', predicate: isMissing } as const
  // A field is given its choices and not their query: once nothing is under way, what is missing has failed.
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
