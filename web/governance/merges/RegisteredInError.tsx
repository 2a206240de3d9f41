import { useQuery } from '@tanstack/react-query'
import { formatDate, formatNhsNumber } from '../../../contract/platform/words/format.ts'
import { inErrorColumns, putBack, type InErrorRow } from '../../../contract/governance/inError.ts'
import { exportInError } from '../../../contract/app/listExport.ts'
import { call } from '../../platform/calls/api.ts'
import { download } from '../../platform/calls/download.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { useMay } from '../../platform/session/session.ts'
import { DataGrid } from '../../platform/ui/DataGrid.tsx'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import type { GridColumn } from '../../platform/ui/gridColumn.ts'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useConfirm } from '../../platform/ui/useConfirm.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { forgetMerges, inErrorQuery } from './queries.ts'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'

const looks: Record<
  (typeof inErrorColumns)[number]['id'],
  Pick<GridColumn<InErrorRow>, 'width' | 'grows' | 'isName' | 'show'>
> = {
  patient: { width: 200, grows: true, isName: true },
  dateOfBirth: {
    width: 120,
    show: ({ dateOfBirth }) => <span className="sf-nowrap">{formatDate(dateOfBirth)}</span>,
  },
  nhsNumber: {
    width: 140,
    show: ({ nhsNumber }) => <span className="sf-nowrap">{formatNhsNumber(nhsNumber)}</span>,
  },
  what: { width: 100 },
  reason: { width: 240, grows: true },
  at: { width: 160 },
  by: { width: 170, isName: true },
}
const columns = inErrorColumns.map((column) => ({ ...column, ...looks[column.id] }))

/** Patients and referrals that were registered in error. A Team Lead can put them back. */
export const RegisteredInError = () => {
  const { data: rows, error, refetch } = useQuery(inErrorQuery)
  const mayPutBack = useMay('record.restore')
  const { ask, dialog } = useConfirm()
  const { problem, attempt } = useAttempt()

  const back = async ({ id, what, patient }: InErrorRow): Promise<void> => {
    const isSure = await ask({
      title: `Put this ${what.toLowerCase()} back?`,
      confirm: 'Yes, put it back',
      says: (
        <p>
          {patient} {what === 'Patient' ? 'is found by searches again' : 'is on a work list again'}.
        </p>
      ),
    })
    if (!isSure) return
    await attempt(() => call(putBack, { id }), `The ${what.toLowerCase()} was put back`)
    await Promise.all([forgetMerges(), forgetAfterSave()])
  }

  return (
    <>
      <PageTitle>Registered in error</PageTitle>
      <p className="sf-purpose">
        Patients and referrals that were taken out of use, with the reason. They do not appear in lists or
        searches.
      </p>
      {error !== null && <FailedState error={error} reset={() => void refetch()} />}
      {problem}
      {rows === undefined && error === null && <LoadingState what="list" />}
      {rows !== undefined && (
        <DataGrid
          name="registered-in-error"
          caption="Registered in error"
          columns={columns}
          rows={rows}
          idOf={(row) => String(row.id)}
          noun={rows.length === 1 ? 'record' : 'records'}
          naturalOrder="Latest first"
          empty="Nothing was registered in error."
          filterHint="Name, reason or who took it out"
          actionWidth={130}
          save={(asked) => download(exportInError, asked)}
          action={(row) =>
            mayPutBack && (
              <WorkButton
                work={() => back(row)}
                label={`Put back the ${row.what.toLowerCase()} ${row.what === 'Patient' ? '' : 'of '}${row.patient}`}
              >
                Put back
              </WorkButton>
            )
          }
        />
      )}
      {dialog}
    </>
  )
}
