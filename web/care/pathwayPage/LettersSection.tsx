import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { isCancelled } from '../../../contract/pathways/records/appointment.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { formatDateTime } from '../../../contract/platform/words/format.ts'
import { type LetterDraft, type SignedLetter } from '../../../contract/care/letters/letter.ts'
import { dispatchWords } from '../../../contract/care/letters/ways.ts'
import { recipientInWords, type LetterOccasion } from '../../../contract/care/letters/recipients.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { lettersOfPathwayQuery, templatesQuery } from '../letters/letterQueries.ts'
import { useMay } from '../../platform/session/session.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { MenuButton } from '../../platform/ui/MenuButton.tsx'
import { Section } from './Section.tsx'

/**
 * Letters of the referral, both drafts and signed. People outside the service find signed letters among the
 * documents.
 */
export const LettersSection = () => (useMay('patient.read') ? <Letters /> : null)

const Letters = () => {
  const { pathway } = usePathway()
  const mayWrite = useMay('letter.write')
  const { data, error, refetch } = useQuery(lettersOfPathwayQuery(pathway.id))
  const isEmpty = data !== undefined && data.drafts.length + data.letters.length === 0
  return (
    <Section
      id="letters"
      title="Letters"
      line={isEmpty ? 'No letters yet.' : undefined}
      action={mayWrite && <WriteMenu />}
    >
      {data === undefined && <LoadingOrFailed what="letters" error={error} refetch={refetch} />}
      {data !== undefined && !isEmpty && (
        <ul className="sf-tasks">
          {data.drafts.map((draft) => (
            <Draft key={`draft ${draft.id}`} draft={draft} mayWrite={mayWrite} />
          ))}
          {data.letters.map((letter) => (
            <Signed key={letter.id} letter={letter} />
          ))}
        </ul>
      )}
    </Section>
  )
}

/** One entry for each template. */
const WriteMenu = () => {
  const { pathway, patient } = usePathway()
  const navigate = useNavigate()
  const { data: templates } = useQuery(templatesQuery)
  if (templates === undefined || templates.length === 0) return null
  return (
    <MenuButton
      className="sf-tool"
      face="Write a letter"
      entries={templates.map(({ id, name }) => ({
        label: name,
        act: () =>
          void navigate({
            to: '/falls/pathway/letter-new/$templateId',
            params: { templateId: String(id) },
            search: { id: pathway.id, patientId: patient.id },
          }),
      }))}
    />
  )
}

const Draft = ({ draft, mayWrite }: { draft: LetterDraft; mayWrite: boolean }) => {
  const { pathway, patient } = usePathway()
  return (
    <li>
      <div>
        <p>{draft.title}</p>
        <p>
          <strong>Not signed yet</strong> · To: {recipientInWords(draft.recipient)}
        </p>
        <p className="sf-quiet">
          Kept {formatDateTime(draft.changedAt)} {draft.changedBy}
        </p>
      </div>
      {mayWrite && (
        <Link
          className="sf-button"
          to="/falls/pathway/letter-draft/$draftId"
          params={{ draftId: String(draft.id) }}
          search={{ id: pathway.id, patientId: patient.id }}
          aria-label={`Go on with the letter: ${draft.title}`}
        >
          Go on
        </Link>
      )}
    </li>
  )
}

const stateOf = ({ correctedById, notNeeded, dispatches: [latest] }: SignedLetter): string => {
  if (correctedById !== null) return 'Another letter takes its place'
  if (notNeeded != null) return 'No longer needed'
  return latest === undefined ? 'Signed, not sent yet' : dispatchWords(latest)
}

const Signed = ({ letter }: { letter: SignedLetter }) => {
  const { pathway, patient } = usePathway()
  return (
    <li>
      <div>
        <p>
          <Link
            to="/falls/pathway/letter/$letterId"
            params={{ letterId: String(letter.id) }}
            search={{ id: pathway.id, patientId: patient.id }}
          >
            {letter.title}
          </Link>
        </p>
        <p>
          <strong>{stateOf(letter)}</strong> · To: {recipientInWords(letter.recipient)}
        </p>
        {letter.held !== null && letter.correctedById === null && letter.dispatches.length === 0 && (
          <p>Held back: {letter.held}</p>
        )}
        <p className="sf-quiet">
          Signed {formatDateTime(letter.signedAt)} by {letter.signedBy}
        </p>
      </div>
    </li>
  )
}

/** After a referral is closed: the letters that report it, each started with one press. */
export const ClosingLetters = ({ occasion }: { occasion: 'discharge' | 'declined' }) => {
  const { pathway, patient, appointment } = usePathway()
  const mayWrite = useMay('letter.write')
  const { data: templates } = useQuery({ ...templatesQuery, enabled: mayWrite })
  const { data } = useQuery({ ...lettersOfPathwayQuery(pathway.id), enabled: mayWrite })
  if (!mayWrite || data === undefined) return null
  const written = new Set([...data.drafts, ...data.letters].map(({ templateId }) => templateId))
  const hasCancelled = appointment.some(
    ({ outcome, appointmentDate }) => isCancelled(outcome) && appointmentDate >= today(),
  )
  const occasions: LetterOccasion[] = hasCancelled ? [occasion, 'appointmentCancelled'] : [occasion]
  return (templates ?? [])
    .filter((template) => occasions.includes(template.occasion) && !written.has(template.id))
    .map(({ id, name }) => (
      <Link
        key={id}
        className="sf-button"
        to="/falls/pathway/letter-new/$templateId"
        params={{ templateId: String(id) }}
        search={{ id: pathway.id, patientId: patient.id }}
        aria-label={`Write the letter: ${name}`}
      >
        Letter: {name}
      </Link>
    ))
}
