import { useQuery } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import { stageTitles, type Stage } from '../../contract/pathway/stage.ts'
import { workListQuery } from '../queries.ts'
import { PatientGrid } from '../search/PatientGrid.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { LoadingState } from '../ui/LoadingState.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

/** The list of the stage that the address names. */
export const WorkList = () => {
  const stage = useMatches({ select: (matches) => matches.at(-1)?.staticData.stage })
  return stage === undefined ? null : <ListOf key={stage} stage={stage} />
}

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  minute: '2-digit',
})

const ListOf = ({ stage }: { stage: Stage }) => {
  const { data, error, dataUpdatedAt, refetch } = useQuery(workListQuery(stage))
  return (
    <>
      <PageTitle>{stageTitles[stage]}</PageTitle>
      {error !== null && data === undefined && <FailedState error={error} reset={() => void refetch()} />}
      {data === undefined && error === null && <LoadingState what="list" />}
      {data !== undefined && (
        <>
          <p className="sf-quiet">
            Read at {clock.format(dataUpdatedAt)}, longest wait first.
            {Number(data.total) > data.rows.length &&
              ` The first ${data.rows.length} of ${data.total} are shown.`}
          </p>
          <PatientGrid
            name={stage}
            caption={stageTitles[stage]}
            rows={data.rows}
            empty={`Nobody is ${stage.startsWith('in') ? '' : 'waiting '}here. ${stageTitles[stage]}: none.`}
          />
        </>
      )}
    </>
  )
}
