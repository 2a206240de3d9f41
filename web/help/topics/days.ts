import { stageRoutes, stages, stageTitles } from '../../../contract/pathway/stage.ts'
import { ask, type HelpTopic } from '../topic.ts'

/** The day's work: home, Today, owners, lists and calls. */
export const days: readonly HelpTopic[] = [
  {
    id: 'home',
    title: 'Home',
    screens: ['/falls/admissions', '/falls/home'],
    about: [
      'What is to be done today, in numbers, with the searches and the counters of the work lists. Each number leads to the people behind it.',
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
      'Nobody leaves this page while their next step is open. Closing a task with a note puts it off for seven days, or until the day you name.',
      'If it says that your sign-in is tied to no clinician, nothing can be yours: ask for it to be tied.',
    ],
    onSave: '“Done” closes a task at once. It is kept with who closed it and when.',
    ask: 'A Team Lead about a task; a system administrator to tie your sign-in to a clinician.',
  },
  {
    id: 'owners',
    title: 'Owners',
    screens: ['/falls/owners'],
    about: [
      'Every open referral has one owner, or stands in Unowned. Here is how many each clinician has, and which.',
      'A Team Lead gives referrals to somebody by ticking them, and hands over everything of a colleague who leaves. Clinicians take a referral from Unowned on its own page.',
    ],
    onSave:
      'All ticked referrals are given, or none. If a colleague was faster, the page says so and nothing is changed.',
    ask: ask.lead,
  },
  {
    id: 'work-lists',
    title: 'Work lists',
    screens: stages.map((stage) => `/falls/${stageRoutes[stage]}`),
    about: [
      `Every open referral is on exactly one of the lists: ${stages.map((stage) => stageTitles[stage]).join(', ')}. Nobody puts people on a list by hand: what is recorded, and the day it is, decide.`,
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
      'How many days each list may take before somebody on it is late. For the two lists of calls: how many days before and after the day of the call still count as in time.',
    ],
    onSave: 'Who is late follows at once, for everybody, in lists, counters, Today and reports.',
    ask: ask.lead,
  },
  {
    id: 'calls',
    title: 'Calls',
    screens: ['/falls/calls'],
    about: [
      'Whom to ring today, late ones first. Choose a person, ring, and fill in the call beside the list. On a phone, tap the number to call it.',
      'Only a call in which you reached the person counts as the follow-up. Nobody answered? Choose the outcome, and a day for the next try is suggested.',
      'Nobody who has died, refused consent or declined is on this list. They stay on their work list.',
    ],
    onSave:
      '“Save and next” keeps the call and opens the next person. The first call that counts moves the person to the second follow-up, the second to awaiting discharge.',
    ask: ask.lead,
  },
  {
    id: 'search',
    title: 'Find a patient',
    screens: ['/falls/referral-search'],
    about: [
      'Search by NHS number, by name or by date of birth, here or in the box at the top of each page. What you type is never part of the address, and every search is kept in the audit trail.',
      'Check name, date of birth and address with the person before you open a record: people of like name carry the chip “Similar name”.',
    ],
    ask: ask.lead,
  },
  {
    id: 'external-search',
    title: 'Look up a patient (people outside the service)',
    screens: ['/falls/external'],
    about: [
      'Enter NHS number, family name and date of birth; all three must be exactly right. Only people who agreed to share their pathway with partner services can be found.',
      'You can read and never change. What you search for and what you open are kept in an audit trail.',
      'After 10 searches within 15 minutes that find nobody you must wait 15 minutes. After 30 in a day only the service can switch your search on again.',
    ],
    ask: ask.service,
  },
]
