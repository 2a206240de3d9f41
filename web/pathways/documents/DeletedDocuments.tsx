import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { restoreDocument, type PathwayDocument } from '../../../contract/pathways/document.ts'
import { formatDateTime } from '../../../contract/platform/words/format.ts'
import { call } from '../../platform/calls/api.ts'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { documentsQuery, forgetDocuments } from './queries.ts'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'

/** For a Team Lead: the deleted documents, with who deleted them and when, to restore. Loaded only when opened. */
export const DeletedDocuments = ({ pathwayId }: { pathwayId: number }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="nhsuk-details" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="nhsuk-details__summary">
        <span className="nhsuk-details__summary-text">Deleted documents</span>
      </summary>
      <div className="nhsuk-details__text">{isOpen && <DeletedList pathwayId={pathwayId} />}</div>
    </details>
  )
}

const DeletedList = ({ pathwayId }: { pathwayId: number }) => {
  const { data, error } = useQuery(documentsQuery(pathwayId, true))
  const { problem, attempt } = useAttempt()
  if (error !== null) return <FailedState error={error} />
  if (data === undefined) return <p role="status">Loading deleted documents…</p>
  const deleted = data.filter(({ isActive }) => !isActive)

  const restore = async ({ id, version, fileName }: PathwayDocument): Promise<void> => {
    await attempt(async () => {
      await call(restoreDocument, { id, version, ParentId: pathwayId })
      await forgetDocuments()
    }, `${fileName} restored`)
  }

  return (
    <>
      {problem}
      {deleted.length === 0 && <p className="sf-quiet">No document of this referral is deleted.</p>}
      <ul className="sf-document__list">
        {deleted.map((document) => (
          <li key={document.id}>
            <div>
              <span className="sf-document__name">{document.fileName}</span>, {document.names.documentType}
              <div className="sf-quiet">
                Deleted {formatDateTime(document.changedAt)} by {document.changedBy ?? 'somebody'}
              </div>
            </div>
            <WorkButton label={`Restore ${document.fileName}`} work={() => restore(document)}>
              Restore
            </WorkButton>
          </li>
        ))}
      </ul>
    </>
  )
}
