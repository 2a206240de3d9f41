import { queryOptions, useQuery } from '@tanstack/react-query'
import { Details } from 'nhsuk-react-components'
import { useState } from 'react'
import { formatDate, formatDateTime } from '../../contract/format.ts'
import { deletedRecords, type DeletedRecord } from '../../contract/pathway/pathway.ts'
import { recordTitles } from '../../contract/records/record.ts'
import { ApiError, call } from '../api.ts'
import { forgetAfterSave } from '../queries.ts'
import { restoreRecord } from '../records/restoreRecord.ts'
import { useMay } from '../session.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { LoadingState } from '../ui/LoadingState.tsx'
import { toast } from '../ui/Toast.tsx'
import { usePathway } from './PathwayFrame.tsx'

const deletedQuery = (id: number) =>
  queryOptions({
    queryKey: ['pathway', id, 'deleted'],
    queryFn: () => call(deletedRecords, { id }),
    staleTime: 0,
  })

/** For Team Leads: what was deleted of this pathway, to be brought back. Read when it is opened. */
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

const Listed = () => {
  const { pathway, stage } = usePathway()
  const { data: records, error, refetch } = useQuery(deletedQuery(pathway.id))
  const [failure, setFailure] = useState<ApiError | null>(null)
  const restore = async ({ kind, id }: DeletedRecord): Promise<void> => {
    try {
      await restoreRecord(kind, id)
      await forgetAfterSave()
      toast(`${recordTitles[kind]} restored`)
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      setFailure(problem)
    }
  }
  if (records === undefined)
    return error === null ? (
      <LoadingState what="deleted records" />
    ) : (
      <FailedState error={error} reset={() => void refetch()} />
    )
  return (
    <>
      {failure !== null && <FailedState error={failure} />}
      {records.length === 0 && <p>Nothing was deleted.</p>}
      <ul className="sf-deleted">
        {records.map((record) => {
          const name = `${recordTitles[record.kind]}${record.day === null ? '' : ` of ${formatDate(record.day)}`}`
          return (
            <li key={`${record.kind} ${record.id}`}>
              <span>
                {name}, deleted {formatDateTime(record.deletedAt)}
                {record.deletedBy !== null && ` by ${record.deletedBy}`}
              </span>
              {(stage.open || record.kind === 'bmi') && (
                <button
                  type="button"
                  className="sf-button"
                  aria-label={`Restore ${name}`}
                  onClick={() => void restore(record)}
                >
                  Restore
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
