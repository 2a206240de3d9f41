import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { notRecorded } from '../../../contract/format.ts'
import { exportOrganisations } from '../../../contract/listExport.ts'
import {
  listOrganisations,
  organisationColumns,
  type OrganisationRow,
} from '../../../contract/organisation.ts'
import { totalHeader } from '../../../contract/search.ts'
import { ask } from '../../api.ts'
import { download } from '../../download.ts'
import { keptQuery } from '../../queries.ts'
import { DataGrid, type GridColumn } from '../../ui/DataGrid.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { useGridMemory } from '../../ui/gridMemory.ts'
import { LoadingState } from '../../ui/LoadingState.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { AdministratorsOnly } from '../AdministratorsOnly.tsx'

const looks: Record<
  (typeof organisationColumns)[number]['id'],
  Pick<GridColumn<OrganisationRow>, 'width' | 'grows' | 'show'>
> = {
  id: { width: 100 },
  type: { width: 220 },
  name: { width: 380, grows: true },
  postcode: {
    width: 120,
    show: (row) => row.postcode ?? <span className="sf-missing">{notRecorded}</span>,
  },
  isActive: { width: 130 },
}
const columns = organisationColumns.map((column) => ({ ...column, ...looks[column.id] }))

const gridName = 'administration-organisation'

const organisationsQuery = (q: string) =>
  keptQuery(['organisation', 'all', q], async () => {
    const { reply, headers } = await ask(listOrganisations, {
      includeInActive: 'true',
      ...(q === '' ? {} : { q }),
    })
    return { rows: reply, total: Number(headers.get(totalHeader) ?? reply.length) }
  })

export const OrganisationList = () => (
  <AdministratorsOnly title="ODS Organisations">
    <Organisations />
  </AdministratorsOnly>
)

const Organisations = () => {
  const memory = useGridMemory(gridName)
  const [typed, setTyped] = useState(memory.filter)
  const q = useDeferredValue(typed.trim().slice(0, 100))
  const { data, error, refetch } = useQuery({ ...organisationsQuery(q), placeholderData: keepPreviousData })
  return (
    <>
      <PageTitle>ODS Organisations</PageTitle>
      <p className="sf-purpose">
        Practices, branches and what is above them, by their national codes: a patient’s registered GP is
        chosen from the active practices and branches.
      </p>
      {error !== null && <FailedState error={error} reset={() => void refetch()} />}
      {data === undefined && error === null && <LoadingState what="list" />}
      {data !== undefined && (
        <DataGrid
          name={gridName}
          caption="ODS Organisations"
          columns={columns}
          rows={data.rows}
          idOf={(row) => row.id}
          noun={data.total === 1 ? 'organisation' : 'organisations'}
          empty="There are no organisations yet. Import the national files."
          filterHint="Name, code, postcode or type"
          actionWidth={150}
          save={(asked) => download(exportOrganisations, asked)}
          search={{ total: data.total, onSearch: setTyped }}
          tools={
            <>
              <Link className="sf-button" to="/falls/organisation/edit/$code" params={{ code: '0' }}>
                Add ODS Organisation
              </Link>
              <Link className="sf-button" to="/falls/organisation/import">
                Import a file
              </Link>
            </>
          }
          action={(row) => (
            <Link
              className="sf-button"
              to="/falls/organisation/edit/$code"
              params={{ code: row.id }}
              aria-label={`Edit ${row.name}`}
            >
              Edit
            </Link>
          )}
        />
      )}
    </>
  )
}
