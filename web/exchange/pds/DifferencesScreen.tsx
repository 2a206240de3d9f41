import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  differenceKinds,
  leaveDifferences,
  listDifferences,
  mayBeLeft,
  type DifferenceRow,
} from '../../../contract/exchange/pds/differences.ts'
import {
  formatCount,
  formatDate,
  formatName,
  formatNhsNumber,
} from '../../../contract/platform/words/format.ts'
import { dayOfInstant } from '../../../contract/platform/dates/wallTime.ts'
import type { ReplyOf } from '../../../contract/platform/calls/endpoint.ts'
import { call } from '../../platform/calls/api.ts'
import { differencesKey } from '../../platform/calls/counterQueries.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { InventedAnswers } from '../../patients/pds/PdsNotices.tsx'
import { FlagChips } from '../../platform/ui/FlagChips.tsx'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { PrintButton } from '../../platform/ui/PrintButton.tsx'
import { StackedTable, type Column } from '../../platform/ui/StackedTable.tsx'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'

type Reply = ReplyOf<typeof listDifferences>

const differencesQuery = queryOptions({
  queryKey: [differencesKey, 'list'],
  queryFn: () => call(listDifferences, {}),
  staleTime: 0,
  refetchOnWindowFocus: 'always',
})

/** Patients with an open referral whose record differs from PDS, as the nightly check found. */
export const DifferencesScreen = () => {
  const { data, error, refetch } = useQuery(differencesQuery)
  const { problem, attempt } = useAttempt()
  const leave = async ({ patientId, kinds }: DifferenceRow): Promise<void> => {
    await attempt(
      () => call(leaveDifferences, { patientId, kinds: kinds.filter(mayBeLeft) }),
      'Left as it is, until PDS changes again',
    )
    await queryClient.invalidateQueries({ queryKey: [differencesKey] })
  }
  return (
    <>
      <div className="sf-list__head">
        <PageTitle>Differences from PDS</PageTitle>
        <PrintButton />
      </div>
      <p className="sf-purpose">
        Patients with an open referral whose record differs from what PDS says. Nothing was changed. Open the
        patient, press <strong>Check with PDS</strong>, and accept what is right.
      </p>
      <InventedAnswers />
      {problem}
      {data === undefined ? (
        <LoadingOrFailed what="differences" shape="list" error={error} refetch={refetch} />
      ) : (
        <>
          <LastNight lastNight={data.lastNight} />
          {data.rows.length === 0 ? (
            <p>No record differs, as far as PDS was asked.</p>
          ) : (
            <Listed data={data} leave={leave} />
          )}
        </>
      )}
    </>
  )
}

const LastNight = ({ lastNight }: Pick<Reply, 'lastNight'>) =>
  lastNight === null ? null : (
    <p className="sf-quiet">
      PDS was last asked in the night to {formatDate(lastNight.night)}, about{' '}
      {lastNight.asked === 1 ? '1 person' : `${formatCount(lastNight.asked)} people`}.
      {lastNight.ended !== null && ` It ended early: ${lastNight.ended}. The next night goes on from there.`}
    </p>
  )

const Listed = ({ data, leave }: { data: Reply; leave: (row: DifferenceRow) => Promise<void> }) => (
  <>
    {data.hasMore && <p className="nhsuk-inset-text">The first {data.rows.length} are shown.</p>}
    <section className="sf-card sf-part" aria-label="Patients">
      <div className="sf-scroll" role="region" aria-label="Patients, table" tabIndex={0}>
        <StackedTable
          caption="Patients"
          rows={data.rows}
          keyOf={({ patientId }) => patientId}
          columns={columns}
          action={(row) =>
            row.kinds.some(mayBeLeft) && (
              <WorkButton work={() => leave(row)} label={`Leave the record of ${formatName(row)} as it is`}>
                Leave as it is
              </WorkButton>
            )
          }
        />
      </div>
    </section>
  </>
)

const columns: readonly Column<DifferenceRow>[] = [
  {
    title: 'Patient',
    isName: true,
    cell: (row) => (
      <div>
        <Link to="/falls/patient/view" search={{ id: row.patientId }}>
          {formatName(row)}
        </Link>
        <div className="sf-quiet">
          {row.dateOfBirth === null ? 'Date of birth not recorded' : `Born ${formatDate(row.dateOfBirth)}`}
          {row.nhsNumber !== null && (
            <>
              , <span className="sf-nowrap">{formatNhsNumber(row.nhsNumber)}</span>
            </>
          )}
        </div>
        {/* A death stands beside it. */}
        <FlagChips chips={row.flags.filter(({ kind }) => kind !== 'deceased')} />
      </div>
    ),
  },
  {
    title: 'What differs',
    cell: ({ kinds }) => (
      <div>
        {kinds.map((kind) => (
          <div key={kind} className={mayBeLeft(kind) ? undefined : 'sf-late'}>
            {differenceKinds[kind]}
          </div>
        ))}
      </div>
    ),
  },
  {
    title: 'Found',
    cell: ({ foundAt }) => <span className="sf-nowrap">{formatDate(dayOfInstant(foundAt))}</span>,
  },
]
