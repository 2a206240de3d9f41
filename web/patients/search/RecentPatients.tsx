import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { withheldWords } from '../../../contract/platform/calls/withheld.ts'
import { formatBorn, formatName, formatNhsNumber } from '../../../contract/platform/words/format.ts'
import { recentPatients, type FoundRow } from '../../../contract/patients/search/search.ts'
import { call } from '../../platform/calls/api.ts'
import { useMay } from '../../platform/session/session.ts'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { FlagChips } from '../../platform/ui/FlagChips.tsx'

/** The patients whom the user opened last. The server knows them from the audit trail; the browser stores nothing. */
export const RecentPatients = () => {
  const may = useMay('patient.search')
  const { data, error, refetch } = useQuery({
    queryKey: ['recent patients'],
    queryFn: () => call(recentPatients, {}),
    staleTime: 0,
    enabled: may,
  })
  if (!may || (error === null && (data === undefined || data.length === 0))) return null
  return (
    <section className="sf-card" aria-labelledby="recent">
      <h2 className="nhsuk-heading-s" id="recent">
        Patients you had open last
      </h2>
      {error !== null && data === undefined && <FailedState error={error} reset={() => void refetch()} />}
      <ul className="sf-recent">
        {(data ?? []).map((row) => (
          <li key={row.patientId}>
            <RecentLink row={row} />{' '}
            <span className="sf-quiet">
              {formatBorn(row.dateOfBirth)} ·{' '}
              <span className="sf-nowrap" translate="no">
                {formatNhsNumber(row.nhsNumber)}
              </span>
              {row.address && ` · ${row.address}`}
              {row.isWithheld === true && ` · address ${withheldWords.toLowerCase()}`}
              {row.postcode !== null && (
                <>
                  {' '}
                  · <span className="sf-nowrap">{row.postcode}</span>
                </>
              )}
            </span>
            <FlagChips chips={row.flags ?? []} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const RecentLink = ({ row }: { row: FoundRow }) =>
  row.pathwayId === null ? (
    <Link to="/falls/patient/view" search={{ id: row.patientId }} translate="no">
      {formatName(row)}
    </Link>
  ) : (
    <Link to="/falls/pathway/view" search={{ id: row.pathwayId, patientId: row.patientId }} translate="no">
      {formatName(row)}
    </Link>
  )
