import { queryOptions, useQuery } from '@tanstack/react-query'
import { Details } from 'nhsuk-react-components'
import { useState } from 'react'
import { formatDate, formatDateTime } from '../../../contract/platform/words/format.ts'
import { deletedRecords, type DeletedRecord } from '../../../contract/pathways/referral/pathway.ts'
import { recordKinds } from '../../../contract/pathways/records/kinds.ts'
import { ApiError, call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { restoreRecord, type Confirmed } from '../../pathways/records/restoreRecord.ts'
import { useMay } from '../../platform/session/session.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useConfirm } from '../../platform/ui/useConfirm.tsx'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'

const deletedQuery = (id: number) =>
  queryOptions({
    queryKey: ['pathway', id, 'deleted'],
    queryFn: () => call(deletedRecords, { id }),
    staleTime: 0,
  })

/** For Team Leads: deleted records of this pathway, which can be restored. Read only when the section is opened. */
export const DeletedRecords = () => {
  const may = useMay('record.restore')
  const [isOpen, setOpen] = useState(false)
  if (!may) return null
  return (
    <Details className="sf-history" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <Details.Summary>Deleted records</Details.Summary>
      <Details.Text>{isOpen && <Listed />}</Details.Text>
    </Details>
  )
}

const nameOf = ({ kind, day }: DeletedRecord): string =>
  `${recordKinds[kind].title}${day === null ? '' : ` of ${formatDate(day)}`}`

const nothingConfirmed: Confirmed = { afterDeathConfirmed: false, unusualConfirmed: false }

const Listed = () => {
  const { pathway, stage } = usePathway()
  const { data: records, error, refetch } = useQuery(deletedQuery(pathway.id))
  const [failure, setFailure] = useState<ApiError | null>(null)
  const { ask, dialog } = useConfirm()
  const restore = async (record: DeletedRecord, confirmed = nothingConfirmed): Promise<void> => {
    const { kind, id } = record
    try {
      await restoreRecord(kind, id, confirmed)
      setFailure(null)
      await forgetAfterSave()
      toast(`${recordKinds[kind].title} restored`)
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      const doubts = (['afterDeathConfirmed', 'unusualConfirmed'] as const).filter(
        (field) => problem.fields[field] !== undefined,
      )
      if (doubts.length > 0) {
        const question = {
          title: `Restore ${nameOf(record)}?`,
          confirm: 'Yes, restore it',
          says: doubts.map((field) => <p key={field}>{problem.fields[field]}</p>),
        }
        const yes = Object.fromEntries(doubts.map((field) => [field, true]))
        if (await ask(question)) await restore(record, { ...confirmed, ...yes })
        return
      }
      setFailure(problem)
    }
  }
  if (records === undefined) return <LoadingOrFailed what="deleted records" error={error} refetch={refetch} />
  return (
    <>
      {dialog}
      {failure !== null && <FailedState error={failure} />}
      {records.length === 0 && <p>Nothing was deleted.</p>}
      <ul className="sf-deleted">
        {records.map((record) => {
          const name = nameOf(record)
          return (
            <li key={`${record.kind} ${record.id}`}>
              <span>
                {name}, deleted {formatDateTime(record.deletedAt)}
                {record.deletedBy !== null && ` by ${record.deletedBy}`}
              </span>
              {(stage.open || record.kind === 'bmi') && (
                <WorkButton label={`Restore ${name}`} work={() => restore(record)}>
                  Restore
                </WorkButton>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
