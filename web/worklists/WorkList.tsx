import { useMatches } from '@tanstack/react-router'
import { exportWorkList } from '../../contract/listExport.ts'
import { stageTitles, type Stage } from '../../contract/pathway/stage.ts'
import { download } from '../download.ts'
import { workListQuery } from '../queries.ts'
import { PatientGrid } from '../search/PatientGrid.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { LoadingState } from '../ui/LoadingState.tsx'
import { useLongList } from '../ui/longList.ts'
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

/** Calls are taken by the day they are due, all else by how long it is on the list, as the server sorts them. */
const orderOf = (stage: Stage): string =>
  stage === 'awaitingFollowup' || stage === 'awaitingSecondFollowup'
    ? 'Earliest due first'
    : 'Longest on this list first'

const ListOf = ({ stage }: { stage: Stage }) => {
  const { rows, long, error, readAt, refetch } = useLongList({ name: stage, ...workListQuery(stage) })
  const title = stageTitles[stage]
  return (
    <>
      <div className="sf-list__head">
        <PageTitle>{title}</PageTitle>
        {rows !== undefined && <p className="sf-quiet">Read at {clock.format(readAt)}.</p>}
      </div>
      {error !== null && <FailedState error={error} reset={refetch} />}
      {rows === undefined && error === null && <LoadingState what="list" />}
      {rows !== undefined && (
        <PatientGrid
          name={stage}
          caption={title}
          rows={rows}
          long={long}
          naturalOrder={orderOf(stage)}
          list={{ stage, readAt }}
          save={(asked) => download(exportWorkList, { stage, ...asked })}
          empty={`Nobody is ${title.toLowerCase()}.`}
        />
      )}
    </>
  )
}
