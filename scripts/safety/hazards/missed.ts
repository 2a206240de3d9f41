import { shown, type Hazard } from '../hazard.ts'

/** Hazards of care that ends, begins or is counted otherwise than it was given. */
export const missedHazards: readonly Hazard[] = [
  {
    id: 'CS-36',
    title: 'A letter that ends the care leaves out what the practice has to act on',
    description:
      'A discharge letter says nothing of an open red flag, of measures, blood pressure, falls or findings that are recorded.',
    causes: ['a template without lines for them', 'a letter that is signed as it was made'],
    effect:
      'The practice does not act: a blackout, a fracture risk or a drop of blood pressure stays untreated.',
    initial: { severity: 4, likelihood: 4 },
    controls: [
      {
        says: 'The letter is filled in from the record with red flags, measures, blood pressure, falls and findings. What the practice has to do comes first.',
        code: 'server/care/letters/careInWords.ts',
        shownBy: [
          shown(
            'server/care/letters/dischargeLetter.test.ts',
            'says what was found and done, under the headings of an outpatient letter, the actions first',
          ),
        ],
      },
      {
        says: 'A letter to the practice while a red flag is open is signed only when that is meant, and asks where it does not name the flag.',
        code: 'server/care/letters/sign.ts',
        shownBy: [
          shown(
            'server/care/letters/dischargeLetter.test.ts',
            'is not signed with an open red flag until that is meant, nor without its name',
          ),
        ],
      },
      {
        says: 'Closing names an open red flag and says with whom it stays.',
        code: 'server/pathways/referral/openMatters.ts',
        shownBy: [shown('server/patients/flags/redFlagStays.test.ts', 'is said before, with whom it stays')],
      },
    ],
    residual: { severity: 4, likelihood: 2 },
    left: 'A template that an administrator changed has the new fields only once somebody puts them in. Whoever signs has to read the letter.',
    owner: 'service',
    status: 'controlled',
  },
  {
    id: 'CS-37',
    title: 'A call long before its day counts as the follow-up',
    description: 'Somebody is reached a few days after treatment, about a stick, and again a day later.',
    causes: ['a call in which the person was reached is taken for the follow-up, whatever it was about'],
    effect: 'The person reads “ready to discharge”, and nobody rings at three and six months.',
    initial: { severity: 3, likelihood: 4 },
    controls: [
      {
        says: 'A call in which nobody was reached does not count, nor one before its window, unless somebody says that it does.',
        code: 'contract/stages/calls.ts',
        shownBy: [
          shown(
            'contract/stages/place.test.ts',
            '6: a call in which the patient was not reached changes neither list, nor wait, nor due day',
          ),
          shown('server/stages/stories.test.ts', '%s'),
        ],
      },
      {
        says: 'The form of an early call asks whether it counts, and no is chosen.',
        code: 'web/pathways/records/FollowupFields.tsx',
        shownBy: [
          shown(
            'web/pathways/records/FollowupScreen.test.tsx',
            'it asks whether the call counts, and unless that is ticked it is a contact',
          ),
        ],
      },
      {
        says: 'Early calls that another program sent, which cannot ask, are named by a report.',
        code: 'server/insight/catalogue/dataQuality.ts',
        shownBy: [shown('server/insight/reports/recount.test.ts', '%s, %s is what its words say')],
      },
    ],
    residual: { severity: 3, likelihood: 2 },
    left: 'A call of another program counts however early it comes, until somebody looks at the report. A tick may be wrong.',
    owner: 'service',
    status: 'controlled',
  },
  {
    id: 'CS-38',
    title: 'A plan begins in the record that nobody saw begin',
    description:
      'The first appointment of a plan was missed or cancelled, and the plan counts as begun from its day on.',
    causes: ['a plan begins by its date alone'],
    effect: 'The person is off the waiting list and treated by nobody.',
    initial: { severity: 4, likelihood: 4 },
    controls: [
      {
        says: 'A missed appointment is recorded, asks whether the person may be vulnerable, and stays in the record.',
        code: 'server/pathways/referral/vulnerability.ts',
        shownBy: [
          shown('server/care/appointments/appointments.test.ts', 'and keeps the answer, in the history too'),
          shown(
            'server/care/appointments/appointments.test.ts',
            'and a cancellation names it among what is open',
          ),
        ],
      },
      {
        says: 'Where nobody was seen on its first day, a plan counts as booked: the person waits on, and the page asks for the new day.',
        code: 'contract/stages/plans.ts',
        shownBy: [
          shown('server/stages/stories.test.ts', '%s'),
          shown(
            'web/care/pathwayPage/pathwayPage.test.tsx',
            'is said with the step that is due, which is its new day',
          ),
        ],
      },
      {
        says: 'Its owner has a task until somebody is seen.',
        code: 'server/pathways/tasks/automaticKinds.ts',
        shownBy: [
          shown(
            'server/pathways/tasks/tasks.test.ts',
            'opens when the first appointment of a plan was missed, and closes when somebody is seen',
          ),
        ],
      },
    ],
    residual: { severity: 4, likelihood: 2 },
    left: 'A plan without an appointment begins by its day alone, and a missed visit that nobody records is not known.',
    owner: 'service',
    status: 'controlled',
  },
  {
    id: 'CS-39',
    title: 'An invitation names another day than the one that is booked',
    description: 'The day of a first visit, class or call is typed into a letter by hand.',
    causes: ['a letter without a field for the booking', 'a booking that is moved after the letter'],
    effect: 'A frail person waits or travels on the wrong day, and reads as somebody who did not come.',
    initial: { severity: 3, likelihood: 4 },
    controls: [
      {
        says: 'Day, time, place and clinician come from the appointment that is chosen, without which no invitation is signed. What is typed instead is asked about.',
        code: 'server/care/letters/appointment.ts',
        shownBy: [
          shown(
            'server/care/letters/appointmentLetter.test.ts',
            'an invitation takes day, time, place and clinician from the appointment that is chosen',
          ),
          shown(
            'server/care/letters/appointmentLetter.test.ts',
            'what is typed in place of the day or the time is asked about',
          ),
        ],
      },
      {
        says: 'A letter of an appointment that is moved or cancelled before it left is held back.',
        code: 'server/care/letters/person.ts',
        shownBy: [
          shown(
            'server/care/letters/appointmentLetter.test.ts',
            'an invitation of an appointment that is moved after it was signed is held back',
          ),
        ],
      },
    ],
    residual: { severity: 3, likelihood: 2 },
    left: 'An appointment that is moved after the letter left needs another letter. An invitation to a class is written by hand.',
    owner: 'service',
    status: 'controlled',
  },
  {
    id: 'CS-40',
    title: 'A class ends, and its members are exercised by nobody',
    description: 'A class is shortened or closed while people have a place in it or wait for one.',
    causes: ['a class that ends without a question about its members'],
    effect: 'People read “in exercise” for months, and nobody offers them another place.',
    initial: { severity: 3, likelihood: 4 },
    controls: [
      {
        says: 'A class that is over asks on its page what became of each person. Until that is said, the list says since when the class is over, the instructor has a task, and the place stands in Data quality. The plan is completed with the place where the programme is finished.',
        code: 'server/care/classes/places.ts',
        shownBy: [
          shown(
            'server/care/classes/classes.test.ts',
            'leaves nobody hanging: each is said to be in a class that is over, and is a task of the instructor',
          ),
        ],
      },
      {
        says: 'Whoever misses two sessions in a row opens a task, and an exercise plan without an end stays on its list.',
        code: 'server/pathways/tasks/automaticKinds.ts',
        shownBy: [
          shown(
            'server/care/classes/classes.test.ts',
            'missed twice in a row opens a task, and coming again closes it',
          ),
        ],
      },
    ],
    residual: { severity: 3, likelihood: 1 },
    left: 'Somebody who waits for a place in a class that is over stays on its list until the task is answered.',
    owner: 'maker',
    status: 'controlled',
  },
  {
    id: 'CS-41',
    title: 'Somebody who dropped out is counted as having completed',
    description:
      'An exercise plan or class place that ended because the person stopped coming counts as completed.',
    causes: ['the end of a plan is a day without a reason', 'one word for two things in reports'],
    effect: 'The service looks better than it is, and who stopped is not asked why.',
    initial: { severity: 2, likelihood: 4 },
    controls: [
      {
        says: 'Each report prints by which record it counts, and is counted a second time by other SQL.',
        code: 'server/testing/recount/views.sql',
        shownBy: [shown('server/insight/reports/recount.test.ts', '%s, %s is what its words say')],
      },
    ],
    residual: { severity: 2, likelihood: 3 },
    left: 'Reports on completion do not tell who dropped out from who finished, unless a reason was recorded.',
    owner: 'maker',
    status: 'open',
  },
  {
    id: 'CS-42',
    title: 'Misread figure: one name means two things',
    description:
      'Two pages count under one name by other rules, such as by referral day and by received day, or under nearly one name what differs.',
    causes: [
      'reports and lists that grew one by one',
      'a second count of the same thing in other SQL',
      'a percentage whose base nobody sees',
    ],
    effect: 'A decision about staff or waiting lists rests on the figure that happened to be looked at.',
    initial: { severity: 2, likelihood: 4 },
    controls: [
      {
        says: 'Every figure stands once in a glossary that is written from the code, with what it counts, of what a percentage is, and all places that show it.',
        code: 'scripts/glossaryPage.ts',
        shownBy: [
          shown(
            'scripts/glossary.test.ts',
            'docs/figures.md has every figure as the code has it; `npm run glossary` writes it again',
          ),
        ],
      },
      {
        says: 'One name is one function, in reports, on the dashboard and on the work lists; the numbers at all places of a figure are compared at each run.',
        code: 'server/insight/glossary.ts',
        shownBy: [
          shown(
            'server/insight/glossary.test.ts',
            'means one figure in all reports, on the dashboard and on the work lists',
          ),
          shown('server/insight/glossary.test.ts', 'of another function is found, however it is written'),
          shown('server/insight/glossary.test.ts', 'has one number at all of them: %s'),
          shown(
            'server/insight/dashboard/dashboard.test.ts',
            '%s is the number of its report, and so is the one before',
          ),
          shown(
            'server/insight/reports/reports.test.ts',
            'agrees with the work lists of today to the last patient',
          ),
        ],
      },
      {
        says: 'Each report prints its definition, and a number leads to the patients behind it.',
        code: 'server/insight/reports/drillDown.ts',
        shownBy: [
          shown(
            'server/insight/reports/drillDown.test.ts',
            'are as many as the number says, in every section that counts referrals',
          ),
        ],
      },
    ],
    residual: { severity: 2, likelihood: 2 },
    left: 'Figures of different names may still be compared as if they were one: read docs/figures.md before two are.',
    owner: 'service',
    status: 'controlled',
  },
]
