import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useWatch, type FieldValues } from 'react-hook-form'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { Fields, FieldsWithin, type WithinProps } from '../../platform/ui/DescribedFields.tsx'
import { labels } from '../../../contract/platform/words/labels.ts'
import {
  savedPeriods,
  savedPeriodTitles,
  savedReportForm,
  saveSavedReport,
  type SavedReport,
} from '../../../contract/insight/savedReport.ts'
import { ApiError, call } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { StoredForm } from '../../platform/ui/StoredForm.tsx'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { reportsQuery, savedReportsQuery } from './queries.ts'

/** Adds a saved report (id 0) or edits one. */
export const SavedReportEdit = () => {
  const { savedId: id } = useParams({ from: '/falls/reports/saved/$savedId' })
  return (
    <>
      <PageTitle>{id === '0' ? 'Add a saved report' : 'Edit a saved report'}</PageTitle>
      {id === '0' ? <EditForm saved={null} /> : <Stored key={id} id={Number(id)} />}
    </>
  )
}

const Stored = ({ id }: { id: number }) => {
  const { data, error, refetch } = useQuery(savedReportsQuery)
  const saved = data?.find((each) => each.id === id)
  if (saved !== undefined) return <EditForm saved={saved} />
  if (data === undefined && error === null) return <LoadingState what="saved report" />
  return (
    <>
      <FailedState error={error ?? new ApiError(404, 'Not found')} reset={() => void refetch()} />
      <p>
        <Link to="/falls/reports">Go back to the reports</Link>
      </p>
    </>
  )
}

const typedOf = (saved: SavedReport | null) => ({
  name: saved?.name ?? '',
  reportName: saved?.reportName ?? '',
  period: saved?.period ?? ('' as SavedReport['period']),
  dateFrom: saved?.dateFrom ?? '',
  dateTo: saved?.dateTo ?? '',
  suppress: saved?.suppress ?? false,
  isMonthly: saved?.isMonthly ?? false,
})

const EditForm = ({ saved: read }: { saved: SavedReport | null }) => {
  const navigate = useNavigate()
  // Keep the values from when the form opened, so that a refetch in the background does not overwrite what the user
  // types.
  const [saved] = useState(read)
  const { data: reports } = useQuery(reportsQuery)
  const form = useZodForm(savedReportForm, typedOf(saved))
  const period = useWatch({ control: form.control, name: 'period' })
  const leave = async (): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: savedReportsQuery.queryKey })
    await navigate({ to: '/falls/reports', replace: true })
  }
  return (
    <>
      {saved?.stoppedAt != null && (
        <p className="sf-warning">
          Its monthly runs were stopped, because your account could not run this report on that day. Tick the
          box below to begin again.
        </p>
      )}
      <StoredForm
        form={form}
        version={saved?.version}
        leave={leave}
        save={(values, version, options) =>
          call(saveSavedReport, { ...values, id: saved?.id ?? 0, version }, options)
        }
        done={() => {
          toast('Saved')
          return leave()
        }}
        actions={<CancelLink to="/falls/reports" />}
      >
        <Fields
          form={form}
          labels={labels.savedReport}
          fields={[
            {
              text: 'name',
              hint: 'Only you see it. Do not use anybody’s name in it.',
              autoFocus: true,
            },
            {
              select: 'reportName',
              options: reports?.map(({ name, title, group }) => ({ id: name, name: `${title} (${group})` })),
            },
            {
              select: 'period',
              options: savedPeriods.map((each) => ({ id: each, name: savedPeriodTitles[each] })),
            },
            period === 'fixed' && { part: () => <FixedPeriod form={form} /> },
            {
              tick: 'suppress',
              hint: 'For figures that leave the service: 1 to 4 are shown as *, and counts are rounded to the nearest 5',
            },
            {
              tick: 'isMonthly',
              hint: 'You get an e-mail with a link when it is ready, at the address of your account. It is kept for a week.',
            },
          ]}
        />
      </StoredForm>
    </>
  )
}

const FixedPeriod = <In extends FieldValues, Out>({ form }: WithinProps<In, Out>) => (
  <div className="sf-period">
    <FieldsWithin
      form={form}
      labels={labels.savedReport}
      fields={[
        { day: 'dateFrom', hint: 'For example, 1 4 2026' },
        { day: 'dateTo', hint: 'This day is counted too' },
      ]}
    />
  </div>
)
