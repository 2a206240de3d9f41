import { ask, type HelpTopic } from './topic.ts'

/** The screens of one referral and its records. */
export const pathway: readonly HelpTopic[] = [
  {
    id: 'pathway',
    title: 'The page of a referral',
    screens: ['/falls/pathway/view'],
    about: [
      'The pathway is the page of one referral: everything recorded until it is cancelled or the person is discharged.',
      'At the top: which list the person is on, why and since when, what is due, the owner, and the usual next step as a button. Below, the latest figure of each kind; the arrow compares it with the one before and predicts nothing.',
      'Then all records of the referral. For each kind you see the latest record and plans that are still open; the button under them shows the earlier ones.',
      '“Add” at the top lists every kind of record, and each section has its own button. The index leads to each section; on a phone or tablet it is the button “Sections”.',
      '“Said on their page” is there when the person said something on their own page: first what somebody has to see to, then the newest. Answers before a visit or call are not checked, until somebody takes them over in a form and saves it, or presses Seen. The weeks of the exercise diary are not among the hours of classes.',
      'Deleted records are listed at the end; a Team Lead can restore them.',
      '“Print” prints the whole page, including folded parts, with the name, date of birth and NHS number on each page.',
    ],
    ask: ask.lead,
  },
  {
    id: 'app-launch',
    title: 'Let an app read',
    screens: ['/falls/app-launch'],
    about: [
      'An app is other software beside the record, which your organisation registered. “Open in an app” beside Referral on the page of a referral opens one about that patient, in a new tab. An app can also ask by itself.',
      'Look at the name and the date of birth, and at what it wants to read. If it does not know the patient yet, you choose one here. No app reads a restricted record.',
      '“Allow” lets it read what you may read yourself, and change nothing. “Refuse” tells it that you do not want that. It stops reading when you sign out, when you have not used Surefoot for 15 minutes, or after an hour. Each reading is in the audit trail with your name.',
    ],
    ask: ask.administrator,
  },
  {
    id: 'referral',
    title: 'Details of the referral',
    screens: ['/falls/pathway/referral'],
    about: [
      'When the person was referred, when that was received, by whom and why.',
      'The UBRN is the number of a referral in the NHS e-Referral Service. It is filled in when such a referral is accepted; type it if the referral came on paper. The search box finds the referral by it. Two open referrals cannot have the same one.',
    ],
    onSave: 'Waits are counted again, from the day on which the referral was received.',
    ask: ask.lead,
  },
  {
    id: 'cancel',
    title: 'Cancel or reinstate a referral',
    screens: ['/falls/pathway/cancel', '/falls/pathway/reinstate'],
    about: [
      'Cancel a referral that was not taken up: give the day and the reason. A referral whose care was given is discharged instead.',
      'A referral cancelled by mistake is reinstated, and returns to its work list.',
    ],
    onSave:
      'A cancelled referral leaves its work list and has no owner. Open plans, red flags, unsent letters and tasks are shown first, and you are asked to confirm. A reason that means “Died” closes the calls of all referrals of the person.',
    ask: ask.lead,
  },
  {
    id: 'discharge',
    title: 'Discharge',
    screens: ['/falls/pathway/discharge'],
    about: [
      'Close a referral whose care is complete: day, reason, clinician, and where the person was discharged to.',
    ],
    onSave:
      'The referral leaves its work list. What is still open is shown first, and you are asked to confirm. A Team Lead can reopen a discharge made by mistake.',
    ask: ask.lead,
  },
  {
    id: 'pathway-notes',
    title: 'Consent, general notes and comments of a referral',
    screens: ['/falls/pathway/consent', '/falls/pathway/general', '/falls/pathway/comments'],
    about: [
      'What was agreed for this referral, and notes that belong to no other record. Use a flag for what others must see first.',
    ],
    onSave: 'They are kept with the referral; earlier wording is in its history.',
    ask: ask.lead,
  },
  {
    id: 'owner',
    title: 'Owner of a referral',
    screens: ['/falls/pathway/owner'],
    about: ['Which clinician is responsible for this referral, with the team.'],
    onSave: 'It moves to that clinician’s Today at once, with its tasks.',
    ask: ask.lead,
  },
  {
    id: 'own-page',
    title: 'Links to the own page',
    screens: ['/falls/pathway/own-page'],
    about: [
      'A person who has a link sees appointments and letters on a page of their own, and answers questions there. A link opens with the date of birth, for 30 days, on the first phone or computer that opens it.',
      'Give it by text or e-mail if the person agreed to them, or on paper, which is printed here. Somebody who acts for the person is a contact first, and gets a link of their own with the right by which they act.',
      'After five wrong dates of birth a link ends, and a task asks you to ring the person the same day.',
    ],
    onSave: 'The message leaves by day. The link, its openings and its end are in the audit trail.',
    ask: ask.lead,
  },
  {
    id: 'task',
    title: 'Tasks',
    screens: ['/falls/pathway/task/$taskId', '/falls/pathway/task-close/$taskId'],
    about: [
      'Something to be done by a day. If no name is given, a task belongs to the owner of the referral.',
      'Some tasks open automatically, for instance when a target was missed, and close when the cause is gone. Closing such a task early asks why, and it comes back after seven days, or on the day you name, while its cause lasts.',
      'What patients say on their own page, such as that they cannot come, opens a task for today. It stands under Said on their page; Seen there closes the task too.',
    ],
    onSave: 'The task is on its owner’s Today from its day on.',
    ask: ask.lead,
  },
  {
    id: 'frat',
    title: 'FRAT (falls risk assessment)',
    screens: ['/falls/pathway/frat/$fratId'],
    about: [
      'Answer the five questions, or enter the score. The score is the number of answers “Yes”; it says what to look at next and predicts nothing.',
      'If the person went home or elsewhere and needs no more, “Discharged to” moves the referral to awaiting discharge.',
    ],
    onSave:
      'The first FRAT moves the person from Awaiting assessment to Awaiting wellbeing. Repeating one does not begin a wait again.',
    ask: ask.lead,
  },
  {
    id: 'wellbeing',
    title: 'Wellbeing assessment',
    screens: ['/falls/pathway/wellbeing/$wellbeingId'],
    about: [
      'How the person is and what concerns them. Three concerns mean a red flag: blackouts or unexplained falls, cannot get up from the floor, and safeguarding. The form then asks what was done.',
    ],
    onSave: 'With a FRAT recorded, the person moves to Awaiting treatment.',
    ask: ask.lead,
  },
  {
    id: 'treatment-plan',
    title: 'Treatment plan',
    screens: ['/falls/pathway/treatmentPlan/$treatmentPlanId'],
    about: [
      'What is planned, from which day. A plan with a future day is booked and begins automatically on that day. The goals outcome ends it; enter the day on which it really ended, if that was not today.',
    ],
    onSave:
      'A plan that has begun moves the person to In treatment. Its outcome moves them to Awaiting follow-up, due three months after the day it ended.',
    ask: ask.lead,
  },
  {
    id: 'no-plan',
    title: 'Decision against a plan',
    screens: ['/falls/pathway/noPlanDecision/$noPlanDecisionId'],
    about: [
      'For somebody who was assessed and needs only advice, equipment or an onward referral, or who declined.',
    ],
    onSave: 'The person waits for the follow-up calls instead of a plan. Deleting the decision undoes it.',
    ask: ask.lead,
  },
  {
    id: 'exercise',
    title: 'Exercise plan',
    screens: ['/falls/pathway/exercise/$exerciseId'],
    about: [
      'Which class or exercise, where, and from which day. The day ended ends it: completed, stopped with a reason, or going on elsewhere, such as in a leisure class.',
    ],
    onSave:
      'A plan that has begun moves the person to In exercise; when it has ended, they await follow-up. Only a completed plan counts as completion in reports.',
    ask: ask.lead,
  },
  {
    id: 'attendance',
    title: 'Attendance',
    screens: ['/falls/pathway/attendance/$exerciseId/$attendanceId'],
    about: [
      'One session of an exercise plan: attended, missed, or called off by the service. Sessions that the service called off do not count against the person.',
    ],
    onSave: 'The share attended is worked out again. Two missed sessions in a row open a task.',
    ask: ask.lead,
  },
  {
    id: 'enrol',
    title: 'Enrol in a class',
    screens: ['/falls/pathway/enrol', '/falls/pathway/class-leave/$placeId'],
    about: [
      'For anybody with an open referral, at whatever stage, unless they refused the service. A free place is given at once, from the next session on; in a full class the person waits, and a place is offered in order.',
      'When somebody leaves a class, enter a reason, which the service counts, and say how the exercise plan goes on or ended.',
    ],
    onSave:
      'The open exercise plan of the referral is used, or one is made, so that the person moves to In exercise when it begins.',
    ask: ask.lead,
  },
  {
    id: 'book',
    title: 'Book, move or cancel a slot',
    screens: ['/falls/pathway/book', '/falls/pathway/move/$appointmentId'],
    about: [
      'The next free slots of all clinics and rounds, earliest first, without those at which the clinician or the patient has something else. Choose kind, place, clinician or part of the day to see fewer.',
      'Moving cancels the old appointment and books the new one in one step: if the new slot has just been taken, the old one stays.',
    ],
    onSave:
      'The person is told by text or e-mail if they agreed to it; otherwise the letter opens, or a task says whom to ring.',
    ask: ask.lead,
  },
  {
    id: 'write-letter',
    title: 'Write a letter',
    screens: [
      '/falls/pathway/letter-new/$templateId',
      '/falls/pathway/letter-draft/$draftId',
      '/falls/pathway/letter-correction/$letterId',
      '/falls/pathway/letter/$letterId',
    ],
    about: [
      'A letter begins with the words of its template, filled in from the referral. Read it beside the form as it will be on paper, and change what you like. Words in [brackets] have to be filled in before you sign.',
      'An invitation, and a letter about a missed appointment, is about one appointment. Choose it first: day, time, place and clinician come from it. If you type something else, the form asks. When the appointment is moved, the letter is held back.',
      'While a red flag is open, a letter to the practice asks for a tick, and asks again if it does not name the flag.',
      'The text looks the same in the form as on paper. For a heading, a list or bold words use the buttons, or Ctrl+Alt+1, Ctrl+Shift+8 and Ctrl+B. Enter begins a new paragraph or point, twice ends a list; Shift+Enter begins a new line. What you paste from Word keeps its headings, lists and bold, and nothing else; the row of a table becomes a line.',
      'The size of print is that of the recipient: large print for patients who prefer it. If another format, an interpreter or a refusal of consent is recorded, the form says so and asks for a tick.',
      'A letter to a patient who has died is not possible. You can still write to the practice.',
      'A signed letter that has not been sent is held back when the name, the address or a preference of the patient changes. Write a correction then.',
    ],
    onSave:
      'A signed letter is stored among the documents of the referral and never changes. “Keep as draft” stores it unsigned. A correction replaces the letter before it.',
    ask: ask.lead,
  },
  {
    id: 'home-exercise',
    title: 'Exercise at home',
    screens: ['/falls/pathway/home-exercise/$exerciseId'],
    about: [
      'Minutes of exercise in one week, from the home diary. They count towards the recommended 50 hours.',
    ],
    onSave: 'It replaces what was saved for that week before.',
    ask: ask.lead,
  },
  {
    id: 'falls-month',
    title: 'Falls of a month',
    screens: ['/falls/pathway/falls-month/$questionId'],
    about: [
      'How often the person fell in one month of the falls calendar, as they said by telephone or in a reply that somebody has to read. 0 is an answer.',
      'If the month has a number already, say why it changes. Falls with an injury are recorded under Falls as well.',
    ],
    onSave:
      'The month counts in the falls per person-year, and its task is closed. Replies to it that waited are read with it.',
    ask: ask.lead,
  },
  {
    id: 'followup',
    title: 'Telephone follow-up',
    screens: ['/falls/pathway/followup/$followupId'],
    about: [
      'One call, whether the person was reached or not. An empty box means not asked, and 0 is an answer.',
      'A red flag heard in a call is on the banner until it is dealt with. A fall with over an hour on the floor is one.',
    ],
    onSave:
      'Only a call in which the person was reached counts: the first moves them to the second follow-up, the second to awaiting discharge.',
    ask: ask.lead,
  },
  {
    id: 'equipment',
    title: 'Equipment',
    screens: [
      '/falls/pathway/equipmentAssessment/$equipmentId',
      '/falls/pathway/equipment-progress/$equipmentId',
    ],
    about: [
      'Equipment that was assessed, and what became of it: asked for, ordered, fitted or delivered, reviewed, due back, and how it ended. Each day may be left out. It does not move the person to another list.',
      '“Update” beside it says what became of it, also after the referral was closed or the person has died: equipment still has to be collected. Equipment that stays for good, such as a rail, ends with “Stays with the person for good”.',
    ],
    onSave:
      'It is listed on the page of the referral. If it is not fitted 14 days after it was ordered, or not back on its day, it is listed under Outstanding.',
    ask: ask.lead,
  },
  {
    id: 'onward-referral',
    title: 'Onward referral',
    screens: [
      '/falls/pathway/onwardReferral/$onwardReferralId',
      '/falls/pathway/onward-progress/$onwardReferralId',
    ],
    about: [
      'To whom the person was referred, when and how. It does not move the person to another list.',
      '“Update” beside it says what became of it: the day they acknowledged it, whether they accepted or refused, and what came of it. If they refused, say what happens instead. “Ask again on” puts it off until that day.',
    ],
    onSave:
      'Not acknowledged after 14 days, or without an outcome after 28, it is listed under Outstanding; after 28 days a task asks what came of it.',
    ask: ask.lead,
  },
  {
    id: 'contact-note',
    title: 'Contact notes',
    screens: ['/falls/pathway/contactNote/$contactNoteId'],
    about: [
      'What happened in a visit, a clinic, a call or a letter, in words. Quick phrases add a sentence at the end of the note; nothing else is added for you.',
      'Saving signs the note with your name and the time, and nobody can change it afterwards. If something was wrong or missing, press “Add to” beside the note: your addition appears under it, with its own name and time. Delete a note of the wrong patient; a Team Lead can restore it.',
      'A note does not move the person to another list. A note of a call is not a telephone follow-up: record the call as one too.',
    ],
    onSave:
      'The note is on the page of the referral and in its timeline. People outside the service see its day and type, and not what it says.',
    ask: ask.lead,
  },
  {
    id: 'fall',
    title: 'Falls',
    screens: ['/falls/pathway/fall/$fallId'],
    about: [
      'One fall, with where it was, what the person was doing and what came of it; or a number of falls since the last contact, with the first and last day of that time. 0 is an answer. It says “Not known” until you choose.',
      'After a blackout, a head injury or over an hour on the floor the form offers the red flags. It ticks none of them: you decide, and say what was done. After a fracture it reminds you of bone health.',
      'Falls belong to the patient and are shown in each of their referrals. The number in the last 12 months counts what is recorded here. A described fall within a period with a number counts as one of that number. Falls reported in follow-up calls are shown with the calls and are not added.',
    ],
    onSave: 'The fall is listed, latest first. It does not move the person to another list.',
    ask: ask.lead,
  },
  {
    id: 'measures',
    title: 'Measures',
    screens: ['/falls/pathway/measure/$measureId'],
    about: [
      'Enter the day and who measured once, then each value; Tab leads from box to box. U in a box means that the person was unable to do it, which is a result and not an empty box.',
      'An impossible value is refused. An unusual one is asked about once, and a tick saves it all the same. The meaning of a value is beside it with its source; without a source, only the number is shown. No measure predicts a fall.',
      'The page of the referral compares the first value with the latest. It asks for Timed Up and Go, 30-second chair stand and FES-I at the start of a plan and at its end, but nothing depends on them.',
      'Licensed questionnaires are not in the product: score them on their own form and enter the score.',
    ],
    onSave:
      'All values of the sitting are saved together, or none. They do not move the person to another list. Correct a mistyped value on the page of the referral.',
    ask: ask.lead,
  },
  {
    id: 'medicines-review',
    title: 'Medicines review',
    screens: ['/falls/pathway/medicinesReview/$medicinesReviewId'],
    about: [
      'Whether the person takes a medicine that raises the risk of falling, such as sedatives, antidepressants, strong painkillers or medicines that lower blood pressure; when a review was asked for, when it was done and by whom.',
      'The product gives no advice on medicines.',
    ],
    onSave: 'It is listed on the page of the referral. It does not move the person to another list.',
    ask: ask.lead,
  },
  {
    id: 'falls-checklist',
    title: 'NG249 check-list',
    screens: ['/falls/pathway/fallsChecklist/$fallsChecklistId'],
    about: [
      'The parts of a comprehensive falls assessment after NICE guideline NG249: each is done, not needed or referred, with what was found. A part without an answer is not finished yet, so one list can be filled in over several visits.',
    ],
    onSave:
      'The page of the referral and the discharge form say which parts are not finished. You can go on all the same.',
    ask: ask.lead,
  },
  {
    id: 'appointment',
    title: 'Appointments',
    screens: ['/falls/pathway/appointment/$appointmentId'],
    about: [
      'A visit, clinic or call with day, time, place and clinician. If the clinician has something else at that time, the form asks once and then saves it all the same.',
      '“What happened” has the national words. “Was not brought” is for somebody who depends on others to come. Until its day an appointment can only be cancelled; one that is moved keeps its line with the new day.',
      'An appointment does not move the person to another list. After a missed one the discharge form asks whether the person may be vulnerable.',
    ],
    onSave:
      'It is in the diary of the clinician and of the place. If your service sends reminders, people who agreed get one two days before.',
    ask: ask.lead,
  },
  {
    id: 'documents',
    title: 'Documents',
    screens: ['/falls/pathway/documents-upload', '/falls/pathway/documents-delete'],
    about: [
      'Add letters and results to a referral: choose or drop files, give each its type. Files are checked before they are stored; a file with active content, or that cannot be read completely, is refused with the reason.',
      'A document added by mistake is deleted here. A Team Lead can restore it.',
    ],
    onSave: 'Each file is stored or refused separately, and the page says which.',
    ask: ask.lead,
  },
]
