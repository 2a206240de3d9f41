import { Link } from '@tanstack/react-router'
import { notRecorded } from '../../../contract/platform/words/format.ts'
import { exportOrganisations } from '../../../contract/app/listExport.ts'
import {
  listOrganisations,
  organisationColumns,
  type OrganisationRow,
} from '../../../contract/reference/organisation.ts'
import type { Paging } from '../../../contract/platform/calls/paging.ts'
import { ask } from '../../platform/calls/api.ts'
import { download } from '../../platform/calls/download.ts'
import { pageOf } from '../../platform/calls/listPage.ts'
import { keptKey } from '../../platform/calls/queries.ts'
import { DataGrid } from '../../platform/ui/DataGrid.tsx'
import { specifiedActionWidth, type GridColumn } from '../../platform/ui/gridColumn.ts'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { useLongList } from '../../platform/ui/longList.ts'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'

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

const organisations = {
  queryKey: keptKey('organisation', 'all'),
  read: async (paging: Paging) =>
    pageOf(await ask(listOrganisations, { includeInActive: 'true', ...paging })),
}

export const OrganisationList = () => {
  const { rows, long, total, error, refetch } = useLongList({ name: gridName, ...organisations })
  return (
    <>
      <PageTitle>ODS Organisations</PageTitle>
      <p className="sf-purpose">
        Practices, branches and their parent organisations, by their national codes: a patient’s registered GP
        is chosen from the active practices and branches.
      </p>
      {error !== null && <FailedState error={error} reset={refetch} />}
      {rows === undefined && error === null && <LoadingState what="list" shape="list" />}
      {rows !== undefined && (
        <DataGrid
          name={gridName}
          caption="ODS Organisations"
          columns={columns}
          rows={rows}
          long={long}
          idOf={(row) => row.id}
          noun={total === '1' ? 'organisation' : 'organisations'}
          empty="There are no organisations yet. Import the national files."
          filterHint="Name, code, postcode or type"
          actionWidth={specifiedActionWidth}
          save={(asked) => download(exportOrganisations, asked)}
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
