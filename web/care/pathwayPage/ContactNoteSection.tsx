import { formatDate } from '../../../contract/platform/words/format.ts'
import {
  type ContactNote,
  contactTypeTitle,
  withAdditions,
} from '../../../contract/pathways/records/contactNote.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { NoteAdditions } from '../../pathways/records/ContactNoteText.tsx'
import { useMay } from '../../platform/session/session.ts'
import { RecordSection } from './RecordSection.tsx'
import type { Column } from '../../platform/ui/StackedTable.tsx'
import { Maybe } from './RecordTable.tsx'

const whoWasThereColumn: Column<ContactNote> = {
  title: 'Who was there',
  cell: ({ whoWasThere }) => <Maybe value={whoWasThere} />,
}

/** Notes, each with its additions below it. Neither can be edited. */
export const ContactNoteSection = () => {
  const notes = new Map(withAdditions(usePathway().contactNote).map((each) => [each.note.id, each]))
  const mayReadNote = useMay('patient.read')
  return (
    <RecordSection
      kind="contactNote"
      isRow={({ id }) => notes.has(id)}
      shownAtFirst={3}
      verb="Add to"
      columns={[
        {
          title: 'Day',
          cell: ({ contactDate }) => <span className="sf-nowrap">{formatDate(contactDate)}</span>,
        },
        {
          title: 'Type',
          cell: ({ contactType, minutes }) => (
            <>
              {contactTypeTitle(contactType)}
              {minutes !== null && <div className="sf-nowrap">{minutes} minutes</div>}
            </>
          ),
        },
        ...(mayReadNote ? [whoWasThereColumn] : []),
        {
          title: 'Note',
          cell: (note) => (
            <div className="sf-wide">
              {note.addsToId !== null && (
                <div className="sf-quiet">Added to a note that was deleted since</div>
              )}
              {mayReadNote ? (
                <div className="sf-text">{note.note}</div>
              ) : (
                <span className="sf-quiet">For staff of the service</span>
              )}
              <NoteAdditions additions={notes.get(note.id)?.additions ?? []} isLinked={false} />
            </div>
          ),
        },
      ]}
    />
  )
}
