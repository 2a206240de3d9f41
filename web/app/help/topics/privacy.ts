import { ask, type HelpTopic } from './topic.ts'

/** Work of Information Governance on whole records. */
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
      'Everything held about the patient is here in parts. Look through each and release or withhold it. Text that may be about somebody else, or was written freely, is decided entry by entry; open and read documents.',
      'Withhold what is about somebody else who has not agreed, and what could do serious harm. The reason stays here; the archive only says how many parts were left out.',
      'When every part is decided, release the record and save the archive: a page to read, the same as JSON and CSV, the documents, and who saw the record. If something is added to the record in the meantime, decide on that part again first.',
    ],
    onSave:
      'Your decisions are kept with your name. Who released the record, and each archive that was saved, stay on record.',
    ask: ask.governance,
  },
  {
    id: 'restricted-access',
    title: 'Restricted records',
    screens: ['/falls/restricted-access', '/falls/patient/restriction'],
    about: [
      'A record can be restricted where people may be tempted to look, or where looking can do harm: of somebody who works here or is a relative, of somebody known to the public, of somebody who is not safe at home. Open the patient and press “Who may open this record”. Information Governance and Team Leads may do so, and end it, each time with a reason.',
      'Users who own a referral of the patient, or changed the record in the last 30 days, open it as usual. Everybody else chooses a reason and writes one line, and may see the record for 8 hours or until they sign out. If that time ends while they type, they are asked again when they save, and what they typed is kept. Nobody has to approve it first, so an emergency never waits.',
      'On lists, in files and on paper the name stays, with the mark “Restricted record”, so that no call or visit is missed. Address, telephone number and practice say “Withheld” to users with no part in the care. People outside the service do not find the record at all.',
      'Information Governance sees every reason under “Restricted”, unreviewed ones first. Review each; somebody else reviews your own.',
    ],
    onSave: 'A restriction is kept with your name. A reason, and who reviewed it, stay on record.',
    ask: ask.governance,
  },
  {
    id: 'retention',
    title: 'Retention of records',
    screens: ['/falls/retention', '/falls/patient/retention'],
    about: [
      'A record is kept for eight years after the last day that appears anywhere in it: a discharge, a call, a document, a death. For somebody last seen under 18 it is kept until the 26th birthday too. A service may choose longer, never shorter.',
      'After that time the record is listed under “Due for review” and nothing else happens. Information Governance looks at it and decides that it can be destroyed, or holds it with a reason, such as a claim or an inquest.',
      'A second person, from Information Governance or a Team Lead, opens the patient, presses “Retention” and confirms by typing the number of the patient. Everything of the patient is gone then, for good. A certificate stays with numbers of rows, a checksum, and both names; it says nothing of the patient. The audit trail stays too.',
    ],
    onSave:
      'A hold or a decision is kept with your name and can be ended or taken back. A destruction cannot be undone.',
    ask: ask.governance,
  },
]
