import { useQuery } from '@tanstack/react-query'
import { Details } from 'nhsuk-react-components'
import { useState } from 'react'
import { formatDateTime, orNotRecorded } from '../../../contract/platform/words/format.ts'
import type { RecordChange } from '../../../contract/platform/calls/record.ts'
import { historyQuery, type Historied } from './historyQuery.ts'
import { useMay } from '../session/session.ts'
import { LoadingOrFailed } from './LoadingOrFailed.tsx'

const whatTitles: Record<RecordChange['what'], string> = {
  recorded: 'Recorded',
  changed: 'Changed',
  deleted: 'Deleted',
  restored: 'Restored',
  moved: 'Moved, because two records were merged or a merge was undone,',
}

interface HistoryProps {
  kind: Historied
  id: number
  /** The history is read again when the version changes. */
  version: number
}

/**
 * Who recorded and changed a record, when, and its earlier values. It is read when opened. A search grant does not
 * include it.
 */
export const History = ({ kind, id, version }: HistoryProps) => {
  const may = useMay('patient.read')
  const [isOpen, setOpen] = useState(false)
  if (!may) return null
  return (
    <Details className="sf-history" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <Details.Summary>History of this record</Details.Summary>
      <Details.Text>{isOpen && <Changes kind={kind} id={id} version={version} />}</Details.Text>
    </Details>
  )
}

/** The changes to a record, newest first. `after` leaves out that version and earlier ones. */
export const Changes = ({ kind, id, version, after = 0 }: HistoryProps & { after?: number }) => {
  const { data: changes, error, refetch } = useQuery(historyQuery(kind, id, version))
  if (changes === undefined) return <LoadingOrFailed what="history" error={error} refetch={refetch} />
  return (
    <ol className="sf-history__list">
      {changes
        .filter((change) => change.version > after)
        .reverse()
        .map((change) => (
          <li key={`${change.version} ${change.at}`}>
            <p>
              <strong>{whatTitles[change.what]}</strong>{' '}
              <span className="sf-nowrap">{formatDateTime(change.at)}</span>
              {change.by !== null && ` by ${change.by}`}
            </p>
            {change.what === 'changed' && change.fields.length > 0 && (
              <dl>
                {change.fields.map(({ name, before, after }) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>
                      {orNotRecorded(before)} <span aria-hidden>→</span>
                      <span className="nhsuk-u-visually-hidden">became</span> {orNotRecorded(after)}
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        ))}
    </ol>
  )
}
