import { useState } from 'react'
import { downloadDocument, type PathwayDocument } from '../../../contract/pathways/document.ts'
import { ApiError, askFile } from '../../platform/calls/api.ts'
import { saveFile } from '../../platform/calls/download.ts'
import { BusyWords } from '../../platform/ui/BusyWords.tsx'

/** Downloads the file with the session's token and saves it; shows a message if it cannot. */
export const DownloadButton = ({ document }: { document: PathwayDocument }) => {
  const { id, pathwayId, fileName, availability } = document
  const [isFetching, setFetching] = useState(false)
  const [problem, setProblem] = useState('')
  if (availability !== 'available')
    return (
      <span className="sf-document__held">
        {availability === 'checking'
          ? 'Being checked for viruses'
          : 'A virus was found, so it cannot be opened'}
      </span>
    )

  const fetchFile = async (): Promise<void> => {
    setFetching(true)
    try {
      saveFile(await askFile(downloadDocument, { id, ParentId: pathwayId }), fileName)
      setProblem('')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
    } finally {
      setFetching(false)
    }
  }

  return (
    <>
      <button
        type="button"
        className="sf-button"
        aria-label={`Download ${fileName}`}
        aria-disabled={isFetching}
        onClick={() => void (isFetching || fetchFile())}
      >
        <BusyWords isBusy={isFetching}>Download</BusyWords>
      </button>
      <span role="alert" className="sf-document__problem">
        {problem}
      </span>
    </>
  )
}
