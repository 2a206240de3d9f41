import { ask, type HelpTopic } from '../topic.ts'

/** What Information Governance does with whole records. */
export const privacy: readonly HelpTopic[] = [
  {
    id: 'subject-requests',
    title: 'Subject access requests',
    screens: ['/falls/subject-requests'],
    about: [
      'Anybody may ask to see what the service holds about them, in any words and to anybody. The answer is due one calendar month after they asked; the list shows the one that is due first at the top.',
      'To record a request, search for the patient, open the record and press “Record a subject access request”.',
    ],
    ask: ask.governance,
  },
  {
    id: 'subject-request',
    title: 'Answering a subject access request',
    screens: ['/falls/patient/subject-request/$requestId'],
    about: [
      'Everything that is held of the patient stands here in parts. Look through each and release or withhold it. What may be about somebody else, or was written freely, is asked about entry by entry; documents are opened and read.',
      'Withhold what is about somebody else who has not agreed, and what could do serious harm. The reason stays here; the archive only says how many parts were left out.',
      'When every part is decided, release the record and save the archive: a page to read, the same as JSON and CSV, the documents, and who saw the record. If something is written in the record meanwhile, that part is asked again first.',
    ],
    onSave:
      'Your decisions stand with your name. Who released the record, and each archive that was saved, stay on record.',
    ask: ask.governance,
  },
]
