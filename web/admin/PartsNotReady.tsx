import { queryOptions, useQuery } from '@tanstack/react-query'
import { readinessReply } from '../../contract/readiness.ts'
import { parseReply, reach, readJson } from '../http.ts'

const readinessQuery = queryOptions({
  queryKey: ['readiness'],
  queryFn: async ({ signal }) =>
    parseReply(readinessReply, await readJson(await reach('/health/ready', { signal }))),
})

/** What an administrator should know of a part that is not well. */
const sentences: Record<string, string> = {
  'lists late': 'The work lists were not moved to today: plans that were booked for it still show as booked.',
  'queue late': 'Work in the background waits that should have been done: messages, reports, work lists.',
}

/** Says which parts of the service are not well, as the readiness check has it; nothing while all are. */
export const PartsNotReady = () => {
  const { data } = useQuery(readinessQuery)
  const amiss = Object.entries(data?.parts ?? {}).filter(([, state]) => state !== 'ok')
  if (amiss.length === 0) return null
  return (
    <div className="nhsuk-inset-text" role="alert">
      <p>
        <strong>Not all of the service is well.</strong> Tell those who run it.
      </p>
      <ul>
        {amiss.map(([part, state]) => (
          <li key={part}>{sentences[`${part} ${state}`] ?? `${part}: ${state}`}</li>
        ))}
      </ul>
    </div>
  )
}
