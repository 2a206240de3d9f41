import { Link } from '@tanstack/react-router'
import { fileKinds, type PathwayDocument } from '../../../contract/pathways/document.ts'
import { formatDateTime } from '../../../contract/platform/words/format.ts'
import { useMay } from '../../platform/session/session.ts'
import { DeletedDocuments } from './DeletedDocuments.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import { formatSize } from './size.ts'

interface DocumentsSectionProps {
  pathway: { id: number }
  patient: { id: number }
  /** Documents that are not deleted, latest first. */
  documents: readonly PathwayDocument[]
}

/** The documents on the page of a pathway. They can still be changed after the pathway is closed. */
export const DocumentsSection = ({ pathway, patient, documents }: DocumentsSectionProps) => {
  const mayWrite = useMay('document.write')
  const mayRestore = useMay('record.restore')
  const here = { id: pathway.id, patientId: patient.id }
  return (
    <section
      className={`sf-card sf-part ${documents.length === 0 ? 'sf-part--line' : ''}`}
      id="documents"
      aria-labelledby="documents-title"
    >
      <div className="sf-part__head">
        <h2 className="nhsuk-heading-s" id="documents-title">
          Documents
        </h2>
        {documents.length === 0 && <div className="sf-part__line">No documents yet.</div>}
        {mayWrite && (
          <Link
            className="sf-button"
            to="/falls/pathway/documents-upload"
            search={here}
            aria-label="Upload documents"
          >
            Upload
          </Link>
        )}
      </div>
      {documents.length > 0 && (
        <div className="sf-scroll" role="region" aria-label="List of documents" tabIndex={0}>
          <table className="sf-table sf-table--stacks" role="table">
            <thead>
              <tr>
                <th scope="col">Document</th>
                <th scope="col">Type</th>
                <th scope="col">Uploaded</th>
                <th scope="col">Action</th>
              </tr>
            </thead>
            <tbody>
              {documents.map((document) => (
                <tr key={document.id} role="row">
                  <td role="cell" data-label="Document">
                    <div>
                      <span className="sf-document__name">{document.fileName}</span>{' '}
                      <span className="sf-quiet sf-nowrap">
                        {fileKinds[document.kind].title}, {formatSize(document.sizeBytes)}
                      </span>
                    </div>
                  </td>
                  <td role="cell" data-label="Type">
                    <div>{document.names.documentType}</div>
                  </td>
                  <td role="cell" data-label="Uploaded">
                    <div>
                      <span className="sf-nowrap">{formatDateTime(document.uploadedAt)}</span>{' '}
                      {document.uploadedBy}
                    </div>
                  </td>
                  <td role="cell">
                    <div className="sf-document__actions">
                      <DownloadButton document={document} />
                      {mayWrite && (
                        <Link
                          className="sf-button"
                          to="/falls/pathway/documents-delete"
                          search={{ ...here, documentId: document.id }}
                          aria-label={`Delete ${document.fileName}`}
                        >
                          Delete
                        </Link>
                      )}
                    </div>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {mayRestore && <DeletedDocuments pathwayId={pathway.id} />}
    </section>
  )
}
