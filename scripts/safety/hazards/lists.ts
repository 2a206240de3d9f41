import { shown, type Hazard } from '../hazard.ts'

/** Hazards of a patient whom nobody sees, sees too late, or acts for. */
export const listHazards: readonly Hazard[] = [
  {
    id: 'CS-6',
    title: 'A patient on no list',
    description: 'An open referral is on none of the eight lists, or a list is not shown whole.',
    causes: [
      'a combination of records that no rule covers',
      'a deleted record',
      'a plan booked ahead',
      'filters and pages',
    ],
    effect: 'Nobody rings, visits or treats the patient, who falls again.',
    initial: { severity: 4, likelihood: 4 },
    controls: [
      {
        says: 'The rule puts every open referral on exactly one list, whatever is recorded and in whatever order.',
        code: 'contract/stages/place.ts',
        shownBy: [
          shown('contract/stages/place.test.ts', '1: it is in exactly one of eight stages, or closed'),
          shown('contract/stages/place.test.ts', '4: adding a record and deleting it again changes nothing'),
          shown(
            'server/stages/placeInSql.test.ts',
            'finds the place of ${histories} random histories as SQL finds it',
          ),
          shown('server/stages/stories.test.ts', 'the stories of docs/stages.md'),
        ],
      },
      {
        says: 'Lists and counters agree and add up to the open referrals, after any sequence of saves.',
        code: 'server/stages/updateStage.ts',
        shownBy: [
          shown(
            'server/stages/model.test.ts',
            'keeps every open pathway on exactly one list through ${sequences} random sequences',
          ),
          shown('server/pathways/worklists/read.test.ts', 'agree, and add up to the open pathways'),
          shown('server/testing/checks/journey.test.ts', 'agrees with its records whenever it is verified'),
        ],
      },
      {
        says: 'A booked plan begins by itself on its day; when the lists were not moved to today, administrators see it.',
        code: 'server/pathways/worklists/dayMoves.ts',
        shownBy: [
          shown(
            'server/stages/stories.test.ts',
            'moves a booked plan in a transition that names the day and nobody',
          ),
          shown(
            'web/app/status/partsNotReady.test.tsx',
            'The administrators’ page says that the lists were not moved to today',
          ),
        ],
      },
      {
        says: 'A list is sorted and filtered whole, and says how many it does not show.',
        code: 'server/pathways/worklists/read.ts',
        shownBy: [
          shown(
            'server/pathways/worklists/read.test.ts',
            'goes on behind a pathway that has left the list, and skips nobody',
          ),
          shown(
            'server/pathways/worklists/read.test.ts',
            'show a thousand rows of a longer list and say how many there are',
          ),
          shown(
            'server/platform/http/lists/paging.test.ts',
            'shows every row once, though others are added meanwhile before and behind',
          ),
        ],
      },
    ],
    residual: { severity: 4, likelihood: 1 },
    left: 'A referral that was never recorded is on no list.',
    owner: 'service',
    status: 'controlled',
  },
  {
    id: 'CS-8',
    title: 'A stale list is acted upon',
    description: 'Somebody works from a list or counter that others have changed since.',
    causes: ['a tab open all morning', 'counts kept in the browser'],
    effect: 'A patient is rung twice, or not at all because somebody seems to have rung.',
    initial: { severity: 2, likelihood: 4 },
    controls: [
      {
        says: 'A list is read again when its window is used again, and after one’s own saves.',
        code: 'web/pathways/worklists/listGrid.tsx',
        shownBy: [
          shown(
            'web/pathways/worklists/WorkList.test.tsx',
            'the list is read again when the window gets the focus',
          ),
          shown(
            'server/pathways/worklists/read.test.ts',
            "show one's own save at once, however many others are counting",
          ),
        ],
      },
      {
        says: 'A patient who has left the list since is said to have left it.',
        code: 'web/care/pathwayPage/LeftListNotice.tsx',
        shownBy: [
          shown(
            'e2e/pathway.spec.ts',
            'View on a list that stood open says that the patient is not on it any more, until the page is left',
          ),
          shown(
            'web/care/pathwayPage/leftListNotice.test.tsx',
            'of %s says that the patient is in %s by now',
          ),
        ],
      },
      {
        says: 'No answer of the service is kept by the browser.',
        code: 'server/platform/http/replies/securityHeaders.ts',
        shownBy: [shown('server/testing/checks/pages.test.ts', '%s answers %i, not to be kept')],
      },
      {
        says: 'A second call of one day that reached the person is asked about.',
        code: 'contract/platform/fields/unusual.ts',
        shownBy: [
          shown(
            'server/pathways/records/unusual.test.ts',
            'of two who ring one person on one day, the second is asked, and the follow-up does not end',
          ),
        ],
      },
    ],
    residual: { severity: 2, likelihood: 2 },
    left: 'Paper and files that were saved stay as they were; they say when they were made.',
    owner: 'service',
    status: 'controlled',
  },
  {
    id: 'CS-17',
    title: 'A red flag is heard and nobody acts',
    description: 'A sign of danger is told in an assessment or a call, and nobody takes it further.',
    causes: ['a sign in free text', 'a hand-over between two people', 'a long lie that was only counted'],
    effect: 'A stroke, bleed or abuse is treated too late.',
    initial: { severity: 5, likelihood: 3 },
    controls: [
      {
        says: 'A sign asks what was done and by when; one that comes without an answer stands as not answered.',
        code: 'server/patients/flags/redFlags.ts',
        shownBy: [
          shown(
            'server/pathways/records/redFlags.test.ts',
            'whose concern means a red flag raises it as not answered, though the specified call says nothing of it',
          ),
          shown('server/pathways/records/redFlags.test.ts', 'is refused whole with a red flag without %s'),
          shown(
            'server/pathways/records/calls.test.ts',
            'in which a red flag was heard and not named raises one that nobody answered, in the words of the call',
          ),
          shown(
            'server/pathways/records/calls.test.ts',
            'that tells of a long lie raises its red flag, answered or not, once for each fall that is new',
          ),
        ],
      },
      {
        says: 'A fall with a blackout, a head injury or a long lie says what it may mean, and offers to say what was done.',
        code: 'contract/pathways/records/fallReading.ts',
        shownBy: [
          shown('contract/pathways/records/fallReading.test.ts', 'what is said of a fall'),
          shown(
            'web/pathways/records/notesAndFalls.test.tsx',
            'with a blackout says what it may mean and offers a red flag, which nobody ticked',
          ),
          shown(
            'server/pathways/records/notesAndFalls.test.ts',
            'with a blackout sets no flag by itself; one that is answered stands, with its task',
          ),
        ],
      },
      {
        says: 'It stays on the banner of every screen, and in every list, until somebody ends it with what was done.',
        code: 'contract/patients/flags/chips.ts',
        shownBy: [
          shown(
            'contract/patients/flags/chips.test.ts',
            'stand in one order, the red flag first, at most one of each kind',
          ),
          shown(
            'server/testing/checks/listedPatients.test.ts',
            'a row that names a patient has the flags of that patient',
          ),
          shown(
            'server/patients/safetyNets/safetyNets.test.ts',
            'that nobody answered ends only with what was done',
          ),
          shown(
            'e2e/flags.spec.ts',
            'a red flag is set, stays on the banner and is ended by keyboard at ${width} px',
          ),
        ],
      },
      {
        says: 'It opens a task of the owner, due by the day that was named.',
        code: 'server/pathways/tasks/automaticKinds.ts',
        shownBy: [
          shown(
            'server/pathways/tasks/tasks.test.ts',
            'opens with a red flag, due by when it is to be dealt with, and closes when the flag is ended',
          ),
          shown(
            'server/patients/safetyNets/safetyNets.test.ts',
            'opens with the save, moves with a review and closes with the end, on each open referral',
          ),
        ],
      },
    ],
    residual: { severity: 5, likelihood: 2 },
    left: 'The letter that ends the care does not name the red flag (CS-36). The wording of signs and answers is a draft that a registered clinician must approve before use. A sign that nobody ticks or writes is not known.',
    owner: 'service',
    status: 'open',
  },
  {
    id: 'CS-18',
    title: 'Nobody is responsible for a referral',
    description: 'A referral has no owner, or one who has left or cannot act.',
    causes: ['a leaver', 'a hand-over that was forgotten in part', 'a task closed without an outcome'],
    effect: 'A due step is not taken, and each believes that somebody else takes it.',
    initial: { severity: 4, likelihood: 3 },
    controls: [
      {
        says: 'Every open referral has one owner who can act, or stands in Unowned.',
        code: 'server/pathways/owners/assign.ts',
        shownBy: [
          shown('server/pathways/owners/invariant.test.ts', 'holds after ${steps} random commands'),
          shown(
            'server/pathways/owners/owners.test.ts',
            'and what they own stands in Unowned at once, with their name, until it is handed over: 0 left',
          ),
          shown(
            'server/pathways/owners/owners.test.ts',
            'verify finds a referral that is listed under an owner who cannot act',
          ),
        ],
      },
      {
        says: 'Nobody leaves Today while the step is open, but by somebody’s word and for a time.',
        code: 'server/pathways/tasks/today.ts',
        shownBy: [
          shown('server/pathways/tasks/nobodyLeaves.test.ts', 'a referral stays on Today'),
          shown(
            'server/pathways/tasks/nobodyLeaves.test.ts',
            'says of random histories the same in the lists, on Today and in the mail',
          ),
        ],
      },
      {
        says: 'Team Leads see what nobody owns and what is seven days late.',
        code: 'server/pathways/tasks/todayLines.ts',
        shownBy: [
          shown(
            'server/pathways/tasks/tasks.test.ts',
            'shows a Team Lead what nobody owns and what is seven days late, of anybody',
          ),
          shown(
            'server/pathways/tasks/tasks.test.ts',
            'counts what is 14 days late without a name, for each Team Lead who has not left it out',
          ),
        ],
      },
    ],
    residual: { severity: 4, likelihood: 1 },
    left: 'A Team Lead has to look at Unowned.',
    owner: 'service',
    status: 'controlled',
  },
  {
    id: 'CS-20',
    title: 'A wait grows and nobody sees it',
    description: 'A patient waits longer than the service allows, and the list does not say so.',
    causes: [
      'a wait that begins again with a repeated assessment',
      'a list sorted in part',
      'a target that nobody set',
    ],
    effect: 'A fall that care in time would have prevented.',
    initial: { severity: 4, likelihood: 4 },
    controls: [
      {
        says: 'No repeated assessment and no booked plan shortens or restarts a wait.',
        code: 'contract/stages/place.ts',
        shownBy: [
          shown(
            'contract/stages/place.test.ts',
            'a repeated FRAT or wellbeing assessment neither lengthens nor restarts a wait',
          ),
          shown(
            'contract/stages/place.test.ts',
            'a booked plan shortens no wait, but for one that was broken by a call or by closing',
          ),
        ],
      },
      {
        says: 'Every list has a target; each row says when it is due and how late it is, and late ones are counted everywhere.',
        code: 'contract/stages/due.ts',
        shownBy: [
          shown('contract/stages/due.test.ts', '%s since %s: %s, %s, %s'),
          shown('server/pathways/worklists/due.test.ts', 'share out the whole list %s'),
          shown('server/pathways/worklists/due.test.ts', 'change with the day, by themselves'),
          shown(
            'server/pathways/worklists/due.test.ts',
            'are changed by a Team Lead, and who is late follows at once',
          ),
        ],
      },
      {
        says: 'A missed target opens a task.',
        code: 'server/pathways/tasks/automaticKinds.ts',
        shownBy: [
          shown(
            'server/pathways/tasks/tasks.test.ts',
            'opens when a target is missed, once, closes when the step is done, and opens anew for the next',
          ),
        ],
      },
    ],
    residual: { severity: 4, likelihood: 2 },
    left: 'The product shows who is late; the service needs the people to see them.',
    owner: 'service',
    status: 'controlled',
  },
  {
    id: 'CS-35',
    title: 'A red flag is forgotten when the referral is closed',
    description:
      'A referral is discharged or cancelled while a red flag of the patient is open, and nobody sees to it.',
    causes: [
      'a task that hangs on the referral and closes with it',
      'an owner who has left since',
      'a new referral that has no task yet',
    ],
    effect: 'A blackout that a practice was to see on the same day is seen by nobody.',
    initial: { severity: 5, likelihood: 4 },
    controls: [
      {
        says: 'Closing names the red flag and says with whom it stays.',
        code: 'server/pathways/referral/openMatters.ts',
        shownBy: [shown('server/patients/flags/redFlagStays.test.ts', 'is said before, with whom it stays')],
      },
      {
        says: 'It stays on Today of the last owner, else in Unowned, until it is ended or reviewed with a later day.',
        code: 'db/migrations/0082_red_flags_stay_somebodys.sql',
        shownBy: [
          shown(
            'server/patients/flags/redFlagStays.test.ts',
            'stays with the last owner, on Today and on the list, until it is ended',
          ),
          shown(
            'server/patients/flags/redFlagStays.test.ts',
            'goes to Unowned when the last owner leaves, is taken from there, and is handed over',
          ),
          shown(
            'server/patients/flags/redFlagStays.test.ts',
            'is on the task of a new referral, and nobody’s own line then',
          ),
          shown(
            'server/patients/flags/redFlagStays.test.ts',
            'of somebody who was never referred stands in Unowned',
          ),
        ],
      },
      {
        says: 'A list and a report have all that are open, and verify compares each with the rows it is made of.',
        code: 'server/pathways/owners/verify.ts',
        shownBy: [
          shown(
            'server/patients/flags/redFlagStays.test.ts',
            'is counted in the report, open referral or not',
          ),
          shown('server/pathways/owners/invariant.test.ts', 'holds after ${steps} random commands'),
        ],
      },
    ],
    residual: { severity: 5, likelihood: 2 },
    left: 'A Team Lead has to look at Unowned, and whoever owns the flag at Today. The discharge letter does not name it yet.',
    owner: 'service',
    status: 'open',
  },
]
