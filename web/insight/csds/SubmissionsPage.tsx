import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { z } from 'zod'
import {
  kindTitles,
  monthsToReturn,
  startSubmission,
  submissionKeptMonths,
  type listSubmissions,
  type Submission,
} from '../../../contract/insight/csds/submission.ts'
import type { ReplyOf } from '../../../contract/platform/calls/endpoint.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { formatMonth } from '../../../contract/insight/reportPeriod.ts'
import { formatCount, formatDate, formatDateTime } from '../../../contract/platform/words/format.ts'
import { call } from '../../platform/calls/api.ts'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { StackedTable, type Column } from '../../platform/ui/StackedTable.tsx'
import { useCreateKey } from '../../platform/ui/useCreateKey.ts'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { forgetCsds, submissionsQuery } from './csdsQueries.ts'

type Listed = ReplyOf<typeof listSubmissions>

/** What was checked and made, and making another. */
export const SubmissionsPage = () => {
  const { data, error, refetch } = useQuery(submissionsQuery)
  return (
    <>
      <PageTitle>National return</PageTitle>
      <p className="sf-purpose">
        The Community Services Data Set (CSDS), version 1.6, which NHS England asks for each month. Check a
        month, mend what would be refused, then make the primary submission. Weeks later make the refresh of
        the same month: it says what differs.
      </p>
      <NotNational />
      {data === undefined ? (
        <LoadingOrFailed what="national returns" shape="list" error={error} refetch={refetch} />
      ) : data.settings === null ? (
        <p>
          It is not set up. A system administrator sets CSDS_PROVIDER, the code of your organisation, and the
          other settings of the return.
        </p>
      ) : (
        <>
          <Ask settings={data.settings} />
          <Made submissions={data.submissions} />
        </>
      )}
      <p>
        <Link to="/falls/reports">Go back to reports</Link>
      </p>
    </>
  )
}

/** What the files are not. */
export const NotNational = () => (
  <div className="nhsuk-inset-text">
    <p>
      No validator of NHS England was run. The files are one CSV a table, not the XML or the intermediate
      database in which the data set is submitted. What would be refused is judged by our own rules.
    </p>
  </div>
)

const Ask = ({ settings }: { settings: NonNullable<Listed['settings']> }) => {
  const navigate = useNavigate()
  const create = useCreateKey()
  const form = useZodForm(startSubmission.input as z.ZodType<Asked, Asked>, {
    month: monthsToReturn()[0] ?? '',
    kind: 'check',
  })
  const { provider, submitter, commissioner, teamType } = settings
  const months = [today().slice(0, 7), ...monthsToReturn()]
  return (
    <section className="sf-card sf-part" aria-labelledby="make">
      <h2 className="nhsuk-heading-m" id="make">
        Make the return
      </h2>
      <p>
        For {provider}, submitted by {submitter}.{' '}
        {commissioner === null ? 'No commissioner is set.' : `Commissioner ${commissioner}.`}{' '}
        {teamType === null ? 'No team type is set.' : `Team type ${teamType}.`}
      </p>
      <FormFrame
        form={form}
        className="sf-form"
        submit="Make it"
        onSave={async (values) => {
          const { id } = await create((options) => call(startSubmission, values, options))
          await forgetCsds()
          await navigate({ to: '/falls/national-return', search: { run: id } })
        }}
      >
        <SelectField
          form={form}
          name="month"
          label="Month"
          options={months.map((month) => ({ id: month, name: formatMonth(month) }))}
        />
        <SelectField
          form={form}
          name="kind"
          label="What to make"
          hint="A check keeps no files"
          options={[
            { id: 'check', name: 'Check only' },
            { id: 'primary', name: 'Primary submission' },
            { id: 'refresh', name: 'Refresh' },
          ]}
        />
      </FormFrame>
    </section>
  )
}

interface Asked {
  month: string
  kind: Submission['kind']
}

const Made = ({ submissions }: { submissions: readonly Submission[] }) => {
  if (submissions.length === 0) return <p>Nothing was made yet.</p>
  return (
    <section className="sf-card sf-part" aria-labelledby="made">
      <h2 className="nhsuk-heading-m" id="made">
        Made so far
      </h2>
      <p>Submissions are kept for {submissionKeptMonths} months, with their files.</p>
      <div className="sf-scroll" role="region" aria-label="Made so far, table" tabIndex={0}>
        <StackedTable caption="Made so far" rows={submissions} keyOf={({ id }) => id} columns={columns} />
      </div>
    </section>
  )
}

/** 'Refused 12 of 340 rows', or how far it is. */
export const outcomeOf = ({ state, failure, rows, refused }: Submission): string => {
  if (state === 'failed') return failure ?? 'Failed'
  if (state !== 'ready') return 'Being made'
  return `${formatCount(refused ?? 0)} of ${formatCount(rows ?? 0)} rows would be refused`
}

const columns: readonly Column<Submission>[] = [
  {
    title: 'Month',
    cell: ({ id, month, kind }) => (
      <Link to="/falls/national-return" search={{ run: id }}>
        {formatMonth(month)}, {kindTitles[kind].toLowerCase()}
      </Link>
    ),
  },
  { title: 'Outcome', cell: outcomeOf },
  {
    title: 'Asked for',
    cell: ({ askedAt, askedBy }) => (
      <div>
        <span className="sf-nowrap">{formatDateTime(askedAt)}</span>
        <div className="sf-quiet">{askedBy}</div>
      </div>
    ),
  },
  {
    title: 'Kept until',
    cell: ({ expiresAt }) => <span className="sf-nowrap">{formatDate(expiresAt.slice(0, 10))}</span>,
  },
]
