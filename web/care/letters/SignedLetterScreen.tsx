import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { InsetText } from 'nhsuk-react-components'
import { formatDateTime } from '../../../contract/platform/words/format.ts'
import { dispatchWords, type SignedLetter } from '../../../contract/care/letters/letter.ts'
import { recipientInWords } from '../../../contract/care/letters/recipients.ts'
import { DownloadButton } from '../../pathways/documents/DownloadButton.tsx'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { RecordNotFound } from '../../pathways/records/RecordNotFound.tsx'
import { useMay } from '../../platform/session/session.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { LetterPaper } from './LetterPaper.tsx'
import { lettersOfPathwayQuery } from './letterQueries.ts'
import { useLetterPlace } from './useLetterPlace.ts'
import { useSending } from './useSending.tsx'

/** A signed letter, how it was sent, and what can still be done with it. */
export const SignedLetterScreen = () => {
  const { letterId } = useParams({ from: '/falls/pathway/letter/$letterId' })
  const { pathway } = usePathway()
  const { data, error, refetch } = useQuery(lettersOfPathwayQuery(pathway.id))
  if (data === undefined) return <LoadingOrFailed what="letter" error={error} refetch={refetch} />
  const letter = data.letters.find(({ id }) => String(id) === letterId)
  return letter === undefined ? <RecordNotFound /> : <Letter letter={letter} />
}

const Letter = ({ letter }: { letter: SignedLetter }) => {
  const { documents } = usePathway()
  const { search, section } = useLetterPlace()
  const mayWrite = useMay('letter.write')
  const document = documents.find(({ id }) => id === letter.documentId)
  return (
    <>
      <PageTitle>{letter.title}</PageTitle>
      <p className="sf-purpose">
        To: {recipientInWords(letter.recipient)}. Signed by {letter.signedBy},{' '}
        {formatDateTime(letter.signedAt)}.
      </p>
      {letter.held !== null && (
        <InsetText>
          <p>This letter is held back: {letter.held}</p>
        </InsetText>
      )}
      <div className="sf-letter__actions">
        {mayWrite && <Sending letter={letter} />}
        {document !== undefined && <DownloadButton document={document} />}
        {mayWrite && letter.correctedById === null && (
          <Link
            className="sf-button"
            to="/falls/pathway/letter-correction/$letterId"
            params={{ letterId: String(letter.id) }}
            search={search}
          >
            Write a correction
          </Link>
        )}
        <Link to="/falls/pathway/view" search={section}>
          Back to the pathway
        </Link>
      </div>
      <Dispatches letter={letter} />
      <LetterPaper
        label="The letter"
        frame={letter.frame}
        title={letter.title}
        body={letter.body}
        signedBy={letter.signedBy}
        signedAs={letter.signedAs}
      />
    </>
  )
}

const Sending = ({ letter }: { letter: SignedLetter }) => {
  const { pathway } = usePathway()
  const { problem, print, mail } = useSending()
  if (letter.held !== null) return null
  const wasMailed = letter.dispatches.some(({ state }) => state === 'queued' || state === 'accepted')
  return (
    <>
      {problem}
      <WorkButton work={() => print([letter.id])}>Print</WorkButton>
      {letter.mailAddress !== null && !wasMailed && (
        <WorkButton work={() => mail(letter.id, pathway.id)}>Mail to {letter.mailAddress}</WorkButton>
      )}
    </>
  )
}

const Dispatches = ({ letter: { dispatches } }: { letter: SignedLetter }) =>
  dispatches.length === 0 ? (
    <p>Not sent yet.</p>
  ) : (
    <ul>
      {dispatches.map((dispatch) => (
        <li key={dispatch.id}>
          {dispatchWords(dispatch)}, {formatDateTime(dispatch.at)}
          {dispatch.by !== null && ` by ${dispatch.by}`}
          {dispatch.address !== null && `, to ${dispatch.address}`}
          {dispatch.failure !== null && `. ${dispatch.failure}`}
        </li>
      ))}
    </ul>
  )
