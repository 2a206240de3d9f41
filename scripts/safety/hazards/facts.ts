import { shown, type Hazard } from '../hazard.ts'

/** Hazards of facts that are stored, shown or counted otherwise than they are. */
export const factHazards: readonly Hazard[] = [
  {
    id: 'CS-3',
    title: 'A wrong score or unit',
    description: 'A score, BMI or other number is stored otherwise than it was meant.',
    causes: ['an empty box read as 0', 'a weight typed as BMI', 'a comma for a decimal point'],
    effect: 'A person at high risk of falling is taken for one at low risk, or the other way round.',
    initial: { severity: 4, likelihood: 3 },
    controls: [
      {
        says: 'Nothing is turned into a number: empty is not 0, and 0 is shown as 0.',
        code: 'contract/platform/fields/fields.ts',
        shownBy: [
          shown('server/testing/checks/hostile.test.ts', 'CS-3: what is no score is never stored as 0'),
          shown(
            'web/pathways/records/FratScreen.test.tsx',
            'a score of 0 is a score: it is saved as 0, shown as 0 and edited as 0',
          ),
        ],
      },
      {
        says: 'A FRAT is a whole number from 0 to 5, and agrees with its five answers where these are given.',
        code: 'contract/pathways/records/frat.ts',
        shownBy: [
          shown('server/pathways/records/rules.test.ts', 'refuses a score of %j'),
          shown(
            'server/pathways/records/rules.test.ts',
            'refuses five answers that add up to something else',
          ),
        ],
      },
      {
        says: 'A BMI outside its limits is refused, an unusual one is asked about.',
        code: 'contract/patients/bmi.ts',
        shownBy: [
          shown('server/pathways/records/rules.test.ts', 'asks again about %j'),
          shown('server/testing/checks/storedValues.test.ts', 'hold a BMI to its limits'),
          shown(
            'web/pathways/records/recordForms.test.tsx',
            'asks again about an unusual value, and keeps what was typed',
          ),
        ],
      },
      {
        says: 'A measure outside its range is refused, an unusual one is asked about, and unable is a result of its own.',
        code: 'contract/pathways/records/measures.ts',
        shownBy: [
          shown('contract/pathways/records/measures.test.ts', '%s of %j is %s and reads %s'),
          shown(
            'server/pathways/records/measures.test.ts',
            'is saved whole or not at all, once however often it is sent',
          ),
        ],
      },
    ],
    residual: { severity: 4, likelihood: 1 },
    left: 'A plausible number that is wrong is not found. Read it back to the patient.',
    owner: 'service',
    status: 'controlled',
  },
  {
    id: 'CS-4',
    title: 'A date moves by a day',
    description: 'A day that was typed is stored or shown as the day before or after.',
    causes: ['time zones of browser, server or database', 'summer time, also that of the years 1941 to 1971'],
    effect: 'A wrong date of birth hides a patient from searches; a call or visit is due on another day.',
    initial: { severity: 3, likelihood: 5 },
    controls: [
      {
        says: 'A day is text from the keyboard to the database and has no time.',
        code: 'contract/platform/dates/dates.ts',
        shownBy: [
          shown('server/testing/checks/days.test.ts', 'on a server in %s'),
          shown('e2e/days.spec.ts', 'two thousand days are shown as they are'),
          shown('e2e/days.spec.ts', 'a typed day comes back as it was typed'),
          shown(
            'contract/platform/dates/dates.test.ts',
            'is tomorrow in London before midnight in UTC, in summer',
          ),
        ],
      },
    ],
    residual: { severity: 3, likelihood: 1 },
    left: 'Nothing known.',
    owner: 'maker',
    status: 'controlled',
  },
  {
    id: 'CS-5',
    title: 'Day and month swapped, an impossible date, a wrong age',
    description: 'A date is typed in another order, with a year of two digits, or for a day that cannot be.',
    causes: ['one box for a whole date', 'habits of other programs'],
    effect: 'A patient is not found, is not warned of as a duplicate, or is treated by a wrong age.',
    initial: { severity: 3, likelihood: 3 },
    controls: [
      {
        says: 'A day is typed in three boxes and shown with the name of its month.',
        code: 'web/platform/ui/DateField.tsx',
        shownBy: [
          shown('contract/platform/dates/dates.test.ts', '%j typed in three boxes is %s'),
          shown('contract/platform/words/format.test.ts', 'what staff read'),
        ],
      },
      {
        says: 'Dates that contradict a life are refused or asked about: before birth, in the future, after death.',
        code: 'server/patients/patient/life.ts',
        shownBy: [
          shown(
            'server/pathways/records/records.test.ts',
            'accepts no day before birth, none in the future, and asks about one after death',
          ),
          shown(
            'server/patients/patient/change.test.ts',
            'refuses a birth after death, whichever came first',
          ),
          shown('server/pathways/records/unusual.test.ts', 'an age under 50 is asked about, once'),
        ],
      },
      {
        says: 'Ages count on the birthday.',
        code: 'contract/platform/dates/dates.ts',
        shownBy: [shown('contract/platform/dates/dates.test.ts', 'ages on the birthday')],
      },
    ],
    residual: { severity: 3, likelihood: 2 },
    left: 'A date of birth whose day and month are swapped and possible is not found by itself.',
    owner: 'service',
    status: 'controlled',
  },
  {
    id: 'CS-11',
    title: 'A choice changes its meaning',
    description:
      'An administrator renames, reuses or switches off a choice on which a rule or an old record depends.',
    causes: ['“No”, “Other” or “Died” renamed', 'a second “No”', 'a row reused for something else'],
    effect: 'A rule stops holding without a word: a goal not achieved has no reason, a death is not seen.',
    initial: { severity: 4, likelihood: 2 },
    controls: [
      {
        says: 'Rows that rules depend on have a protected code, keep their meaning under any name, and have no second.',
        code: 'server/reference/lookups/tables.ts',
        shownBy: [
          shown('server/reference/lookups/administration.test.ts', 'rows that rules depend on (CS-11)'),
          shown('server/pathways/referral/death.test.ts', 'keeps its meaning under another name'),
        ],
      },
      {
        says: 'A choice in use is counted, and asked about before it is renamed or switched off.',
        code: 'web/reference/lookups/LookupEdit.tsx',
        shownBy: [
          shown('web/reference/lookups/lookups.test.tsx', 'is counted, and asked about before it is renamed'),
          shown('web/reference/lookups/lookups.test.tsx', 'says so, and asks even when nobody uses it'),
        ],
      },
      {
        says: 'An inactive choice stays on the records that have it.',
        code: 'server/platform/writes/activeChoices.ts',
        shownBy: [
          shown(
            'server/pathways/records/records.test.ts',
            'keeps a choice that left its list, and refuses it when chosen again',
          ),
          shown(
            'web/pathways/records/recordForms.test.tsx',
            'stays chosen on the record that has it, also when the list comes late, and is saved again',
          ),
        ],
      },
    ],
    residual: { severity: 4, likelihood: 1 },
    left: 'An old record shows the present name of its choice; the audit trail has the former one.',
    owner: 'service',
    status: 'controlled',
  },
  {
    id: 'CS-12',
    title: 'A report wrong by a day or by its words',
    description: 'A number of a report counts other people than its words say.',
    causes: ['periods that end at midnight', 'days of 23 and 25 hours', 'two definitions of one word'],
    effect: 'A waiting list looks better than it is, and staff or money go elsewhere.',
    initial: { severity: 2, likelihood: 4 },
    controls: [
      {
        says: 'Each section is counted a second time by other SQL, and the two must be equal.',
        code: 'server/testing/recount/views.sql',
        shownBy: [
          shown('server/insight/reports/recount.test.ts', '%s, %s is what its words say'),
          shown('server/insight/reports/recount.test.ts', 'leaves out no section that counts'),
          shown(
            'server/insight/reports/reports.test.ts',
            'agrees with the work lists of today to the last patient',
          ),
        ],
      },
      {
        says: 'Periods are days in London, the last one included.',
        code: 'contract/insight/reportPeriod.ts',
        shownBy: [
          shown('contract/insight/reportPeriod.test.ts', 'are in order on every day of five years'),
          shown(
            'server/insight/reports/reports.test.ts',
            'counts what the audit trail has, day by day in London',
          ),
        ],
      },
      {
        says: 'A number leads to the patients behind it, as many as it says.',
        code: 'server/insight/reports/drillDown.ts',
        shownBy: [
          shown(
            'server/insight/reports/drillDown.test.ts',
            'are as many as the number says, in every section that counts referrals',
          ),
        ],
      },
    ],
    residual: { severity: 2, likelihood: 3 },
    left: 'A report counts what was recorded. Completion does not tell who dropped out (CS-41).',
    owner: 'maker',
    status: 'open',
  },
  {
    id: 'CS-16',
    title: 'Meaning carried by colour alone',
    description:
      'Somebody who does not see red and green, or uses a screen reader, misses that something is late or a danger.',
    causes: ['counters, chips and marks in colours'],
    effect: 'Late calls and red flags are overlooked.',
    initial: { severity: 3, likelihood: 3 },
    controls: [
      {
        says: 'Whatever has a colour says it in words too.',
        code: 'web/platform/ui/Counter.tsx',
        shownBy: [
          shown(
            'web/app/home/AdmissionsHome.test.tsx',
            'are red above 0 and green at 0, say it in words, and lead to their lists',
          ),
          shown(
            'web/pathways/worklists/narrowed.test.tsx',
            'shows who is late beside the name, and what is due behind the usual eight columns',
          ),
          shown('contract/patients/flags/chips.test.ts', 'say %s'),
          shown(
            'web/care/calls/CallListScreen.test.tsx',
            'begins with the first person, and says how late each is',
          ),
        ],
      },
      {
        says: 'In forced colours the current stage has a ground of its own.',
        code: 'web/platform/styles/pathway.scss',
        shownBy: [
          shown(
            'e2e/announced.spec.ts',
            'a form says what is wrong, a stage which it is and a list what it is, also without colours',
          ),
        ],
      },
    ],
    residual: { severity: 3, likelihood: 1 },
    left: 'A screen that somebody adds later; a loop over all screens looks for contrast, not for meaning.',
    owner: 'maker',
    status: 'controlled',
  },
  {
    id: 'CS-28',
    title: 'A note or a fall says otherwise than what happened',
    description:
      'What was written of a contact is changed afterwards or goes out of sight; one fall is counted twice, or a fall without a word is read as a fall without harm.',
    causes: [
      'a text that anybody may rewrite',
      'a correction that replaces what was acted on',
      'a fall that is described and is in a number too',
      'an empty box read as no',
    ],
    effect:
      'Somebody acts on what nobody wrote, or takes a person for one who falls less or more than they do.',
    initial: { severity: 3, likelihood: 4 },
    controls: [
      {
        says: 'A note that was saved is never changed, by no call and by no statement of the application.',
        code: 'server/pathways/records/store.ts',
        shownBy: [
          shown(
            'server/pathways/records/records.test.ts',
            'is never changed, by nobody and with no version, and says what to do instead',
          ),
          shown(
            'server/pathways/records/notesAndFalls.test.ts',
            'is not changed by the database either, for anybody whom the application can be',
          ),
        ],
      },
      {
        says: 'What is added stands under its note with its own author, and stays in sight when the note is deleted.',
        code: 'contract/pathways/records/contactNote.ts',
        shownBy: [
          shown(
            'server/pathways/records/notesAndFalls.test.ts',
            'is added to by anybody who may write one, each in their own name, and stays as it was',
          ),
          shown(
            'web/pathways/records/notesAndFalls.test.tsx',
            'that was deleted leaves what was added to it in sight',
          ),
        ],
      },
      {
        says: 'A fall that lies in a period with a number is counted once, and what is not sure is said to be so.',
        code: 'contract/pathways/records/fallReading.ts',
        shownBy: [shown('contract/pathways/records/fallReading.test.ts', 'the falls of the last 12 months')],
      },
      {
        says: 'Not known is not no, and 0 falls is an answer.',
        code: 'contract/pathways/records/fall.ts',
        shownBy: [
          shown('server/pathways/records/notesAndFalls.test.ts', 'may be a number of %j, of a period'),
        ],
      },
    ],
    residual: { severity: 3, likelihood: 1 },
    left: 'Two people who write down one fall with different days make two falls. Falls told of in calls are not added to those recorded.',
    owner: 'service',
    status: 'controlled',
  },
  {
    id: 'CS-33',
    title: 'A letter or list prints another sign than was written',
    description: 'A character that the fonts lack is left out or replaced, such as “≥ 5” printed as “? 5”.',
    causes: [
      'a font that is cut to Latin letters',
      'a name in another script',
      'a sign of mathematics in a letter',
    ],
    effect: 'A practice acts on a wrong value, or a letter addresses nobody.',
    initial: { severity: 4, likelihood: 4 },
    controls: [
      {
        says: 'Every PDF prints mathematics, symbols and more than twenty scripts as they were written.',
        code: 'server/platform/files/fontFiles.ts',
        shownBy: [
          shown('server/platform/files/scripts.test.ts', 'prints %s: %s'),
          shown(
            'server/care/letters/letters.test.ts',
            'prints names and figures as they are recorded and written',
          ),
        ],
      },
      {
        says: 'What no font has is refused before a letter is signed, with the character and its place, and never replaced.',
        code: 'server/platform/files/unprintable.ts',
        shownBy: [
          shown(
            'server/care/letters/letters.test.ts',
            'is refused where its %s cannot be printed, with the place',
          ),
          shown('server/platform/files/scripts.test.ts', 'refuses what no font has, and draws the next PDF'),
        ],
      },
    ],
    residual: { severity: 4, likelihood: 1 },
    left: 'Letters that were signed before the fonts were whole may say “?”. Han characters are drawn as in mainland China.',
    owner: 'service',
    status: 'controlled',
  },
]
