import { held, shown, type Control, type Hazard } from '../hazard.ts'

/** Of two hazards: what is lost, and what cannot be reached. */
const restoredBackups: Control = {
  says: 'A backup is encrypted, restored into an empty cluster and compared.',
  code: 'scripts/backup.ts',
  shownBy: [
    shown('scripts/backup/drill.test.ts', 'brings all of it into an empty cluster, where the service starts'),
    shown(
      'scripts/backup/drill.test.ts',
      'restores nothing with another key, or from a backup that was changed',
    ),
  ],
}

/** Hazards of work that is lost, doubled, or not possible at all. */
export const workHazards: readonly Hazard[] = [
  {
    id: 'CS-9',
    title: 'Work lost when a session ends or saves conflict',
    description: 'What somebody typed is gone before it was saved.',
    causes: ['no activity for a while', 'somebody else saved first', 'a reload, a crash, a lost connection'],
    effect: 'A clinical fact is not recorded, or is typed again from memory.',
    initial: { severity: 3, likelihood: 4 },
    controls: [
      {
        says: 'People are warned before the session ends, sign in over the page and go on with all that they typed.',
        code: 'web/accounts/signIn/SignInAgain.tsx',
        shownBy: [
          shown(
            'web/app/layout/IdleWarning.test.tsx',
            'AU-16: who leaves the page alone is warned two minutes before the end, then signed out',
          ),
          shown('web/accounts/signIn/SignInAgain.test.tsx', 'holds for fifty endings in a row'),
          shown(
            'web/platform/session/sessionEnds.test.tsx',
            '%s goes on with all that was typed, twice over',
          ),
          shown('e2e/accounts.spec.ts', 'AU-16: a session that ends while someone types costs nothing'),
        ],
      },
      {
        says: 'What was typed and not saved is offered again after a reload or a crash, to its owner alone.',
        code: 'web/platform/page/drafts.ts',
        shownBy: [
          shown(
            'web/platform/page/drafts.test.tsx',
            'is offered after a reload, in a restored tab and after a crash, and restored when the person says so',
          ),
          shown(
            'server/accounts/drafts/drafts.test.ts',
            'comes back to its owner, the newest for each form, and to nobody else',
          ),
          shown(
            'e2e/accounts.spec.ts',
            'AU-16: what was typed and not saved is offered again after a crash, and gone once it is saved',
          ),
        ],
      },
      {
        says: 'A save that comes too late keeps what was typed, and says who changed what.',
        code: 'server/platform/writes/saveRow.ts',
        shownBy: [
          shown(
            'web/patients/patient/conflict.test.tsx',
            'a save that comes too late keeps what was typed, and says who changed what and what is stored now',
          ),
          shown(
            'web/pathways/records/recordForms.test.tsx',
            'shows what others changed, keeps what was typed, and saves over it when asked to',
          ),
        ],
      },
    ],
    residual: { severity: 3, likelihood: 1 },
    left: 'The last three seconds of typing before a crash.',
    owner: 'maker',
    status: 'controlled',
  },
  {
    id: 'CS-14',
    title: 'The product is down in clinic',
    description: 'Nobody can read or record anything for minutes or hours.',
    causes: ['database, network or power away', 'a flood of calls', 'a stop for maintenance'],
    effect: 'Visits without facts; records that are written later or never.',
    initial: { severity: 3, likelihood: 3 },
    controls: [
      {
        says: 'Lists, call sheets and visit sheets are printed beforehand, with identity and flags on each row.',
        code: 'server/pathways/worklists/sheets.ts',
        shownBy: [
          shown(
            'server/pathways/worklists/print.test.ts',
            'has identity on each row and a number on each page: %s',
          ),
          shown(
            'e2e/lists.spec.ts',
            'a list is printed as a sheet, and a target that a Team Lead sets moves people at once',
          ),
        ],
      },
      {
        says: 'While the database is away every call says so, and all goes on by itself when it is back.',
        code: 'server/platform/db/connection/transact.ts',
        shownBy: [
          shown(
            'server/testing/checks/away.test.ts',
            '%s, every call answers 503 with Retry-After, and works again when it is back',
          ),
          shown(
            'server/platform/db/embedded/embedded.test.ts',
            'brings PostgreSQL back on the same address when it is killed, and a pool recovers',
          ),
          held('faults/dyingDatabase.ts'),
        ],
      },
      {
        says: 'Readiness says which part is away, so that operators see it first.',
        code: 'server/app/readiness/state.ts',
        shownBy: [
          shown('server/app/readiness/readiness.test.ts', 'is not ready while %s, and is again afterwards'),
          held('faults/notReady.ts'),
        ],
      },
      {
        says: 'A flood of sign-ins, slow senders or one locked patient keeps nobody else from working.',
        code: 'server/platform/http/limits/connections.ts',
        shownBy: [
          held('faults/signInFlood.ts'),
          held('faults/slowClients.ts'),
          held('faults/lockedRow.ts'),
          shown(
            'server/testing/checks/lockedRow.test.ts',
            'forty saves of that patient are told to try again, and nobody else waits for them',
          ),
        ],
      },
      restoredBackups,
    ],
    residual: { severity: 3, likelihood: 2 },
    left: 'The service needs a plan on paper for a day without the product, and a drill of its own.',
    owner: 'maker',
    status: 'open',
  },
  {
    id: 'CS-21',
    title: 'A record doubled or overwritten',
    description: 'One act is recorded twice, or the later of two saves undoes the earlier without a word.',
    causes: ['a double click', 'a lost reply and a second try', 'two people in one form'],
    effect: 'Two referrals, calls or sessions where there was one; a flag or telephone number gone.',
    initial: { severity: 3, likelihood: 4 },
    controls: [
      {
        says: 'A save over somebody else’s newer version is refused, and says who changed what.',
        code: 'server/platform/writes/saveRow.ts',
        shownBy: [
          shown('server/testing/checks/races.test.ts', '%s: one is stored, the other is refused and told'),
          shown(
            'server/patients/patient/change.test.ts',
            'lets one win and tells the other who changed which fields',
          ),
          shown(
            'server/testing/checks/journey.test.ts',
            'holds a save without a version to what the session was last shown',
          ),
        ],
      },
      {
        says: 'A create that is sent twice is done once.',
        code: 'server/platform/writes/idempotency.ts',
        shownBy: [
          shown('server/testing/checks/races.test.ts', '%s: makes one row, which both are told'),
          shown('server/testing/checks/repeats.test.ts', '%s is answered as the first time'),
          shown(
            'e2e/steady.spec.ts',
            '${what}: nothing moves before its result, and a second press does nothing',
          ),
        ],
      },
      {
        says: 'A save that was not confirmed says so, and its repeat makes one record.',
        code: 'server/platform/db/connection/transact.ts',
        shownBy: [
          shown(
            'server/testing/checks/unconfirmed.test.ts',
            'a new record may have been saved, and the same key makes it once',
          ),
          held('faults/lostReplies.ts'),
          held('faults/twoProcesses.ts'),
          held('faults/dyingDatabase.ts'),
        ],
      },
    ],
    residual: { severity: 3, likelihood: 1 },
    left: 'Two people who record one visit with different words make two records; attendance and calls of one day are asked about.',
    owner: 'service',
    status: 'controlled',
  },
  {
    id: 'CS-22',
    title: 'A record that was acknowledged is lost',
    description: 'The screen said “saved”, and the record is not there.',
    causes: [
      'power or process ends at that moment',
      'a disk that lies',
      'a save of several parts that stops between them',
    ],
    effect: 'A fact that everybody believes to be recorded is missing.',
    initial: { severity: 4, likelihood: 2 },
    controls: [
      {
        says: 'What was acknowledged survives kill -9 of the product, of PostgreSQL, or of both.',
        code: 'server/platform/writes/write.ts',
        shownBy: [
          shown(
            'server/testing/checks/crash.test.ts',
            'loses no acknowledged referral in ${rounds} rounds of kill -9 under load, and every list is right',
          ),
          shown(
            'server/pathways/documents/storage/crash.test.ts',
            'nothing acknowledged is lost and nothing is left over in ${rounds} rounds of kill -9 under load',
          ),
          held('faults/killedProduct.ts'),
          held('faults/stop.ts'),
        ],
      },
      {
        says: 'A save of several parts is stored whole or not at all.',
        code: 'server/platform/writes/write.ts',
        shownBy: [
          shown(
            'server/pathways/records/atomic.test.ts',
            'a save of %s that fails at any statement leaves nothing behind',
          ),
        ],
      },
      {
        says: 'A database that may lose what it acknowledged is refused at the start.',
        code: 'server/platform/db/connection/durability.ts',
        shownBy: [
          shown(
            'server/app/config.test.ts',
            'refuses a database that may lose what it acknowledged, whoever switched that on',
          ),
        ],
      },
      {
        says: 'Deleting keeps the record, and a Team Lead can bring it back.',
        code: 'server/pathways/records/store.ts',
        shownBy: [
          shown(
            'server/pathways/records/records.test.ts',
            'is deleted once, hidden, and restored by a Team Lead as it was',
          ),
          shown(
            'server/pathways/documents/documents.test.ts',
            'never lets the application destroy or rewrite a document',
          ),
        ],
      },
      restoredBackups,
    ],
    residual: { severity: 4, likelihood: 1 },
    left: 'A disk that fails as a whole loses what came after the last backup; whoever runs the product decides how long that is.',
    owner: 'maker',
    status: 'controlled',
  },
  {
    id: 'CS-27',
    title: 'A mark of a register is lost, written twice, or of the wrong person',
    description: 'What was marked in a class is not what stands as attendance.',
    causes: [
      'no signal where the class is given',
      'an answer that is lost after the mark was saved',
      'a page that is closed or loaded again',
      'two people who take one register',
      'a class that is changed after it was marked',
    ],
    effect:
      'Nobody asks about somebody who stopped coming, or hours of exercise are believed that there were not.',
    initial: { severity: 2, likelihood: 4 },
    controls: [
      {
        says: 'Marks wait in the browser with a key each until the service has them; the screen says how many are not sent yet.',
        code: 'web/care/classes/markQueue.ts',
        shownBy: [
          shown(
            'e2e/classes.spec.ts',
            'marks wait while the network is away, through a reload, and each is written once',
          ),
          shown(
            'server/care/classes/classes.test.ts',
            'is written once under its key, and the same mark by two people is one',
          ),
        ],
      },
      {
        says: 'Nobody is marked beforehand, and a mark goes over no other that its sender did not see.',
        code: 'server/care/classes/mark.ts',
        shownBy: [
          shown('server/care/classes/classes.test.ts', 'does not go over what a colleague marked otherwise'),
          shown(
            'server/care/classes/classes.test.ts',
            'is of a session that was given, in a class of the person',
          ),
        ],
      },
      {
        says: 'A session that is recorded stays as it was when its class is changed.',
        code: 'contract/care/classes/days.ts',
        shownBy: [
          shown(
            'server/care/classes/classes.test.ts',
            'leaves a recorded session as it was when it is changed, with its mark',
          ),
        ],
      },
      {
        says: 'No register expects somebody who died before it, or whose referral was closed.',
        code: 'db/migrations/0067_classes.sql',
        shownBy: [
          shown(
            'server/care/classes/classes.test.ts',
            'is free again when the referral is closed, the patient has died or the plan is completed',
          ),
        ],
      },
    ],
    residual: { severity: 2, likelihood: 2 },
    left: 'Marks of a phone that is lost, or of somebody who does not come back to the page, stay there: whoever gives the class sees on its page that nobody is marked.',
    owner: 'maker',
    status: 'controlled',
  },
  {
    id: 'CS-29',
    title: 'A letter reaches somebody whom it must not reach, or says what nobody signed',
    description:
      'A letter goes to a patient who has died, to an address from before a move or one that must not be told, to whoever cannot read it, or its words are changed after it was signed.',
    causes: [
      'a death or a move between signing and sending',
      'an address that must not be told',
      'a preferred format that nobody looked at',
      'a field of a template that is empty for this patient',
      'two people who work on one letter',
    ],
    effect:
      'A family is hurt by a letter to the dead, somebody is found who must not be found, or a practice acts on what nobody meant.',
    initial: { severity: 4, likelihood: 3 },
    controls: [
      {
        says: 'No letter to a patient who has died is signed, printed or mailed, also when it was signed before.',
        code: 'server/care/letters/person.ts',
        shownBy: [
          shown(
            'server/care/letters/letters.test.ts',
            'is the patient who has died; the practice is written to',
          ),
          shown(
            'server/care/letters/letters.test.ts',
            'mails nothing that is held back meanwhile, and says so',
          ),
        ],
      },
      {
        says: 'A letter whose name, address or size of print changed since it was signed is held back.',
        code: 'server/care/letters/person.ts',
        shownBy: [
          shown('server/care/letters/letters.test.ts', 'is the address from before a move'),
          shown(
            'server/care/letters/letters.test.ts',
            'is 18 points, the foot of the page too, for whoever prefers large print',
          ),
        ],
      },
      {
        says: 'An address that must not be told is left out of letters to others, and the service asks before it is written to.',
        code: 'contract/care/letters/recipients.ts',
        shownBy: [
          shown(
            'server/care/letters/letters.test.ts',
            'is anybody who could read an address that must not be told',
          ),
        ],
      },
      {
        says: 'A signed letter is changed by no call and no statement of the application.',
        code: 'db/migrations/0068_letters.sql',
        shownBy: [
          shown(
            'server/care/letters/letters.test.ts',
            'never changes: the application cannot, whatever it is asked',
          ),
        ],
      },
      {
        says: 'What is not recorded stands in a letter to a patient in brackets, with which it is not signed.',
        code: 'server/care/letters/compose.ts',
        shownBy: [
          shown(
            'server/care/letters/letters.test.ts',
            'to a patient has brackets where something is not recorded, and is not signed with them',
          ),
        ],
      },
    ],
    residual: { severity: 4, likelihood: 1 },
    left: 'What is on paper has left: a death that is recorded after the printing is not known to whoever posts it. The words of the first templates are a draft for a registered clinician.',
    owner: 'maker',
    status: 'controlled',
  },
  {
    id: 'CS-30',
    title: 'An onward referral without an answer, or equipment that is not there or not back, is forgotten',
    description:
      'Somebody believes that another service sees the person, or that the rail is fitted, and neither is so; or equipment stays with somebody who has died.',
    causes: [
      'a referral that never arrived, or was refused in a letter that nobody read',
      'an order that nobody asks about',
      'a referral that is closed, or a patient who has died, and leaves every list',
      'a task that was closed without an outcome',
    ],
    effect:
      'The person falls for want of what was thought to be done, or a delivery comes to a house in mourning.',
    initial: { severity: 3, likelihood: 4 },
    controls: [
      {
        says: 'What is due and not there stands on one list until somebody says what became of it, whose it is and how late.',
        code: 'server/pathways/outstanding/rows.ts',
        shownBy: [
          shown(
            'server/pathways/outstanding/outstanding.test.ts',
            'lists exactly what the rule says: an onward referral %s',
          ),
          shown(
            'server/pathways/outstanding/outstanding.test.ts',
            'lists exactly what the rule says: equipment %s',
          ),
          shown(
            'server/pathways/outstanding/outstanding.test.ts',
            'opens tasks that come back until it is done',
          ),
        ],
      },
      {
        says: 'Equipment stays on it after a discharge, a cancellation and a death; onward referrals that nobody can act on do not.',
        code: 'contract/pathways/outstanding.ts',
        shownBy: [
          shown(
            'server/pathways/outstanding/outstanding.test.ts',
            'keeps equipment after the referral was %s, and asks about no onward referral any more',
          ),
          shown(
            'server/pathways/outstanding/outstanding.test.ts',
            'has all equipment of somebody who has died collected or cancelled',
          ),
        ],
      },
      {
        says: 'What became of it can be recorded when the referral is closed too, and nothing else of it.',
        code: 'server/pathways/records/progressRoutes.ts',
        shownBy: [
          shown(
            'server/pathways/outstanding/outstanding.test.ts',
            'is recorded of a closed referral, and nothing else of it is',
          ),
        ],
      },
      {
        says: 'Closing a referral asks about what is not answered, not fitted and not back.',
        code: 'server/pathways/outstanding/read.ts',
        shownBy: [
          shown(
            'server/pathways/outstanding/outstanding.test.ts',
            'is asked about when the referral is closed',
          ),
        ],
      },
    ],
    residual: { severity: 3, likelihood: 2 },
    left: 'Equipment that was recorded without any day is on no list, and an onward referral of a closed referral is followed by nobody: who closes it is asked first.',
    owner: 'service',
    status: 'controlled',
  },
  {
    id: 'CS-31',
    title:
      'Somebody waits in vain, is reminded who must not be, or is discharged for not coming who could not come',
    description:
      'An appointment stands at another hour than was meant, two people are promised one clinician, a reminder reaches the dead or whoever reads along, or somebody who depends on others is discharged because nobody brought them.',
    causes: [
      'the clocks change between booking and appointment',
      'two people book one clinician',
      'a reminder that was queued before the person died, said no, or the appointment was moved',
      'a telephone that somebody else reads',
      'a missed appointment that is taken for a wish',
      'a calendar address that comes into other hands',
    ],
    effect:
      'A visit is missed, a family or somebody who harms the person reads a message, or a vulnerable person is lost to the service.',
    initial: { severity: 4, likelihood: 3 },
    controls: [
      {
        says: 'Day and time are those of the clocks in the United Kingdom; what compares or exports them reckons with both Sundays.',
        code: 'contract/platform/dates/wallTime.ts',
        shownBy: [
          shown('contract/platform/dates/wallTime.test.ts', 'the instant at which the clocks show a time'),
          shown(
            'server/care/appointments/appointments.test.ts',
            'a second booking of the clinician is asked about',
          ),
        ],
      },
      {
        says: 'Who must not be reminded is asked again in the moment of sending.',
        code: 'server/care/appointments/reminders.ts',
        shownBy: [
          shown('server/care/appointments/reminders.test.ts', 'is not sent'),
          shown('server/care/appointments/reminders.test.ts', 'is dropped when it is about to leave'),
        ],
      },
      {
        says: 'A reminder says day and time, and neither place, service, clinician nor name.',
        code: 'server/platform/messages/texts.ts',
        shownBy: [
          shown(
            'server/care/appointments/reminders.test.ts',
            'says day and time, and nothing of the service or the person',
          ),
        ],
      },
      {
        says: 'Before a discharge after a missed appointment whoever discharges says whether the person may be vulnerable; the answer is kept.',
        code: 'server/pathways/referral/vulnerability.ts',
        shownBy: [
          shown('server/care/appointments/appointments.test.ts', 'a discharge asks about vulnerability'),
        ],
      },
      {
        says: 'The calendar names no patient, each reading is in the audit trail, and its address can be renewed and withdrawn.',
        code: 'server/care/appointments/feed.ts',
        shownBy: [
          shown(
            'server/care/appointments/calendarFeed.test.ts',
            'names no patient, and each reading is in the audit trail',
          ),
          shown(
            'server/care/appointments/calendarFeed.test.ts',
            'is gone when the address is renewed or withdrawn, or its owner may no longer read lists',
          ),
        ],
      },
    ],
    residual: { severity: 4, likelihood: 1 },
    left: 'A telephone that somebody reads along without the service knowing; programs that discharge through the call of the specification are not asked. The wording of the question is a draft for a registered clinician.',
    owner: 'maker',
    status: 'controlled',
  },
  {
    id: 'CS-32',
    title: 'A letter that was begun or signed never leaves, and nobody notices',
    description:
      'The practice does not hear of a discharge, or the patient of an appointment, because a draft is forgotten, a signed letter is not printed, or its mail is refused.',
    causes: [
      'whoever wrote it is away',
      'a referral is closed with a letter half done',
      'a mail server that takes nothing',
    ],
    effect:
      'A general practitioner does not go on with what was begun, or a person waits for word that does not come.',
    initial: { severity: 3, likelihood: 3 },
    controls: [
      {
        says: 'A letter that is not signed or not sent after five working days opens a task of whoever owns the referral, which ends only when the letter leaves or is taken away.',
        code: 'server/pathways/outstanding/unsentLetters.ts',
        shownBy: [shown('server/pathways/tasks/tasks.test.ts', 'a letter that does not leave')],
      },
      {
        says: 'Closing a referral asks about each letter that has not left.',
        code: 'server/pathways/referral/openMatters.ts',
        shownBy: [
          shown(
            'server/pathways/referral/closing.test.ts',
            'asks about letters that are not signed or not sent, and not about one that was printed',
          ),
        ],
      },
    ],
    residual: { severity: 3, likelihood: 2 },
    left: 'A letter of a closed referral opens no task: once signed it stands on the list of letters, which says when it is late; a draft stands on the page of its referral alone. Whether a letter that left was read, nobody says.',
    owner: 'maker',
    status: 'controlled',
  },
  {
    id: 'CS-34',
    title: 'A booked visit is forgotten, or one clinician is booked twice',
    description:
      'A referral is closed while a visit is booked, or two people book one clinician for one time at one moment.',
    causes: [
      'a check-list that does not name appointments',
      'two bookings that are checked before either is saved',
    ],
    effect:
      'Somebody drives to a person whose care has ended, or a person waits for a clinician who is elsewhere.',
    initial: { severity: 3, likelihood: 4 },
    controls: [
      {
        says: 'Closing asks what becomes of the appointments that lie ahead, and begins with cancelling them and a letter. Those that stay, and each place in a class, are named and asked about.',
        code: 'server/pathways/referral/bookedMatters.ts',
        shownBy: [
          shown(
            'server/pathways/referral/closing.test.ts',
            'asks about appointments that lie ahead and places in classes, and not about others',
          ),
          shown('server/care/appointments/cancelBooked.test.ts', 'asks nothing more of what it cancels'),
        ],
      },
      {
        says: 'The diary says of an appointment that its referral is closed.',
        code: 'web/care/appointments/DiaryDay.tsx',
        shownBy: [
          shown(
            'e2e/appointments.spec.ts',
            'what is booked is cancelled with its referral, the letter names it, and the diary says that it is closed',
          ),
        ],
      },
      {
        says: 'Bookings of one clinician wait for each other, so that the second is asked.',
        code: 'server/pathways/records/appointment.ts',
        shownBy: [
          shown(
            'server/care/appointments/appointments.test.ts',
            'asks one of two people who book at the same moment',
          ),
        ],
      },
      {
        says: 'A booking is asked about where its clinician, patient or room has something else then, and on days and at hours when nobody is visited: an appointment, a class, a place in one, and an appointment that was deleted before it comes back.',
        code: 'server/pathways/records/bookings.ts',
        shownBy: [
          shown(
            'server/care/appointments/bookings.test.ts',
            'that is moved over an appointment of somebody in it is asked about',
          ),
          shown(
            'e2e/appointments.spec.ts',
            'a call over a visit on Christmas Day is asked about, booked once that is meant, and comes back so',
          ),
        ],
      },
    ],
    residual: { severity: 3, likelihood: 2 },
    left: 'A letter that is begun is signed and sent by a person. A sender that does not know the check-list is not asked, and what it leaves booked stays in the diary, marked as closed.',
    owner: 'service',
    status: 'controlled',
  },
]
