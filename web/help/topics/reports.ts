import { ask, type HelpTopic } from '../topic.ts'

/** Reports and the dashboard. */
export const reports: readonly HelpTopic[] = [
  {
    id: 'reports',
    title: 'Reports',
    screens: ['/falls/reports'],
    about: [
      'Choose a report and its period, then show it, print it or save it as a spreadsheet. Both days of a period are counted.',
      'A report that takes long can run in the background: it is under “My reports” when it is ready. Small numbers can be hidden before a report leaves the service.',
      'Reports read what is recorded now, so a past month can still change when something is entered late.',
    ],
    ask: ask.lead,
  },
  {
    id: 'saved-report',
    title: 'Saved reports',
    screens: ['/falls/reports/saved/$id'],
    about: ['A report with its settings under a name of yours. It can run by itself each month.'],
    onSave: 'A monthly run is ready on the first of the month, with your rights as they are on that day.',
    ask: ask.lead,
  },
  {
    id: 'dashboard',
    title: 'Dashboard',
    screens: ['/falls/dashboard'],
    about: [
      'How the service is doing in one period. Choose the days at the top; each figure is a report of its own.',
    ],
    ask: ask.lead,
  },
]
