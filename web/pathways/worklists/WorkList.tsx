import { Link, useMatches, useNavigate } from '@tanstack/react-router'
import { Suspense, useMemo, useRef } from 'react'
import { formatTime, instantOf } from '../../../contract/platform/words/format.ts'
import { exportWorkList } from '../../../contract/pathways/worklists/patientExports.ts'
import {
  listFilterNames,
  listFilters,
  type Narrowing,
} from '../../../contract/pathways/worklists/listFilters.ts'
import type { DueGroup } from '../../../contract/stages/dueGroup.ts'
import { isCallStage, stageRoutes, stageTitles, type Stage } from '../../../contract/stages/stage.ts'
import { download } from '../../platform/calls/download.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { workListQuery } from './workListQueries.ts'
import { PatientGrid } from '../../patients/search/PatientGrid.tsx'
import { useMay } from '../../platform/session/session.ts'
import { ChangedNotice } from '../../platform/ui/ChangedNotice.tsx'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { lazyPart, usePreload } from '../../platform/ui/lazyScreen.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { useLongList } from '../../platform/ui/longList.ts'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useFollowing } from '../../platform/ui/useFollowing.ts'
import { useInSlices } from '../../platform/ui/useInSlices.ts'
import { isFiltered, listAddress, written } from './address.ts'
import { ColumnPanel } from './ColumnPanel.tsx'
import { DueTabs } from './DueTabs.tsx'
import { FilterPanel } from './FilterPanel.tsx'
import { extraGridColumns, dueMark } from './listGrid.tsx'
import { ListPanels } from './ListPanels.tsx'
import { PrintPanel } from './PrintPanel.tsx'
import { useShownColumns } from './shownColumns.ts'

/** Of the panels the only one with a form of fields, whose scripts a list does not need otherwise. */
const ViewPanel = lazyPart('ViewPanel', () => import('./ViewPanel.tsx'))

/** The list of the stage in the address, with the filters in the address. */
export const WorkList = () => {
  const shown = useMatches({ select: (matches) => matches.at(-1) })
  const stage = shown?.staticData.stage
  return stage === undefined ? null : (
    <ListOf key={stage} stage={stage} narrowing={written(listAddress.parse(shown?.search ?? {}))} />
  )
}

/** Call lists and combined lists are in order of their due day; all others by time on the list. */
const orderOf = (stage: Stage, { also = [] }: Narrowing): string =>
  isCallStage(stage) || also.length > 0 ? 'Earliest due first' : 'Longest on this list first'

const emptyTabs: Record<DueGroup, string> = {
  late: 'Nobody on this list is late.',
  thisWeek: 'Nothing on this list is due this week.',
  later: 'Nothing on this list is due later.',
}

interface ListOfProps {
  stage: Stage
  narrowing: Narrowing
}

/** Says that nobody is on the list, and where to look next. */
const Empty = ({ stage, narrowing }: ListOfProps) => {
  if (isFiltered(narrowing))
    return (
      <>
        <p>Nobody matches these filters.</p>
        <p>Clear the filters above to see everybody on this list.</p>
      </>
    )
  if (narrowing.due !== undefined)
    return (
      <>
        <p>{emptyTabs[narrowing.due]}</p>
        <p>
          <Link to={`/falls/${stageRoutes[stage]}`}>See the whole list</Link>
        </p>
      </>
    )
  return (
    <>
      <p>Nobody is {stageTitles[stage].toLowerCase()}.</p>
      <p>
        Patients come to this list automatically, from what is recorded. Choose another list above, or{' '}
        <Link to="/falls/referral-search">search for a patient</Link>.
      </p>
    </>
  )
}

/** The filters as text; null if there are none. */
const filtersInWords = ({ also = [], ...narrowing }: Narrowing): string | null => {
  const set = listFilterNames.flatMap((name) => {
    const chosen = narrowing[name]
    return chosen === undefined ? [] : `${listFilters[name].label}: ${chosen}`
  })
  if (also.length > 0) set.push(`with ${also.map((stage) => stageTitles[stage]).join(', ')}`)
  return set.length === 0 ? null : set.join('; ')
}

const ListOf = ({ stage, narrowing }: ListOfProps) => {
  const to = `/falls/${stageRoutes[stage]}`
  const navigate = useNavigate()
  const maySetTargets = useMay('target.write')
  const { shown, choose } = useShownColumns()
  const { rows, long, error, readAt, refetch, counts, isOutdated } = useLongList({
    name: stage,
    ...workListQuery(stage, narrowing),
  })
  usePreload(ViewPanel)
  const isShown = useInSlices(rows !== undefined)
  const area = useRef<HTMLDivElement>(null)
  const { isChanged, show } = useFollowing({
    area,
    readAt,
    concerns: ({ lists }) => [stage, ...(narrowing.also ?? [])].some((each) => lists.includes(each)),
    refetch: () => void queryClient.invalidateQueries({ queryKey: ['workList', stage] }),
  })
  const hasSeveral = narrowing.also !== undefined
  const more = useMemo(() => extraGridColumns(shown, hasSeveral), [shown, hasSeveral])
  const narrow = (next: Narrowing): void =>
    void navigate({ to, search: written(next), replace: true, resetScroll: false })
  const title = stageTitles[stage]
  const words = filtersInWords(narrowing)
  return (
    <>
      <div className="sf-list__head">
        <PageTitle>{title}</PageTitle>
        {/* Keeps its space until the list is loaded, so that nothing below it moves. */}
        <p className={`sf-quiet ${rows === undefined ? 'sf-unseen' : ''}`}>
          Read at {formatTime(instantOf(readAt))}.
        </p>
        {maySetTargets && (
          <p>
            <Link to="/falls/list-targets">Targets of the lists</Link>
          </p>
        )}
      </div>
      <div className="sf-list__controls">
        <DueTabs to={to} narrowing={narrowing} counts={counts} />
        <ListPanels
          panels={[
            {
              name: 'Filters',
              said: words === null ? null : `${words.split('; ').length} set`,
              content: <FilterPanel stage={stage} narrowing={narrowing} onChange={narrow} />,
            },
            { name: 'Columns', content: <ColumnPanel shown={shown} choose={choose} /> },
            { name: 'Print', content: <PrintPanel stage={stage} narrowing={narrowing} /> },
            {
              name: 'Saved views',
              content: (
                <Suspense>
                  <ViewPanel stage={stage} narrowing={narrowing} />
                </Suspense>
              ),
            },
          ]}
        />
      </div>
      {words !== null && (
        <p className="sf-list__filters">
          {words}{' '}
          <button
            type="button"
            className="sf-link"
            onClick={() => narrow(narrowing.due === undefined ? {} : { due: narrowing.due })}
          >
            Clear filters
          </button>
        </p>
      )}
      {error !== null && <FailedState error={error} reset={refetch} />}
      {!isShown && error === null && <LoadingState what="list" shape="list" />}
      {isShown && rows !== undefined && (
        <div ref={area} aria-busy={isOutdated}>
          <PatientGrid
            name={stage}
            caption={title}
            rows={rows}
            long={long}
            more={more}
            mark={dueMark}
            naturalOrder={orderOf(stage, narrowing)}
            list={{ stage, readAt }}
            save={(asked) => download(exportWorkList, { stage, ...narrowing, ...asked })}
            empty={<Empty stage={stage} narrowing={narrowing} />}
          />
        </div>
      )}
      <ChangedNotice what="list" isChanged={isChanged} onShow={show} />
    </>
  )
}
