import { ask, type HelpTopic } from './topic.ts'

const changed =
  'The patient’s record changes at once, on every referral. The earlier values stay in its history. If a colleague saved meanwhile, nothing of theirs is overwritten: you are shown who changed what.'

export const patient: readonly HelpTopic[] = [
  {
    id: 'refer',
    title: 'Record a referral',
    screens: ['/falls/referral-create'],
    about: [
      'A referral needs a patient who is registered. Find the person first, so that nobody is registered twice; then enter the day of the referral and the referrer.',
      'If the patient’s record lacks something that a referral needs, the page says what and links to it.',
    ],
    onSave:
      'The person is on Awaiting assessment at once, and waits from the day on which the referral was received.',
    ask: ask.lead,
  },
  {
    id: 'register',
    title: 'Register and refer',
    screens: ['/falls/register'],
    about: [
      'For a referral of somebody who is not registered yet: patient, practice and referral on one page. Look for the person first, so that nobody is registered twice.',
      'Trace with PDS, where your service has it, asks the national service by the NHS number, or by family name and date of birth. Choose for each line, then press Use these. Of a sensitive person only the name, number, gender and date of birth are shown.',
      'Address, contact and next of kin may be left empty here and recorded later on the patient’s page. A next of kin needs a family name.',
    ],
    onSave:
      'Patient and referral are saved together, or not at all. When somebody with a similar name and date of birth is already registered, you are shown them before anything is saved.',
    ask: ask.lead,
  },
  {
    id: 'incoming-referrals',
    title: 'Referrals to triage',
    screens: ['/falls/incoming-referrals', '/falls/incoming-referral'],
    about: [
      'Referrals that came in from outside: by the public form, from another system or from a case-finding list. Until one is accepted, the person is no patient, on no work list and in no wait.',
      'Decide within two working days. Red flags come first: act on them on the same day, whatever you decide. The criteria of NG249 are a prompt and no score.',
      'Registered patients who may be the person are shown by the same rules as when you register somebody. Choose one of them, or accept the referral for a new patient.',
      'If something is missing, press Ask for more and ring or write to the sender. It is due again on the day that you choose.',
      'A referral of the NHS e-Referral Service that you declined and that the referrer sends again comes in again, and says when and why it was declined before.',
      'A decision that could not be sent to a sender as a message stands under Decided and on Today: ring them, then press Told by telephone.',
      'Somebody asks about a referral? Search for its reference, UBRN, NHS number or the family name: those that were decided are found too.',
      'A person of a case-finding list asked for nothing: press Invite to write to them. If they say no, decline; the letter about it goes to the sender of the list.',
    ],
    onSave:
      'Accepting registers the person if need be and records the referral in one step; the wait counts from the day on which it came in, and red flags become red flags of the patient. Declining writes the letter, and can be undone. The form says who gets it; a relative gets none, and where the person did not agree you choose whether the person gets one. What was declined is removed after 90 days.',
    ask: ask.lead,
  },
  {
    id: 'pds-differences',
    title: 'Differences from PDS',
    screens: ['/falls/pds-differences'],
    about: [
      'Where your service has it, PDS is asked at night about people with an open referral. Here is whose record differs: died, sensitive, another NHS number, name, date of birth, address or GP practice. Nothing was changed.',
      'Open the patient, press Check with PDS, and accept what is right. What you change leaves the list.',
      'Who died as PDS says is marked in every list and has a task today. Nobody is to be rung, and no reminder is sent, until you have recorded the death. If PDS is wrong, the person or the GP practice has to have it put right there.',
      'Leave as it is takes a difference off the list until PDS changes again. A death cannot be left.',
    ],
    ask: ask.lead,
  },
  {
    id: 'case-finding',
    title: 'Case finding',
    screens: ['/falls/case-finding'],
    about: [
      'Lists of people who may need the service, such as the frailty index of a practice. These people asked for nothing: they are neither patients nor referrals, and nobody finds them in a search.',
      'Load a list checks the file first and says what it would do; nothing is stored until you load it. Say on which legal basis the service may hold the names: a list without it is not loaded.',
      'Send to triage makes referrals of the next people, those whom NG249 names first. Send only as many as you can look at in two working days. Then press Invite on each referral.',
      'People who died, have an open referral, are among the referrals to triage, were declined in the last 12 months or asked not to be contacted are not sent. The list says how many.',
      'A list shows each person under one of died, known, declined, invited and never reached. Only the NHS number, or a referral that was accepted, makes somebody known: a person who is merely like a registered patient is marked “May be registered”, and you look at both.',
      'Work on Never reached: send them to triage, write or ring, and ask again when the day to answer has passed. The file for the sender has their own rows and the standing, and nothing else of the record.',
    ],
    onSave:
      'A list is loaded whole or not at all, and loading it again changes nothing. Somebody who does not want to be contacted: decline the referral and tick the box for it. It goes for every later list.',
    ask: ask.lead,
  },
  {
    id: 'patient',
    title: 'Patient',
    screens: ['/falls/patient/view'],
    about: [
      'Everything kept about the person that is not part of one referral: details, address, contacts, consent, GP, next of kin, BMI, and all their referrals.',
      'Check with PDS, where your service has it, shows what the national service says otherwise. Each difference is saved only when you accept it; what PDS does not say stays as it is.',
      'The banner at the top stays on every screen of the person. Its chips show what matters first: red flags, safeguarding, refused consent, similar names, interpreter.',
    ],
    ask: ask.lead,
  },
  {
    id: 'demographics',
    title: 'Name, NHS number and date of birth',
    screens: ['/falls/patient/demographics'],
    about: [
      'Who the person is. A new NHS number is checked as you type; a person without one can be registered.',
      'When somebody with a similar name and date of birth is already registered, you are shown them before anything is saved. Open that record instead of adding a second one.',
    ],
    onSave: changed,
    ask: ask.lead,
  },
  {
    id: 'address',
    title: 'Address',
    screens: ['/falls/patient/address'],
    about: [
      'Where the person lives. Find it by postcode where your service has an address lookup, or type it.',
    ],
    onSave: changed,
    ask: ask.lead,
  },
  {
    id: 'contact',
    title: 'Telephone and e-mail',
    screens: ['/falls/patient/contact'],
    about: ['How to reach the person. The call list uses the mobile number first, then home, then work.'],
    onSave: changed,
    ask: ask.lead,
  },
  {
    id: 'patient-consent',
    title: 'Consent of the patient',
    screens: ['/falls/patient/consent'],
    about: [
      'What the person agreed to or refused, and when. A refusal shows on the banner, in lists and on paper, and takes the person off the call list.',
    ],
    onSave: changed,
    ask: 'A Team Lead, or the information governance lead, if you are unsure what was agreed.',
  },
  {
    id: 'deceased',
    title: 'Death of a patient',
    screens: ['/falls/patient/deceased'],
    about: [
      'Record the date of death as soon as you know it. If it was recorded by mistake, empty the date and save: the person returns to their list.',
    ],
    onSave:
      'All open referrals of the person wait for discharge only, and nobody is asked to call. You are asked to confirm before it is saved.',
    ask: ask.lead,
  },
  {
    id: 'next-of-kin',
    title: 'Next of kin',
    screens: ['/falls/patient/nextofkin'],
    about: ['Who is the person’s next of kin, and how to reach them.'],
    onSave: changed,
    ask: ask.lead,
  },
  {
    id: 'gp',
    title: 'GP practice',
    screens: ['/falls/patient/gp-search'],
    about: [
      'Search for the practice at which the person is registered, by any words of its name, its code or its postcode, and choose it. A practice that is not found has to be added to the organisations.',
    ],
    onSave: changed,
    ask: 'A system administrator, if a practice is missing.',
  },
  {
    id: 'flags',
    title: 'Flags and contacts',
    screens: ['/falls/patient/flags'],
    about: [
      'All flags of the person, open and ended, assessments of capacity, and contacts. Flags have a review day; when it is past, the chip says so.',
      'A red flag stays on the banner until somebody says what was done about it.',
    ],
    ask: ask.lead,
  },
  {
    id: 'flag',
    title: 'Set, review or end a flag',
    screens: [
      '/falls/patient/flag/$flagId',
      '/falls/patient/flag-review/$flagId',
      '/falls/patient/flag-end/$flagId',
    ],
    about: [
      'Choose the kind of flag and enter what others have to know. A red flag asks what was done, such as 999 or the same-day GP, and by when it must be dealt with.',
      'Review chooses the next review day. End asks why; only those who write clinical records end a red flag.',
    ],
    onSave:
      'The chip appears, changes or leaves at once, on every screen and list. Raising a red flag opens a task on each open referral. When the last of them is closed, the red flag stays on the last owner’s Today.',
    ask: 'For somebody in danger now: your local emergency procedure first, then a Team Lead.',
  },
  {
    id: 'capacity',
    title: 'Assessment of capacity',
    screens: ['/falls/patient/capacity/$capacityId'],
    about: [
      'The decision that was assessed, who assessed it, when, and the finding. An assessment is about one decision at one time.',
    ],
    onSave: 'It is listed with the flags of the person.',
    ask: ask.lead,
  },
  {
    id: 'contacts',
    title: 'Contacts',
    screens: ['/falls/patient/contacts/$contactId'],
    about: [
      'People around the person: family, carers, attorneys, with their role and what each may be told.',
    ],
    onSave: 'The contact is listed with the flags of the person.',
    ask: ask.lead,
  },
  {
    id: 'reminder-answers',
    title: 'May we remind?',
    screens: ['/falls/patient/reminders/$reminderConsentId'],
    about: [
      'The person’s answer when asked whether reminders of appointments may be sent by text message or e-mail. Without an answer nothing is sent; the latest answer counts.',
      'If somebody else can read or hear messages to the mobile telephone, tick “Silent number”: nothing is sent there, whatever the answer.',
    ],
    onSave: 'The answer counts from the next reminder on, also for one that waits to be sent.',
    ask: ask.lead,
  },
  {
    id: 'falls-calendar-answers',
    title: 'Falls calendar: may we ask?',
    screens: ['/falls/patient/falls-calendar/$fallsCalendarConsentId'],
    about: [
      'The person’s answer when asked whether we may ask them once a month, for a year after their care ended, how often they fell. They answer by text with a number, or somebody rings. The latest answer counts.',
      'No to all three ways stops it. A text with STOP stops it too, until you record here that they agree again. Closing the referral ends it.',
    ],
    onSave: 'It counts at once. Months that were over on that day are not asked about.',
    ask: ask.lead,
  },
  {
    id: 'bmi',
    title: 'BMI',
    screens: ['/falls/patient/bmi/$bmiId', '/falls/pathway/bmi/$bmiId'],
    about: [
      'Height and weight, from which the body mass index is worked out. It can be recorded for the patient or within a referral; both are shown together.',
    ],
    onSave: 'It is added to the person’s measurements. It never moves the person to another list.',
    ask: ask.lead,
  },
  {
    id: 'duplicates',
    title: 'Possible duplicates',
    screens: ['/falls/possible-duplicates', '/falls/compare-records'],
    about: [
      'Pairs of records that look like one person: names that are the same or sound alike, short forms of a name, a date of birth with day and month swapped or a year off, a former name, the same telephone or address. The list is filled automatically, within minutes after a record is saved.',
      'Compare the two. If they are one person, choose which record stays and, for each field that differs, the right value. An NHS number or refused consent that only one record has is always kept. Records with two different NHS numbers are never merged: if a number is wrong, correct it first.',
      'If they are two people, say so, and the pair does not come back. Information Governance can look but not change anything.',
    ],
    onSave:
      'Referrals, BMIs, flags, capacity, contacts and documents of the other record follow, and it leaves lists and searches. An old link to it opens the record that stays. A merge can be undone for 30 days.',
    ask: ask.lead,
  },
  {
    id: 'merged-records',
    title: 'Merged records',
    screens: ['/falls/merged-records', '/falls/merged-records/$mergeId'],
    about: [
      'Which records were merged, when and by whom, and which merges were undone.',
      'A Team Lead can undo a merge for 30 days: both records are as before, and what was recorded since in a referral stays with its referral. What was recorded since about the person as a whole, such as a BMI or a change of address, is listed with the record that it stays with: check each, because only you can say whose it is.',
    ],
    onSave: 'Work lists, flags and next of kin follow at once. The merge stays listed as undone.',
    ask: ask.lead,
  },
  {
    id: 'registered-in-error',
    title: 'Registered in error',
    screens: ['/falls/registered-in-error', '/falls/patient/in-error', '/falls/pathway/in-error'],
    about: [
      'For a patient or a referral that should not be there, such as one typed for practice or under the wrong person. A patient must have no referral, and a referral must have nothing recorded in it; what was recorded in error is deleted first.',
      'If one person has two records, do not use this: ask a Team Lead to merge them, so that nothing is lost. A real referral that goes no further is cancelled or discharged.',
      'A Team Lead sees everything taken out of use, with the reason, and can put it back.',
    ],
    onSave:
      'It leaves lists, searches, counters and reports at once. Nothing is deleted, and its history stays.',
    ask: ask.lead,
  },
]
