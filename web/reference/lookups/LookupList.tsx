import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { lookupExports } from '../../../contract/app/listExport.ts'
import { lookupCalls } from '../../../contract/reference/lookupCalls.ts'
import type { LookupColumnId } from '../../../contract/reference/lookupColumns.ts'
import type { LookupRow } from '../../../contract/reference/lookupRow.ts'
import {
  lookupColumnsOf,
  lookupNames,
  lookups,
  type LookupName,
} from '../../../contract/reference/lookups.ts'
import { call } from '../../platform/calls/api.ts'
import { download } from '../../platform/calls/download.ts'
import { keptQuery } from '../../platform/calls/queries.ts'
import { DataGrid } from '../../platform/ui/DataGrid.tsx'
import { specifiedActionWidth, type GridColumn } from '../../platform/ui/gridColumn.ts'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { editPath, lookupListedAs } from './paths.ts'

/** The width of the columns, and the spoken names of their sort orders. */
const looks: Record<LookupColumnId, Pick<GridColumn<LookupRow>, 'width' | 'grows' | 'orders'>> = {
  id: { width: 100, orders: ['lowest first', 'highest first'] },
  name: { width: 360, grows: true },
  displayName: { width: 360, grows: true },
  internalCode: { width: 140 },
  code: { width: 100 },
  abbreviated: { width: 120 },
  description: { width: 240 },
  isActive: { width: 130, orders: ['inactive first', 'active first'] },
}
const gridColumns = Object.fromEntries(
  lookupNames.map((of) => [of, lookupColumnsOf(of).map((column) => ({ ...column, ...looks[column.id] }))]),
) as Record<LookupName, GridColumn<LookupRow>[]>

/** The list in the address, with its inactive rows. */
export const LookupList = () => {
  const { list } = useParams({ from: '/falls/_administration/{$list}-list' })
  const of = lookupListedAs(list)
  if (of === undefined) return <Navigate to="/falls" replace />
  return <ListOf key={of} of={of} />
}

const listQuery = (of: LookupName) =>
  keptQuery([of, 'all'], () => call(lookupCalls[of].all, { includeInActive: 'true' }))

const ListOf = ({ of }: { of: LookupName }) => {
  const { title, plural, purpose } = lookups[of]
  const { data: rows, error, refetch } = useQuery(listQuery(of))
  return (
    <>
      <PageTitle>{plural}</PageTitle>
      <p className="sf-purpose">{purpose}</p>
      {error !== null && <FailedState error={error} reset={() => void refetch()} />}
      {rows === undefined && error === null && <LoadingState what="list" shape="list" />}
      {rows !== undefined && (
        <DataGrid
          name={`administration-${of}`}
          caption={plural}
          columns={gridColumns[of]}
          rows={rows}
          idOf={(row) => String(row.id)}
          noun={rows.length === 1 ? 'row' : 'rows'}
          empty="The list is empty. Add its first row above."
          filterHint="Any part of a row"
          actionWidth={specifiedActionWidth}
          save={(asked) => download(lookupExports[of], asked)}
          tools={
            <Link className="sf-button" to={editPath(of, 0)}>
              Add {title}
            </Link>
          }
          action={(row) => (
            <Link className="sf-button" to={editPath(of, row.id)} aria-label={`Edit ${row.name}`}>
              Edit
            </Link>
          )}
        />
      )}
    </>
  )
}
