import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { exportMerges } from '../../../contract/app/listExport.ts'
import { mergeColumns, type MergeRow } from '../../../contract/governance/merge.ts'
import { download } from '../../platform/calls/download.ts'
import { DataGrid } from '../../platform/ui/DataGrid.tsx'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import type { GridColumn } from '../../platform/ui/gridColumn.ts'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { mergesQuery } from './queries.ts'

const looks: Record<
  (typeof mergeColumns)[number]['id'],
  Pick<GridColumn<MergeRow>, 'width' | 'grows' | 'isName'>
> = {
  survivor: { width: 220, grows: true, isName: true },
  merged: { width: 220, grows: true, isName: true },
  at: { width: 170 },
  by: { width: 190, isName: true },
  undone: { width: 240 },
}
const columns = mergeColumns.map((column) => ({ ...column, ...looks[column.id] }))

/** The records that were merged, by whom, and which merges were undone. */
export const MergedRecords = () => {
  const { data: merges, error, refetch } = useQuery(mergesQuery)
  return (
    <>
      <PageTitle>Merged records</PageTitle>
      <p className="sf-purpose">
        Two records of one person that were made one. View a merge to see or undo it.
      </p>
      {error !== null && <FailedState error={error} reset={() => void refetch()} />}
      {merges === undefined && error === null && <LoadingState what="list" />}
      {merges !== undefined && (
        <DataGrid
          name="merged-records"
          caption="Merged records"
          columns={columns}
          rows={merges}
          idOf={(row) => String(row.id)}
          noun={merges.length === 1 ? 'merge' : 'merges'}
          naturalOrder="Latest first"
          empty="No records were merged yet."
          filterHint="Name or who merged"
          actionWidth={110}
          save={(asked) => download(exportMerges, asked)}
          tools={
            <Link className="sf-button" to="/falls/possible-duplicates">
              Possible duplicates
            </Link>
          }
          action={(row) => (
            <Link
              className="sf-button"
              to="/falls/merged-records/$mergeId"
              params={{ mergeId: String(row.id) }}
              aria-label={`View the merge of ${row.merged} into ${row.survivor}`}
            >
              View
            </Link>
          )}
        />
      )}
    </>
  )
}
