import { held, shown, type Hazard } from '../hazard.ts'

/** Hazards of facts that reach the wrong people, and of files that harm whoever opens them. */
export const disclosureHazards: readonly Hazard[] = [
  {
    id: 'CS-23',
    title: 'Facts of a patient reach somebody who must not have them',
    description:
      'A safeguarding note, a risk or a record is read outside the service, or by staff without need.',
    causes: ['a guessed id', 'words that staff typed', 'a role that was taken away and still works'],
    effect:
      'A person who harms the patient learns what is known; the patient tells the service nothing more.',
    initial: { severity: 4, likelihood: 3 },
    controls: [
      {
        says: 'People outside the service see only whom they can name in full, with consent, and only to read.',
        code: 'server/patients/search/grantedReads.ts',
        shownBy: [
          shown(
            'server/patients/search/grantedReads.test.ts',
            'AZ-5: ten thousand guessed ids give no byte of a patient, and say the same as an id that is not there',
          ),
          shown(
            'server/patients/search/grantedReads.test.ts',
            'whatever they call, with an open pathway and input that would work',
          ),
          shown(
            'server/patients/search/external.test.ts',
            'answers null in the same bytes and opens nothing',
          ),
        ],
      },
      {
        says: 'Red flags, safeguarding, risks and words of staff never leave the service.',
        code: 'server/patients/flags/read.ts',
        shownBy: [
          shown('server/testing/checks/outside.test.ts', 'are not in %s (%s)'),
          shown(
            'server/patients/safetyNets/safetyNets.test.ts',
            'are kept from the other kinds by the database itself',
          ),
        ],
      },
      {
        says: 'Every call asks for its right, and a lost right binds on the next call.',
        code: 'server/platform/http/request/rights.ts',
        shownBy: [
          shown('server/testing/checks/access.test.ts', 'who may call what'),
          shown(
            'server/accounts/signIn/atOnce.test.ts',
            'binds every call that begins after its answer: race %i',
          ),
        ],
      },
      {
        says: 'Every look at a patient leaves a row in the audit trail, or shows nothing.',
        code: 'server/platform/audit/auditTrail.ts',
        shownBy: [
          shown(
            'server/platform/audit/auditTrail.test.ts',
            'DP-1: whoever reads or writes patient data leaves a row that names the patients',
          ),
          shown('server/platform/audit/auditTrail.test.ts', 'DP-1: while the audit trail cannot be written'),
        ],
      },
      {
        says: 'A restricted record opens to the care, and to others once they say why; lists leave out where the person is found.',
        code: 'server/patients/flags/withheld.ts',
        shownBy: [
          shown('server/testing/checks/restricted.test.ts', 'is told to nobody else by %s'),
          shown(
            'server/testing/checks/restricted.test.ts',
            'is by name, and no more, in every file and on every sheet',
          ),
          shown('server/testing/checks/restricted.test.ts', 'is changed by nobody else by %s'),
        ],
      },
    ],
    residual: { severity: 4, likelihood: 2 },
    left: 'Of a record that is not restricted, staff who may read may read too much: it is found afterwards, by questions to the audit trail, and not kept from them.',
    owner: 'maker',
    status: 'open',
  },
  {
    id: 'CS-26',
    title: 'A record that is withheld delays the care of somebody who needs it now',
    description:
      'A restricted record asks for a reason, or leaves out address and telephone number, when somebody without a part in the care has to help at once.',
    causes: [
      'a restriction that nobody ended',
      'a carer who is new to the patient or covers for another',
      'a follow-up that is overlooked because the record is not on the list',
    ],
    effect: 'Help, a visit or a call comes late or not at all.',
    initial: { severity: 3, likelihood: 3 },
    controls: [
      {
        says: 'One choice and one line open the record at once; nobody has to agree.',
        code: 'server/governance/privacy/restrictedAccess.ts',
        shownBy: [
          shown(
            'server/governance/privacy/restriction.test.ts',
            'opens to its carers, and to others for who says why: in their session, for eight hours',
          ),
          shown('server/governance/privacy/restriction.test.ts', 'is one choice and one line'),
          shown(
            'web/patients/frames/restrictedRecord.test.tsx',
            'a restricted record asks why, and then shows %s',
          ),
        ],
      },
      {
        says: 'The patient stays on every list, in every file and on every sheet, by name and with a mark.',
        code: 'server/patients/flags/read.ts',
        shownBy: [
          shown('server/testing/checks/restricted.test.ts', 'stays on the lists, which answer'),
          shown(
            'server/governance/privacy/restriction.test.ts',
            'is found by name with a mark and without the address',
          ),
          shown(
            'web/patients/frames/restrictedRecord.test.tsx',
            'a list says that the postcode is withheld, and not that none is recorded',
          ),
        ],
      },
    ],
    residual: { severity: 3, likelihood: 1 },
    left: 'People outside the service do not find a restricted record at all: they have to ring the service.',
    owner: 'service',
    status: 'controlled',
  },
  {
    id: 'CS-25',
    title: 'A file harms whoever opens it, or is not the one that was stored',
    description:
      'A document runs on the computer of a ward, cannot be opened, or has changed since it was uploaded.',
    causes: [
      'a hostile or damaged file',
      'a store of documents that loses or changes content',
      'a second upload after a lost reply',
    ],
    effect: 'A letter or result is missing when it is needed; computers of the service stop.',
    initial: { severity: 3, likelihood: 3 },
    controls: [
      {
        says: 'A file is taken only when name, type and content agree; active content is refused or removed.',
        code: 'server/pathways/documents/inspection/inspect.ts',
        shownBy: [
          shown('server/pathways/documents/intake/corpus.test.ts', 'a hostile file'),
          shown('server/pathways/documents/intake/corpus.test.ts', 'an honest file'),
          shown(
            'server/pathways/documents/inspection/inspect.test.ts',
            'no bytes whatever come through as anything but what they are',
          ),
          held('faults/files.ts'),
        ],
      },
      {
        says: 'With a scanner, nothing opens before it was found clean.',
        code: 'server/pathways/documents/storage/chores.ts',
        shownBy: [
          shown(
            'server/pathways/documents/intake/scanning.test.ts',
            'that is %s, a file is kept but cannot be had until the scanner finds it clean',
          ),
          shown(
            'server/pathways/documents/intake/scanning.test.ts',
            'a file found infected later can never be opened again',
          ),
        ],
      },
      {
        says: 'Content and row commit together, and the content is compared with its checksum.',
        code: 'server/pathways/documents/intake/upload.ts',
        shownBy: [
          shown(
            'server/pathways/documents/documents.test.ts',
            'finds every document as it was stored, and one that was tampered with',
          ),
          shown(
            'server/pathways/documents/storage/crash.test.ts',
            'a kill between the content and its row leaves neither',
          ),
          shown(
            'e2e/documents.spec.ts',
            'a connection that breaks half way leaves nothing behind, and trying again stores it once',
          ),
        ],
      },
    ],
    residual: { severity: 3, likelihood: 1 },
    left: 'Without a scanner (`DOCUMENT_SCANNER`) an infected file of an allowed kind is not found. A file of another patient is taken like any other: look at it.',
    owner: 'service',
    status: 'controlled',
  },
]
