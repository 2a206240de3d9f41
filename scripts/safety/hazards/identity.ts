import { shown, type Hazard } from '../hazard.ts'

/** Hazards of taking one patient for another, or of not knowing who a patient is. */
export const identityHazards: readonly Hazard[] = [
  {
    id: 'CS-1',
    title: 'A record on the wrong patient',
    description: 'An assessment, plan, call or document is stored with a patient whom it is not about.',
    causes: [
      'two patients open in two tabs',
      'a form that was opened before the address changed',
      'ids of two patients mixed by a program',
    ],
    effect: 'Care is planned, given or left out by the facts of somebody else; both records are wrong.',
    initial: { severity: 4, likelihood: 3 },
    controls: [
      {
        says: 'Every screen of a patient begins with a banner that says who it is.',
        code: 'web/platform/ui/PatientBanner.tsx',
        shownBy: [
          shown(
            'web/patients/flags/flags.test.tsx',
            'stand on the banner of every screen of the patient, in their order',
          ),
          shown(
            'e2e/pathway.spec.ts',
            'with a long name, many flags and endless words nothing of the page is cut or covered, at any width',
          ),
        ],
      },
      {
        says: 'A pathway is found only together with its own patient.',
        code: 'server/care/pathwayPage/routes.ts',
        shownBy: [
          shown(
            'server/care/pathwayPage/pathwayPage.test.ts',
            'is not found for another patient than its own',
          ),
          shown(
            'web/patients/frames/pathwayFrame.test.tsx',
            'CS-1: the pathway in the address is asked for as one of the patient in the address',
          ),
          shown('server/testing/checks/journey.test.ts', 'does not find a pathway under another patient'),
        ],
      },
      {
        says: 'Ids that do not belong together are refused, and a stored record never changes its patient or referral.',
        code: 'server/pathways/records/store.ts',
        shownBy: [
          shown('server/pathways/records/records.test.ts', 'never moves to another parent (AZ-7)'),
          shown(
            'server/pathways/records/records.test.ts',
            'refuses a save and a delete that name another patient or pathway (AZ-7, CS-1)',
          ),
          shown(
            'server/pathways/documents/documents.test.ts',
            'are refused, and nothing is stored or changed (AZ-7, CS-1)',
          ),
          shown('server/patients/patient/parts.test.ts', 'stays with its patient (AZ-7)'),
        ],
      },
      {
        says: 'Two patients of like name are marked on both.',
        code: 'server/patients/flags/read.ts',
        shownBy: [
          shown(
            'server/patients/safetyNets/safetyNets.test.ts',
            'say a similar name of another patient with %s',
          ),
        ],
      },
      {
        says: 'Each printed page says whose it is.',
        code: 'web/platform/ui/paper.ts',
        shownBy: [
          shown(
            'web/platform/ui/paper.test.tsx',
            'stands whose it is, who printed it and when, while it is printed and no longer',
          ),
          shown(
            'e2e/paper.spec.ts',
            'every page that is printed of a patient says whose it is, and holds the whole record',
          ),
        ],
      },
    ],
    residual: { severity: 4, likelihood: 1 },
    left: 'A person can still type the facts of one patient into the open form of another. Check the banner; 200 crossed-tab scripts in a browser have not been run.',
    owner: 'service',
    status: 'controlled',
  },
  {
    id: 'CS-2',
    title: 'Two records for one patient',
    description: 'One person is registered twice, and each record has a part of the facts.',
    causes: [
      'a typing error in the name',
      'no NHS number at hand',
      'two people register the same person at once',
    ],
    effect: 'Whoever reads one record misses a fall, a flag or a plan that stands in the other.',
    initial: { severity: 3, likelihood: 4 },
    controls: [
      {
        says: 'One NHS number belongs to one active patient, by a rule of the database.',
        code: 'server/patients/patient/numberTaken.ts',
        shownBy: [
          shown(
            'server/patients/patient/register.test.ts',
            'makes one patient of fifty different registrations of one number at once',
          ),
          shown(
            'server/patients/patient/register.test.ts',
            'refuses to give a patient the number of another',
          ),
        ],
      },
      {
        says: 'A registration of a like name and birth date shows who it may be, and goes on only by a choice.',
        code: 'server/patients/patient/duplicates.ts',
        shownBy: [
          shown('server/patients/patient/duplicates.test.ts', 'warns of %s on the same birth date'),
          shown('server/patients/patient/likeness.test.ts', 'asks about %s, and says why'),
          shown(
            'server/patients/patient/likeness.test.ts',
            'asks about hardly anybody of people who were made at random',
          ),
          shown(
            'server/patients/patient/duplicates.test.ts',
            'goes on when every candidate was judged to be somebody else, and not before',
          ),
          shown(
            'server/patients/patient/duplicates.test.ts',
            'makes one patient when two people register the same person without a number at once',
          ),
          shown(
            'web/patients/patient/duplicates.test.tsx',
            'is shown in place of the form, with what tells people apart',
          ),
        ],
      },
      {
        says: 'A registration that is sent twice makes one patient.',
        code: 'server/platform/writes/idempotency.ts',
        shownBy: [
          shown(
            'server/patients/patient/register.test.ts',
            'answers the first reply to a double click without a key',
          ),
          shown('web/patients/patient/duplicates.test.tsx', 'is sent again as the same one'),
        ],
      },
      {
        says: 'Two records that exist are listed, compared and merged with all that hangs on them; a merge can be undone.',
        code: 'server/governance/merges/merge.ts',
        shownBy: [
          shown(
            'server/patients/patient/likeness.test.ts',
            'has the pairs that a registration would ask about, and not those that somebody said are two people',
          ),
          shown(
            'server/governance/merges/merges.test.ts',
            'says of every foreign key to a patient what a merge does with it',
          ),
          shown(
            'server/governance/merges/merges.test.ts',
            'is refused for two different known NHS numbers, in both ways',
          ),
          shown(
            'server/governance/merges/merges.test.ts',
            'gives both records all that was theirs: every table as before',
          ),
        ],
      },
    ],
    residual: { severity: 3, likelihood: 2 },
    left: 'Work the list of possible duplicates through, and look twice before two records are merged.',
    owner: 'service',
    status: 'controlled',
  },
  {
    id: 'CS-10',
    title: 'Acting on a closed referral',
    description: 'Somebody goes on with a referral that was discharged or cancelled meanwhile.',
    causes: ['a tab that stood open', 'two people who work on one referral'],
    effect: 'A visit is made that nobody expects, or a record is added that nobody reads.',
    initial: { severity: 3, likelihood: 3 },
    controls: [
      {
        says: 'A closed referral refuses changes and says why; comments, notes and documents stay open.',
        code: 'server/pathways/referral/closed.ts',
        shownBy: [
          shown(
            'server/pathways/records/records.test.ts',
            'refuses changes on a cancelled pathway and says why',
          ),
          shown('server/pathways/referral/closing.test.ts', 'refuses a change of the %s'),
          shown(
            'web/pathways/records/recordForms.test.tsx',
            'offers nothing that a closed pathway would refuse, and keeps comments open',
          ),
        ],
      },
      {
        says: 'Of two who close at once, one wins and the other is told.',
        code: 'server/pathways/referral/discharge.ts',
        shownBy: [
          shown('server/pathways/referral/closing.test.ts', 'lets one of two discharges at once win (DU-9)'),
        ],
      },
      {
        says: 'Closing asks about what is open: plans, red flags, tasks.',
        code: 'server/pathways/referral/openMatters.ts',
        shownBy: [
          shown(
            'server/pathways/referral/death.test.ts',
            'asks a screen about everything that is open, and is not blocked',
          ),
          shown(
            'server/patients/safetyNets/safetyNets.test.ts',
            'is asked about when the referral is closed, by a screen that asks',
          ),
        ],
      },
    ],
    residual: { severity: 3, likelihood: 1 },
    left: 'Paper that was printed before stays as it was.',
    owner: 'service',
    status: 'controlled',
  },
  {
    id: 'CS-13',
    title: 'A name cut or mangled',
    description: 'A name is shown, printed or stored in part, or with other letters.',
    causes: [
      'a column too narrow',
      'letters outside a font',
      'apostrophes, hyphens, accents, right-to-left writing',
    ],
    effect: 'The patient is not found, or is taken for somebody else.',
    initial: { severity: 3, likelihood: 3 },
    controls: [
      {
        says: 'Every text comes back as it was sent; what cannot be read is refused and never replaced.',
        code: 'contract/platform/fields/fields.ts',
        shownBy: [
          shown(
            'server/testing/checks/hostile.test.ts',
            'IO-2, IO-3, IO-4, IO-10: a field of any wrong kind is refused in plain words, and what is taken is stored as it was sent',
          ),
          shown(
            'server/testing/checks/unreadable.test.ts',
            'IO-4: what is not UTF-8 is refused, and never stored as U+FFFD',
          ),
        ],
      },
      {
        says: 'Searches find a name whatever its case, accents and marks, and names that are nearly right.',
        code: 'contract/platform/words/fold.ts',
        shownBy: [
          shown('server/patients/search/search.test.ts', '%s finds %s, whatever the case, accents and marks'),
          shown('server/patients/search/byText.test.ts', 'a name that is nearly %j, and says so'),
          shown(
            'server/platform/http/lists/fold.test.ts',
            'folds in the database as contract/platform/words/fold.ts folds',
          ),
        ],
      },
      {
        says: 'Long names wrap, on the screen and on paper.',
        code: 'web/platform/styles/paper.scss',
        shownBy: [
          shown(
            'server/platform/files/paper.test.ts',
            'keeps every word on the paper, and its pages numbered beside all else',
          ),
          shown('server/insight/reports/draw.test.ts', 'is drawn in every script'),
          shown(
            'e2e/pathway.spec.ts',
            'with a long name, many flags and endless words nothing of the page is cut or covered, at any width',
          ),
        ],
      },
    ],
    residual: { severity: 3, likelihood: 1 },
    left: 'A name with a character that no font has is refused on paper; the screen shows it.',
    owner: 'service',
    status: 'controlled',
  },
  {
    id: 'CS-24',
    title: 'Invented and real patients mixed',
    description:
      'Somebody records real patients in the demonstration, or takes an invented patient for a real one.',
    causes: ['one product for demonstration and service', 'a demonstration that looks real'],
    effect: 'Care is recorded where nobody looks for it, or planned for somebody who does not exist.',
    initial: { severity: 3, likelihood: 3 },
    controls: [
      {
        says: 'A service refuses a database with invented patients, and a demonstration one that a service may use.',
        code: 'server/platform/db/migrations/demonstrationMark.ts',
        shownBy: [
          shown(
            'server/platform/db/migrations/demonstrationMark.test.ts',
            'puts no invented patients into a database that a real service may use',
          ),
          shown(
            'server/platform/db/migrations/demonstrationMark.test.ts',
            'remembers that a database is for demonstration, whoever has signed up since',
          ),
        ],
      },
      {
        says: 'Each screen of a demonstration says that its patients are invented.',
        code: 'web/app/layout/Shell.tsx',
        shownBy: [
          shown(
            'e2e/announced.spec.ts',
            'a form says what is wrong, a stage which it is and a list what it is, also without colours',
          ),
        ],
      },
    ],
    residual: { severity: 3, likelihood: 1 },
    left: 'The sign-in page of a demonstration, and its paper, do not say so.',
    owner: 'maker',
    status: 'controlled',
  },
]
