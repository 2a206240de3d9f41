import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from 'nhsuk-react-components'
import { useState } from 'react'
import { deleteDocument, type PathwayDocument } from '../../../contract/pathways/document.ts'
import { formatDateTime, formatName } from '../../../contract/platform/words/format.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { BusyWords } from '../../platform/ui/BusyWords.tsx'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { documentsQuery, forgetDocuments } from './queries.ts'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'

/**
 * Asks for confirmation, with the patient's name, before a document is deleted. Without a document in the address, asks
 * which one.
 */
export const DeleteScreen = () => {
  const { pathway } = usePathway()
  const { documentId } = useSearch({ from: '/falls/pathway/documents-delete' })
  const { data, error, refetch } = useQuery(documentsQuery(pathway.id))
  if (data === undefined) return <LoadingOrFailed what="documents" error={error} refetch={refetch} />
  const document = data.find(({ id }) => id === documentId)
  if (document !== undefined) return <Confirm key={document.id} document={document} />
  return <Choose documents={data} isGone={documentId !== undefined} />
}

const useHere = () => {
  const { pathway, patient } = usePathway()
  return { id: pathway.id, patientId: patient.id }
}

const Choose = ({ documents, isGone }: { documents: readonly PathwayDocument[]; isGone: boolean }) => {
  const here = useHere()
  return (
    <>
      <PageTitle>Delete a document</PageTitle>
      {isGone && (
        <p className="sf-warning" role="alert">
          This document is not among those of this pathway. It may have been deleted already.
        </p>
      )}
      {documents.length === 0 ? (
        <p className="sf-quiet">This referral has no documents.</p>
      ) : (
        <>
          <p>Which document?</p>
          <ul className="sf-document__list">
            {documents.map((document) => (
              <li key={document.id}>
                <Link to="/falls/pathway/documents-delete" search={{ ...here, documentId: document.id }}>
                  {document.fileName}
                </Link>
                <span className="sf-quiet">
                  {document.names.documentType}, {formatDateTime(document.uploadedAt)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        <Link to="/falls/pathway/view" search={{ ...here, section: 'documents' }}>
          Back to the pathway
        </Link>
      </p>
    </>
  )
}

const Confirm = ({ document }: { document: PathwayDocument }) => {
  const { patient } = usePathway()
  const here = useHere()
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const { problem, attempt } = useAttempt()
  const back = { to: '/falls/pathway/view', search: { ...here, section: 'documents' } } as const

  const remove = async (): Promise<void> => {
    setDeleting(true)
    const isDone = await attempt(async () => {
      await call(deleteDocument, { id: document.id, version: document.version, ParentId: here.id })
      await navigate({ ...back, replace: true })
      await forgetDocuments()
    }, 'Document deleted')
    if (!isDone) setDeleting(false)
  }

  return (
    <>
      <PageTitle>Delete this document?</PageTitle>
      {problem}
      <dl className="sf-pairs sf-document__facts">
        <div>
          <dt>Document</dt>
          <dd className="sf-document__name">{document.fileName}</dd>
        </div>
        <div>
          <dt>Document type</dt>
          <dd>{document.names.documentType}</dd>
        </div>
        <div>
          <dt>Uploaded</dt>
          <dd>
            {formatDateTime(document.uploadedAt)} {document.uploadedBy}
          </dd>
        </div>
        <div>
          <dt>Patient</dt>
          <dd translate="no">{formatName({ ...patient, namePrefix: patient.names.namePrefix })}</dd>
        </div>
      </dl>
      <p>A Team Lead can restore it.</p>
      <div className="sf-actions">
        <Button
          warning
          type="button"
          aria-disabled={isDeleting}
          onClick={() => void (isDeleting || remove())}
        >
          <BusyWords isBusy={isDeleting}>Yes, delete it</BusyWords>
        </Button>
        <CancelLink {...back} />
      </div>
    </>
  )
}
