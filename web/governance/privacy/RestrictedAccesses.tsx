import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { formatDateTime, formatName, formatNhsNumber } from '../../../contract/platform/words/format.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { exportAccesses } from '../../../contract/app/listExport.ts'
import {
  accessColumns,
  accessReasonTitle,
  restrictionTitle,
  reviewAccess,
  reviewForm,
  type AccessRow,
} from '../../../contract/governance/restriction.ts'
import { call } from '../../platform/calls/api.ts'
import { download } from '../../platform/calls/download.ts'
import { DataGrid } from '../../platform/ui/DataGrid.tsx'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import type { GridColumn } from '../../platform/ui/gridColumn.ts'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { TextAreaField } from '../../platform/ui/TextAreaField.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { accessesQuery, forgetRestrictions, restrictionsQuery } from './restrictionQueries.ts'

const looks: Record<
  (typeof accessColumns)[number]['id'],
  Pick<GridColumn<AccessRow>, 'width' | 'grows' | 'isName' | 'show'>
> = {
  at: { width: 150 },
  who: { width: 150, isName: true },
  role: { width: 150 },
  patient: { width: 190, grows: true, isName: true },
  nhsNumber: {
    width: 140,
    show: ({ nhsNumber }) => <span className="sf-nowrap">{formatNhsNumber(nhsNumber)}</span>,
  },
  reason: { width: 220 },
  words: { width: 240, grows: true },
  reviewed: { width: 200 },
  reviewNote: { width: 180 },
}
const columns = accessColumns.map((column) => ({ ...column, ...looks[column.id] }))

/** Who opened a restricted record and why, for review. Below that, the records that are restricted now. */
export const RestrictedAccesses = () => {
  const { data: rows, error, refetch } = useQuery(accessesQuery)
  const [chosen, setChosen] = useState<AccessRow | null>(null)
  return (
    <>
      <PageTitle>Restricted records opened with a reason</PageTitle>
      <p className="sf-purpose">
        These users had no part in the person’s care; each gave a reason for opening the record. Check each
        reason; if it is not valid, speak to the user and to their Team Lead.
      </p>
      {chosen !== null && <Review key={chosen.id} row={chosen} done={() => setChosen(null)} />}
      {error !== null && <FailedState error={error} reset={() => void refetch()} />}
      {rows === undefined && error === null && <LoadingState what="list" />}
      {rows !== undefined && (
        <DataGrid
          name="restricted-access"
          caption="Restricted records opened with a reason"
          columns={columns}
          rows={rows}
          idOf={(row) => String(row.id)}
          noun={rows.length === 1 ? 'opening' : 'openings'}
          naturalOrder="Not reviewed first, then latest first"
          empty="Nobody has opened a restricted record yet."
          filterHint="Name, reason or who opened it"
          actionWidth={120}
          save={(asked) => download(exportAccesses, asked)}
          action={(row) =>
            row.reviewedAt === null &&
            (row.isOwn ? (
              <span className="sf-quiet">For somebody else</span>
            ) : (
              <button
                type="button"
                className="sf-button"
                aria-label={`Review what ${row.who} said of ${formatName(row)}`}
                onClick={() => setChosen(row)}
              >
                Review
              </button>
            ))
          }
        />
      )}
      <RestrictedNow />
    </>
  )
}

const Review = ({ row, done }: { row: AccessRow; done: () => void }) => {
  const form = useZodForm(reviewForm, { reviewNote: '' })
  // The form is above the list in which the user clicked the button.
  useEffect(() => form.setFocus('reviewNote'), [form])
  const { id, version, patientId, who, at, reason, words } = row
  return (
    <section className="sf-card sf-part" aria-labelledby="review">
      <h2 className="nhsuk-heading-m" id="review">
        Review
      </h2>
      <p>
        <span translate="no">{who}</span> opened the record of <span translate="no">{formatName(row)}</span>{' '}
        {formatDateTime(at)}. {accessReasonTitle(reason)}: {words}
      </p>
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit="Mark as reviewed"
        onSave={async (values) => {
          await call(reviewAccess, { id, version, patientId, ...values })
          toast('The reason was reviewed')
          done()
          await forgetRestrictions()
        }}
        actions={
          <button type="button" className="nhsuk-button nhsuk-button--secondary" onClick={done}>
            Cancel
          </button>
        }
      >
        <TextAreaField
          form={form}
          name="reviewNote"
          label={labels.restrictedAccess.reviewNote}
          hint="May be left empty"
          rows={2}
        />
      </FormFrame>
    </section>
  )
}

const RestrictedNow = () => {
  const { data, error, refetch } = useQuery(restrictionsQuery)
  return (
    <section className="sf-card sf-part" aria-labelledby="restricted-now">
      <h2 className="nhsuk-heading-m" id="restricted-now">
        Records that are restricted now
      </h2>
      {error !== null && <FailedState error={error} reset={() => void refetch()} />}
      {data?.length === 0 && <p>No record is restricted.</p>}
      <ul>
        {(data ?? []).map((row) => (
          <li key={row.id}>
            <Link to="/falls/patient/restriction" search={{ id: row.patientId }} translate="no">
              {formatName(row)}
            </Link>{' '}
            <span className="sf-nowrap" translate="no">
              {formatNhsNumber(row.nhsNumber)}
            </span>
            : {restrictionTitle(row.kind)}, since {formatDateTime(row.setAt)}, by{' '}
            <span translate="no">{row.setBy}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
