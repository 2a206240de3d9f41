import { stageRoutes, stages, stageTitles } from '../../../../contract/stages/stage.ts'
import { ask, type HelpTopic } from './topic.ts'

/** The day's work: home, Today, owners, lists and calls. */
export const days: readonly HelpTopic[] = [
  {
    id: 'home',
    title: 'Home',
    screens: ['/falls/admissions', '/falls/home'],
    about: [
      'The work of today in numbers, with the searches and the counters of the work lists. Each number leads to the people behind it.',
      'A counter says how many wait, and how many of them are late.',
    ],
    ask: ask.lead,
  },
  {
    id: 'today',
    title: 'Today',
    screens: ['/falls/today'],
    about: [
      'What you are responsible for: late, due today and due by Sunday, with the calls and visits of these days. A Team Lead also sees what nobody owns and what has been late for long.',
      'Each person is listed once in a part, with all reasons. A long part shows the first ten: “Show all” shows the rest, and a print has everything.',
      'A person stays on this page while their next step is open. Closing a task with a note puts it off for seven days, or until the day you name.',
      'If it says that your sign-in is not linked to a clinician, nothing can be yours: ask for it to be linked.',
    ],
    onSave: '“Done” closes a task at once. It is kept with who closed it and when.',
    ask: 'A Team Lead about a task; a system administrator to link your sign-in to a clinician.',
  },
  {
    id: 'diary',
    title: 'Diary',
    screens: ['/falls/diary', '/visits'],
    about: [
      'Appointments and class sessions of a clinician or of a place, for a day or a week. Without a choice it is your own diary. An appointment is booked on the page of the referral, with “Book a slot” or with Add.',
      '“Record” beside an appointment says what happened. When somebody did not attend or was not brought, find out why before anything else is decided.',
      'A secret address shows your appointments in the calendar of your telephone or computer, without the name of any patient. If you lost it or gave it to somebody, make a new one: the old one stops working.',
      '“Take visits with me” keeps your own visits of today and tomorrow encrypted on this device, for homes without a signal. “Handed in” shows what waits for you, and devices with visits on them.',
    ],
    onSave: 'A new address is shown only once, and works at once.',
    ask: 'A Team Lead about appointments; a system administrator to link your sign-in to a clinician.',
  },
  {
    id: 'owners',
    title: 'Owners',
    screens: ['/falls/owners'],
    about: [
      'Every open referral has one owner, or is in Unowned. This page shows how many each clinician has, and which.',
      'A Team Lead gives referrals to somebody by ticking them, and hands over everything of a colleague who leaves. Clinicians take a referral from Unowned on its own page.',
    ],
    onSave:
      'All ticked referrals are given, or none. If a colleague has changed one first, the page says so and nothing is changed.',
    ask: ask.lead,
  },
  {
    id: 'outstanding',
    title: 'Outstanding flags, referrals, equipment, letters and messages',
    screens: ['/falls/outstanding'],
    about: [
      'Open red flags whose review day has come, onward referrals that nobody acknowledged after 14 days or that have no outcome after 28, equipment that is not fitted 14 days after it was ordered or not back on its day, letters of closed referrals that were begun and not signed within five working days, cancelled appointments of closed referrals of which the person was not notified, and links to their own page that did not reach a person whose referral is closed. The tabs divide them; “Mine” and “Nobody’s” say whose they are.',
      'Red flags and equipment stay here when the referral is discharged or cancelled, under the name of their last owner. When the person has died, fitted equipment is to be collected and the rest cancelled. Onward referrals of closed referrals, and of people who have died, are not here.',
      '“Update” opens the form for what became of it. “View” of a red flag opens the page where it is reviewed or ended. “Close task” says whether to ring or to write, and takes the note of what came of it.',
    ],
    ask: ask.lead,
  },
  {
    id: 'work-lists',
    title: 'Work lists',
    screens: stages.map((stage) => `/falls/${stageRoutes[stage]}`),
    about: [
      `Every open referral is on exactly one of the lists: ${stages.map((stage) => stageTitles[stage]).join(', ')}. The list follows from what is recorded and from today’s date: nobody moves people by hand.`,
      'The tabs divide a list into Late, This week and Later. Lateness is counted from the due day, and a Team Lead sets how many days each list may take.',
      'Columns, filters and saved views are yours alone. “Print” makes a PDF of the whole list as you have narrowed it; “Save CSV” and “Save Excel” do the same for spreadsheets.',
    ],
    ask: ask.lead,
  },
  {
    id: 'targets',
    title: 'Targets of the lists',
    screens: ['/falls/list-targets'],
    about: [
      'How many days each list may take before somebody on it is late. For the two lists of calls: how many days before and after the due day still count as on time.',
    ],
    onSave: 'Who is late changes at once, for everybody, in lists, counters, Today and reports.',
    ask: ask.lead,
  },
  {
    id: 'calls',
    title: 'Calls',
    screens: ['/falls/calls'],
    about: [
      'The people to ring now, late ones first; below them those who are due soon and may be rung already. Choose a person, ring, and fill in the call beside the list. On a phone, tap the number to call it.',
      '“Before you ring” says what was agreed, how the last call ended, and which class, equipment and goals there are.',
      'What the person answered on the own page stands above the form, not checked. “Take over” fills what is still empty; saving the call accepts the answers.',
      'Only a call in which you reached the person counts as the follow-up. If nobody answered, choose the outcome: a day for the next try is suggested.',
      'People who have died, refused consent or declined are not on this list. They stay on their work list.',
    ],
    onSave:
      '“Save and next” keeps the call and opens the next person. The first call that counts moves the person to the second follow-up, the second to awaiting discharge. “Undo” in the message removes the call again.',
    ask: ask.lead,
  },
  {
    id: 'classes',
    title: 'Classes',
    screens: ['/falls/classes', '/falls/class/$classId', '/falls/class-edit/$classId'],
    about: [
      'Each class with its day, place and instructor, how many places are taken and how many people wait. A class shows its sessions with their registers, its people with their hours of exercise, and its waiting list in order.',
      'A class is given on the weekday of its first day, for the number of weeks you enter; tick days off. Clinicians and Team Leads add and change classes. A session that is recorded stays as it was, and so does everything before it; the days after it follow the change.',
      'When somebody leaves, a place is free: “Offer the place” offers it to the person who has waited longest, and it is held until “Takes the place” or “Says no” is chosen.',
      'Hours are those of sessions attended and of the home diary, against 50 hours in all and 2 a week. The page says in words who is behind.',
    ],
    onSave:
      'A class with fewer places than are taken is refused. If sessions to come are cancelled, end earlier or move, the form asks first, and then everybody in the class is told.',
    ask: ask.lead,
  },
  {
    id: 'class-close',
    title: 'Close a class early',
    screens: ['/falls/class-close/$classId'],
    about: [
      'Ends a class before its last week. Choose for each person how they go on: completed, another class, at home, elsewhere, or stopped. A person without an answer stays a task of the instructor.',
      'Who waits for a place can go on waiting for another class, since the same day; otherwise they wait no more.',
      'People in the class are told that it ends earlier, and people who wait for it that it has ended, each in the way that suits them. Tick “Send nothing” if they know.',
      'If only one day is cancelled, choose “Cancel this session” on its register instead.',
    ],
    onSave:
      'Later sessions are taken out of the diary. Only a completed plan counts as completion in reports.',
    ask: ask.lead,
  },
  {
    id: 'clinics',
    title: 'Clinics and rounds',
    screens: ['/falls/clinics', '/falls/clinic/$clinicId', '/falls/clinic-edit/$clinicId'],
    about: [
      'A clinic is a weekly pattern of slots of one clinician at one place; a round of visits is one with minutes for travel and the postcode districts that it serves. Its slots stand ready for the next 26 weeks. Bank holidays are days off unless you untick them.',
      'A change of the pattern moves nobody who is booked. Their appointments stay, and the page of the clinic lists them under “To move” until somebody has agreed a new time with each.',
      'If the clinic is for a list, a free slot can be offered to those who wait longest there and live where it serves.',
    ],
    onSave: 'Free slots follow the new pattern at once.',
    ask: ask.lead,
  },
  {
    id: 'clinic-offer',
    title: 'Offer a free slot',
    screens: ['/falls/clinic-offer/$slotId'],
    about: [
      'Who waits longest on the list of the clinic, lives where it serves, has nothing booked and has not refused. “Book” books at once, for example while you are on the telephone. “Offer” tells the person and keeps the place for them until the end of the next day.',
      '“Said no” leaves the person on the list and takes them off this slot.',
    ],
    onSave: 'The person is told by text or e-mail if they agreed to it; otherwise a task says whom to ring.',
    ask: ask.lead,
  },
  {
    id: 'round',
    title: 'Round of visits',
    screens: ['/falls/round'],
    about: [
      'The home visits of a clinician on one day, by time or with neighbouring postcodes together, with addresses, telephone numbers and flags. Print it, or open it on your phone.',
    ],
    ask: ask.lead,
  },
  {
    id: 'letters',
    title: 'Letters to be sent',
    screens: ['/falls/letters'],
    about: [
      'Signed letters of all referrals that have not been sent yet, longest waiting first. Those with a tick are printed together in one PDF, each on pages of its own.',
      'A letter to a practice can be mailed where the practice has a mail address for letters. “The mail server accepted it” does not mean that somebody read it.',
      'A letter that is held back says why. One that was signed five working days ago is late, and on an open referral a task then says so. Below the list you see how letters were sent, latest first.',
    ],
    onSave:
      'A letter is marked as printed when its PDF is made. Print it again from its page if the paper was lost.',
    ask: ask.lead,
  },
  {
    id: 'class-register',
    title: 'The register of a class',
    screens: ['/falls/class-register/$sessionId'],
    about: [
      'Nobody is marked beforehand. Tap a name once for attended. A second tap, or the dots beside the name, offers everything else, such as “Did not attend, no warning”, and removes a mark.',
      'The length of the session and who gave it are above the names: change them once for everybody.',
      'Without a signal, go on marking. Marks are kept in this browser, even when the page is loaded again, and are sent automatically when the connection is back; the page says how many are not sent yet. Only numbers and marks are kept, no names. Do not sign out on a shared phone before all marks are saved.',
    ],
    onSave:
      'Each mark is saved separately as an attendance of that person’s exercise plan. Two sessions missed in a row open a task.',
    ask: ask.lead,
  },
  {
    id: 'search',
    title: 'Find a patient',
    screens: ['/falls/referral-search'],
    about: [
      'Type what you know into the box at the top of each page, in any order: names or their first letters, NHS number, date or year of birth, postcode, telephone number. “Pomfret 1941” finds a Pomfret born in 1941. A number that PDS replaced finds the person too; the row then says “Former NHS number”. Or search by NHS number or by details here.',
      'Names that are nearly what you typed are found too and carry the mark “Near name”. The results say how the search was understood.',
      'The patients you had open last, within 14 days, are listed below. What you typed goes into the form when you register somebody new. What you type is never part of the page address, and every search is kept in the audit trail.',
      'Check name, date of birth and address with the person before you open a record: people with a similar name have the chip “Similar name”.',
    ],
    ask: ask.lead,
  },
  {
    id: 'external-search',
    title: 'Look up a patient (people outside the service)',
    screens: ['/falls/external'],
    about: [
      'Enter NHS number, family name and date of birth; all three must be exactly right. Only people who agreed to share their referral with partner services can be found.',
      'You can read but not change records. What you search for and what you open are kept in an audit trail.',
      'After 10 searches within 15 minutes that find nobody you must wait 15 minutes. After 30 in a day only the service can switch your search on again.',
    ],
    ask: ask.service,
  },
]
