import { Link } from '@tanstack/react-router'
import { formatDate } from '../../../contract/platform/words/format.ts'
import {
  type ContactNote,
  contactNote,
  contactNoteForm,
  contactNoteRecord,
  contactTypes,
  quickPhrases,
  withAdditions,
} from '../../../contract/pathways/records/contactNote.ts'
import { noteOfTold } from '../../../contract/care/person/questionsTaken.ts'
import type { ToldQuestions } from '../../../contract/care/person/questions.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { TextAreaField } from '../../platform/ui/TextAreaField.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { ContactNoteText } from './ContactNoteText.tsx'
import { History } from '../../platform/ui/History.tsx'
import { QuickPhrases } from './QuickPhrases.tsx'
import { ToldBeside } from './ToldBeside.tsx'
import { useReturnToPathway } from './returnTo.tsx'
import { DescribedForm } from './DescribedForm.tsx'
import { RecordForm } from './RecordForm.tsx'
import { recordScreen } from './recordScreen.tsx'
import { useDeleting } from './useDeleting.tsx'

const { labels } = contactNoteRecord

/** A contact note; id 0 writes one. A signed note is read and added to here; its text cannot be changed. */
export const ContactNoteScreen = recordScreen('contactNote', 'contactNoteId', ({ record: note }) => {
  if (note === null) return <NewNote />
  return note.addsToId === null ? <SignedNote note={note} /> : <Addition note={note} />
})

const noteOf = (answer: ToldQuestions) => ({ note: noteOfTold(answer) })

const NewNote = () => {
  const { pathway } = usePathway()
  return (
    <DescribedForm
      kind="contactNote"
      record={null}
      schema={contactNoteForm}
      note="Saving signs the note with your name and the time. It cannot be changed afterwards, but you can add to it. Record a follow-up call as a telephone follow-up; a note of a call does not count as one."
      fields={[
        { part: (form) => <ToldBeside pathwayId={pathway.id} form={form} fill={noteOf} /> },
        { day: 'contactDate' },
        { choice: 'contactType', options: contactTypes, isInline: true },
        { text: 'minutes', isOptional: true, width: 3, isNumber: true },
        {
          text: 'whoWasThere',
          isOptional: true,
          hint: 'Besides you and the patient, such as a daughter or a carer',
        },
        { lines: 'note', rows: 8 },
        {
          part: (form) => <QuickPhrases form={form} name="note" label={labels.note} phrases={quickPhrases} />,
        },
      ]}
    />
  )
}

const SignedNote = ({ note }: { note: ContactNote }) => {
  const { pathway, contactNote: notes } = usePathway()
  const form = useZodForm(contactNoteForm, {
    contactDate: note.contactDate,
    contactType: note.contactType,
    minutes: '',
    whoWasThere: '',
    note: '',
    afterDeathConfirmed: false,
    unusualConfirmed: false,
  })
  const whole = withAdditions(notes).find((each) => each.note.id === note.id)
  const deletion = useNoteDeleting(note, () => form.reset())
  return (
    <>
      <RecordForm
        kind="contactNote"
        record={null}
        form={form}
        place={useReturnToPathway('contactNote')}
        heading={`Contact note of ${formatDate(note.contactDate)}`}
        note={<ContactNoteText note={note} additions={whole?.additions ?? []} />}
        about=""
        afterDeathField="afterDeathConfirmed"
        unusualField="unusualConfirmed"
        save={(values, _new, options) =>
          call(contactNote.save, { ...values, id: 0, addsToId: note.id, pathwayId: pathway.id }, options)
        }
        // A signed note has its own button below.
        remove={() => Promise.resolve()}
      >
        <TextAreaField
          form={form}
          name="note"
          label="Add to this note"
          hint="What was missing or wrong. It appears under the note with your name and the time"
          rows={6}
        />
      </RecordForm>
      <NoteKeeping note={note} deletion={deletion} />
    </>
  )
}

/** An addition on its own screen, where it can be deleted if it was added by mistake. */
const Addition = ({ note }: { note: ContactNote }) => {
  const { pathway, patient, contactNote: notes } = usePathway()
  const deletion = useNoteDeleting(note, () => undefined)
  const to = notes.find(({ id }) => id === note.addsToId)
  return (
    <>
      <PageTitle>{`Added to the contact note of ${formatDate(note.contactDate)}`}</PageTitle>
      <ContactNoteText note={note} additions={[]} />
      <p>
        {to === undefined ? (
          'The note that this was added to was deleted since.'
        ) : (
          <Link
            to="/falls/pathway/contactNote/$contactNoteId"
            params={{ contactNoteId: String(to.id) }}
            search={{ id: pathway.id, patientId: patient.id }}
          >{`Go to the note of ${formatDate(to.contactDate)}`}</Link>
        )}
      </p>
      <NoteKeeping note={note} deletion={deletion} />
    </>
  )
}

/** @param letGo discards the typed text, so that leaving does not ask */
const useNoteDeleting = (note: ContactNote, letGo: () => void) => {
  const { pathway } = usePathway()
  const { back, patientName } = useReturnToPathway('contactNote')
  return useDeleting({
    kind: 'contactNote',
    about: `Contact note of ${formatDate(note.contactDate)}, signed by ${note.recordedBy ?? 'the service'}`,
    patientName,
    warning:
      note.addsToId === null
        ? 'For a note that was recorded in error, such as of another patient. What was added to it stays. A Team Lead can restore it.'
        : 'A Team Lead can restore it.',
    remove: async () => {
      const { id, version } = note
      await call(contactNote.delete, { id, version, pathwayId: pathway.id })
      letGo()
      await forgetAfterSave()
      toast(`${contactNoteRecord.title} deleted`)
      await back()
    },
  })
}

const NoteKeeping = ({ note, deletion }: { note: ContactNote; deletion: ReturnType<typeof useDeleting> }) => (
  <>
    {deletion.problem}
    <p>{deletion.button}</p>
    <History kind="contactNote" id={note.id} version={note.version} />
    {deletion.dialog}
  </>
)
