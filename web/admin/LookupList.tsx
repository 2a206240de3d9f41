import { useQuery } from '@tanstack/react-query'
import { Link, useMatches } from '@tanstack/react-router'
import { formatYesNo } from '../../contract/format.ts'
import { listRoles } from '../../contract/lookupForms.ts'
import { type KeptLookup, lookupLists, type LookupRow } from '../../contract/lookups.ts'
import { call } from '../api.ts'
import { keptQuery } from '../queries.ts'
import { DataGrid, type GridColumn } from '../ui/DataGrid.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { LoadingState } from '../ui/LoadingState.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { AdministratorsOnly } from './AdministratorsOnly.tsx'
import { administeredLists, type ListKind } from './lists.ts'
import { editPath } from './paths.ts'

const actionWidth = 150
const id: GridColumn<LookupRow> = {
  id: 'id',
  title: 'Id',
  width: 100,
  value: (row) => row.id,
  orders: ['lowest first', 'highest first'],
}
const text = (
  key: 'name' | 'internalCode' | 'code' | 'abbreviated' | 'description' | 'displayName',
  title: string,
  width: number,
  grows = false,
): GridColumn<LookupRow> => ({ id: key, title, width, grows, value: (row) => row[key] ?? '' })
const name = text('name', 'Name', 360, true)
const internalCode = text('internalCode', 'Internal Code', 140)
const code = text('code', 'Code', 100)
const isActive: GridColumn<LookupRow> = {
  id: 'isActive',
  title: 'Is Active',
  width: 130,
  value: (row) => formatYesNo(row.isActive),
  orders: ['inactive first', 'active first'],
}

/** The columns of each kind of list (specification section 2, Grids). */
const columnsOf: Record<ListKind, readonly GridColumn<LookupRow>[]> = {
  simple: [id, name, isActive],
  ethnicity: [id, internalCode, code, name, isActive],
  gender: [id, internalCode, code, name, text('abbreviated', 'Abbreviated', 120), isActive],
  namePrefix: [internalCode, name, text('description', 'Description', 240)],
  teamMember: [id, text('displayName', 'Display Name', 360, true), isActive],
  role: [id, name],
}

/** The list that the address names, inactive rows and all. */
export const LookupList = () => {
  const of = useMatches({ select: (matches) => matches.at(-1)?.staticData.lookup })
  if (of === undefined) return null
  return (
    <AdministratorsOnly title={administeredLists[of].plural}>
      <ListOf key={of} of={of} />
    </AdministratorsOnly>
  )
}

const listQuery = (of: KeptLookup) =>
  keptQuery([of, 'all'], () => call(of === 'role' ? listRoles : lookupLists[of], { includeInActive: 'true' }))

const ListOf = ({ of }: { of: KeptLookup }) => {
  const { title, plural, purpose, kind } = administeredLists[of]
  const { data: rows, error, refetch } = useQuery(listQuery(of))
  return (
    <>
      <PageTitle>{plural}</PageTitle>
      <p className="sf-purpose">{purpose}</p>
      {error !== null && <FailedState error={error} reset={() => void refetch()} />}
      {rows === undefined && error === null && <LoadingState what="list" />}
      {rows !== undefined && (
        <DataGrid
          name={`administration-${of}`}
          caption={plural}
          columns={columnsOf[kind]}
          rows={rows}
          idOf={(row) => String(row.id)}
          noun={rows.length === 1 ? 'row' : 'rows'}
          empty="The list is empty."
          filterHint="Any part of a row"
          actionWidth={actionWidth}
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
