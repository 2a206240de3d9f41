import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { InsetText } from 'nhsuk-react-components'
import { formatDateTime } from '../../../contract/platform/words/format.ts'
import { type SignedLetter } from '../../../contract/care/letters/letter.ts'
import { isUnderWay } from '../../../contract/care/letters/ways.ts'
import { recipientInWords } from '../../../contract/care/letters/recipients.ts'
import { DownloadButton } from '../../pathways/documents/DownloadButton.tsx'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { RecordNotFound } from '../../pathways/records/RecordNotFound.tsx'
import { useMay } from '../../platform/session/session.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { DispatchSteps, dispatchLine } from './sending/DispatchSteps.tsx'
import { LetterPaper } from './LetterPaper.tsx'
import { NoLongerNeeded } from './sending/NoLongerNeeded.tsx'
import { SendOutside } from './sending/SendOutside.tsx'
import { lettersOfPathwayQuery } from './letterQueries.ts'
import { useLetterPlace } from './useLetterPlace.ts'
import { useSending } from './sending/useSending.tsx'

/** A signed letter, how it was sent, and what can still be done with it. */
export const SignedLetterScreen = () => {
  const { letterId } = useParams({ from: '/falls/pathway/letter/$letterId' })
  const { pathway } = usePathway()
  const { data, error, refetch } = useQuery({
    ...lettersOfPathwayQuery(pathway.id),
    refetchInterval: ({ state: { data: read, dataUpdateCount } }) =>
      dataUpdateCount < mostReads && read?.letters.some(isLeaving) === true ? 2_000 : false,
  })
  if (data === undefined) return <LoadingOrFailed what="letter" error={error} refetch={refetch} />
  const letter = data.letters.find(({ id }) => String(id) === letterId)
  return letter === undefined ? <RecordNotFound /> : <Letter letter={letter} />
}

/** Each is in the audit trail. A letter that takes longer is read again when somebody looks at the page again. */
const mostReads = 30

/** Whether a letter is handed over now, which takes seconds. An attempt that failed adds a step, and the next is minutes later. */
const isLeaving = ({ dispatches }: SignedLetter): boolean =>
  dispatches.some(({ state, steps = [] }) => state === 'queued' && steps.length < 2)

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
      {letter.notNeeded != null && (
        <p>
          No longer needed: {letter.notNeeded.reason} ({formatDateTime(letter.notNeeded.at)}
          {letter.notNeeded.by !== null && ` by ${letter.notNeeded.by}`})
        </p>
      )}
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
  const { problem, print, mail, sendOutside, giveUp } = useSending()
  const isSent = letter.dispatches.some(isUnderWay)
  const mayGiveUp =
    letter.correctedById === null &&
    letter.notNeeded == null &&
    letter.dispatches.every(({ state }) => state === 'failed')
  return (
    <>
      {problem}
      {letter.held === null && (
        <>
          {!isSent && (
            <SendOutside ways={letter.outsideWays} send={(way) => sendOutside(letter.id, pathway.id, way)} />
          )}
          <WorkButton work={() => print([letter.id])}>Print</WorkButton>
          {letter.mailAddress !== null && !isSent && (
            <WorkButton work={() => mail(letter.id, pathway.id)}>Mail to {letter.mailAddress}</WorkButton>
          )}
        </>
      )}
      {mayGiveUp && <NoLongerNeeded note={(reason) => giveUp(letter.id, pathway.id, reason)} />}
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
          {dispatchLine(dispatch)}
          <DispatchSteps dispatch={dispatch} />
        </li>
      ))}
    </ul>
  )
