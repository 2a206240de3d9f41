import { Link } from '@tanstack/react-router'
import { formatDate, formatDateTime } from '../../../contract/platform/words/format.ts'
import { type ContactNote, contactTypeTitle } from '../../../contract/pathways/records/contactNote.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'

const signedBy = ({ recordedAt, recordedBy }: ContactNote): string =>
  `${formatDateTime(recordedAt)} ${recordedBy ?? ''}`.trim()

/** A signed note with its additions, each with its own signature. */
export const ContactNoteText = ({
  note,
  additions,
}: {
  note: ContactNote
  additions: readonly ContactNote[]
}) => {
  const facts = [
    formatDate(note.contactDate),
    contactTypeTitle(note.contactType),
    note.minutes === null ? '' : `${note.minutes} minutes`,
    note.whoWasThere === null ? '' : `with ${note.whoWasThere}`,
  ]
  return (
    <div className="sf-note">
      <p className="sf-quiet">{facts.filter(Boolean).join(', ')}</p>
      <p className="sf-text">{note.note}</p>
      <p className="sf-quiet">Signed {signedBy(note)}</p>
      <NoteAdditions additions={additions} isLinked />
    </div>
  )
}

/** The additions to a note, earliest first. @param isLinked each links to its own screen, where it can be deleted */
export const NoteAdditions = ({
  additions,
  isLinked,
}: {
  additions: readonly ContactNote[]
  isLinked: boolean
}) => {
  const { pathway, patient } = usePathway()
  return additions.map((addition) => (
    <div className="sf-note__added" key={addition.id}>
      <div className="sf-quiet">
        Added {signedBy(addition)}{' '}
        {isLinked && (
          <Link
            to="/falls/pathway/contactNote/$contactNoteId"
            params={{ contactNoteId: String(addition.id) }}
            search={{ id: pathway.id, patientId: patient.id }}
            aria-label={`Open what was added ${signedBy(addition)}`}
          >
            Open
          </Link>
        )}
      </div>
      <div className="sf-text">{addition.note}</div>
    </div>
  ))
}
