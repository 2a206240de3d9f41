import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDate, formatNhsNumber } from '../../../contract/platform/words/format.ts'
import { exportPossibleDuplicates } from '../../../contract/app/listExport.ts'
import {
  inCommon,
  mostPairsShown,
  possibleDuplicateColumns,
  type PossibleDuplicate,
} from '../../../contract/patients/search/possibleDuplicate.ts'
import { download } from '../../platform/calls/download.ts'
import { DataGrid } from '../../platform/ui/DataGrid.tsx'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import type { GridColumn } from '../../platform/ui/gridColumn.ts'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { pairsQuery } from './queries.ts'

const day = (born: string | null) => <span className="sf-nowrap">{formatDate(born)}</span>
const number = (nhsNumber: string | null) => <span className="sf-nowrap">{formatNhsNumber(nhsNumber)}</span>

const looks: Record<string, Pick<GridColumn<PossibleDuplicate>, 'width' | 'grows' | 'isName' | 'show'>> = {
  first: { width: 170, grows: true, isName: true },
  firstBorn: { width: 115, show: ({ first }) => day(first.dateOfBirth) },
  firstNhsNumber: { width: 130, show: ({ first }) => number(first.nhsNumber) },
  later: { width: 170, grows: true, isName: true },
  laterBorn: { width: 115, show: ({ later }) => day(later.dateOfBirth) },
  laterNhsNumber: { width: 130, show: ({ later }) => number(later.nhsNumber) },
  reasons: {
    width: 230,
    grows: true,
    show: ({ reasons }) => <span className="sf-grid__words sf-grid__words--whole">{inCommon(reasons)}</span>,
  },
}
const columns = possibleDuplicateColumns.map((column) => ({
  ...column,
  ...(looks[column.id] ?? { width: 140 }),
}))

/** Pairs of records that may be of one person, to review one after the other. */
export const PossibleDuplicates = () => {
  const { data: pairs, error, refetch } = useQuery(pairsQuery)
  return (
    <>
      <PageTitle>Possible duplicates</PageTitle>
      <p className="sf-purpose">
        Pairs of records that may be the same person. Compare the two: merge them into one record, or say that
        they are two people, and the pair does not come back.
        {pairs?.length === mostPairsShown && ` The newest ${mostPairsShown} pairs are shown; a file has all.`}
      </p>
      {error !== null && <FailedState error={error} reset={() => void refetch()} />}
      {pairs === undefined && error === null && <LoadingState what="list" />}
      {pairs !== undefined && (
        <DataGrid
          name="possible-duplicates"
          caption="Possible duplicates"
          columns={columns}
          rows={pairs}
          idOf={(row) => String(row.id)}
          noun={pairs.length === 1 ? 'pair' : 'pairs'}
          naturalOrder="Newest first"
          empty="No two records look like one person. New pairs appear here within minutes after a record is saved."
          filterHint="Name, date of birth, number"
          actionWidth={120}
          save={(asked) => download(exportPossibleDuplicates, asked)}
          tools={
            <>
              <Link className="sf-button" to="/falls/merged-records">
                Merged records
              </Link>
              <Link className="sf-button" to="/falls/registered-in-error">
                Registered in error
              </Link>
            </>
          }
          action={({ first, later }) => (
            <Link
              className="sf-button"
              to="/falls/compare-records"
              search={{ patientId: first.id, otherId: later.id }}
              aria-label={`Compare ${first.name} with ${later.name}`}
            >
              Compare
            </Link>
          )}
        />
      )}
    </>
  )
}
