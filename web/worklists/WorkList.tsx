import { useQuery } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import { exportWorkList } from '../../contract/listExport.ts'
import { stageTitles, type Stage } from '../../contract/pathway/stage.ts'
import { download } from '../download.ts'
import { workListQuery } from '../queries.ts'
import { PatientGrid } from '../search/PatientGrid.tsx'
import { useMay } from '../session.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { LoadingState } from '../ui/LoadingState.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

/** The list of the stage that the address names. */
export const WorkList = () => {
  const stage = useMatches({ select: (matches) => matches.at(-1)?.staticData.stage })
  const may = useMay('workList.read')
  if (stage === undefined) return null
  return may ? (
    <ListOf key={stage} stage={stage} />
  ) : (
    <>
      <PageTitle>{stageTitles[stage]}</PageTitle>
      <p>Work lists are not part of your present role.</p>
    </>
  )
}

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  minute: '2-digit',
})

/** Calls are taken by the day they are due, all else by how long it is on the list, as the server sorts them. */
const orderOf = (stage: Stage): string =>
  stage === 'awaitingFollowup' || stage === 'awaitingSecondFollowup'
    ? 'Earliest due first'
    : 'Longest on this list first'

const ListOf = ({ stage }: { stage: Stage }) => {
  const { data, error, dataUpdatedAt, refetch } = useQuery(workListQuery(stage))
  const title = stageTitles[stage]
  const isCut = data !== undefined && data.total > data.rows.length
  return (
    <>
      <div className="sf-list__head">
        <PageTitle>{title}</PageTitle>
        {data !== undefined && (
          <p className="sf-quiet">
            Read at {clock.format(dataUpdatedAt)}.
            {isCut && ` The first ${data.rows.length} of ${data.total} are shown.`}
          </p>
        )}
      </div>
      {error !== null && <FailedState error={error} reset={() => void refetch()} />}
      {data === undefined && error === null && <LoadingState what="list" />}
      {data !== undefined && (
        <PatientGrid
          name={stage}
          caption={title}
          rows={data.rows}
          naturalOrder={orderOf(stage)}
          beyond={
            isCut
              ? `The filter looks only through the ${data.rows.length} that are shown. The search at the top of the page finds everybody.`
              : undefined
          }
          list={{ stage, readAt: dataUpdatedAt }}
          save={(asked) => download(exportWorkList, { stage, ...asked })}
          empty={`Nobody is ${title.toLowerCase()}.`}
        />
      )}
    </>
  )
}
