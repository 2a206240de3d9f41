import { queryOptions, useQuery } from '@tanstack/react-query'
import { readinessReply } from '../../../contract/app/readiness.ts'
import { partInWords, stateInWords } from './partsInWords.ts'
import { parseReply, reach, readJson } from '../../platform/calls/http.ts'

const readinessQuery = queryOptions({
  queryKey: ['readiness'],
  queryFn: async ({ signal }) =>
    parseReply(readinessReply, await readJson(await reach('/health/ready', { signal }))),
})

/** Lists the parts of the service that the readiness check reports as faulty; shows nothing if all are well. */
export const PartsNotReady = () => {
  const { data } = useQuery(readinessQuery)
  const amiss = Object.entries(data?.parts ?? {}).filter(([, state]) => state !== 'ok')
  if (amiss.length === 0) return null
  return (
    <div className="nhsuk-inset-text" role="alert">
      <p>
        <strong>Part of the service is not working.</strong> Tell those who run it.
      </p>
      <ul>
        {amiss.map(([part, state]) => (
          <li key={part}>
            {partInWords(part)}: {stateInWords(part, state)}
          </li>
        ))}
      </ul>
    </div>
  )
}
