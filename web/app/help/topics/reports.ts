import { ask, type HelpTopic } from './topic.ts'

/** Reports and the dashboard. */
export const reports: readonly HelpTopic[] = [
  {
    id: 'reports',
    title: 'Reports',
    screens: ['/falls/reports'],
    about: [
      'All reports are listed below the form, each with the question that it answers; type a few words to find one. Press “Run for last month”, or choose other days, then show it, print it or save it as a spreadsheet. Both days of a period are counted.',
      'When you ran a report last, and over which days, is kept in this browser for you alone.',
      'A report that is not ready within three seconds continues in the background and opens by itself when it is ready. You can leave the page meanwhile: it is kept under “My reports” for a day. Small numbers can be hidden before a report leaves the service.',
      'The group Outcomes has what commissioners ask about results of care: measures first against latest, falls before and after, who completes, and the falls assessment of NG249. Each report says under its title whom it counts. Team Leads save the last month as one file under “Month-end pack”.',
      'Reports read what is recorded now, so a past month can still change when something is entered late.',
    ],
    ask: ask.lead,
  },
  {
    id: 'national-return',
    title: 'National return',
    screens: ['/falls/national-return'],
    about: [
      'The Community Services Data Set (CSDS) of a month, for Team Leads. “Check only” says what would be refused and keeps no files; mend that first. Then make the primary submission, and some weeks later the refresh of the same month, which says what differs.',
      'A row is refused if a mandatory field is missing, its days are out of order, or the row that it belongs to is refused. It is accepted and incomplete if a required field is missing. Press the words of a rule to see its records, and a name to mend it.',
      '“Field by field” says where each field comes from, how many are filled and how sure its code is. National codes that were not verified stay blank. A System Administrator notes them on the lists Referrers, Locations, Discharge Reasons and Declined Referral Reasons, with where they were read.',
      '“Counted twice” puts the numbers of the return beside those of the reports.',
      'No validator of NHS England was run, and the files are not the XML or the intermediate database in which the data set is submitted. They name patients; who saved them is in the audit trail.',
    ],
    ask: ask.lead,
  },
  {
    id: 'saved-report',
    title: 'Saved reports',
    screens: ['/falls/reports/saved/$savedId'],
    about: ['A report with its settings under a name of yours. It can run by itself each month.'],
    onSave: 'A monthly run is ready on the first of the month, with your rights as they are on that day.',
    ask: ask.lead,
  },
  {
    id: 'audit',
    title: 'Audit',
    screens: ['/falls/audit'],
    about: [
      'Six questions to the audit trail, for Information Governance: who opened a patient, what a user did, what a FHIR client read, which reading was unusual, what was refused, and what left as a file. Choose the days, and press “Ask”.',
      '“Who opened this patient” begins with a page in plain words that can be printed and given to the patient. The list below it has every event.',
      'Unusual reading is not an accusation. It lists reading of patients with the reader’s own name, family name or address, many patients within an hour, reading at night or at a weekend, and records that were opened by somebody who does not care for the patient. Ask before you conclude.',
      'Every answer can be saved as a spreadsheet, and every question is in the audit trail itself.',
      'Below you see whether the audit trail is sealed, when it was last checked, and whether it is noted outside the database.',
    ],
    ask: ask.governance,
  },
  {
    id: 'dashboard',
    title: 'Dashboard',
    screens: ['/falls/dashboard'],
    about: [
      'How the service is doing in one period, beside the period before. The period that you press at the top is opened again next time in this browser.',
      'Each number comes from a report: “What is counted” says which, and links to it. Targets in days are those of the work lists; an arrow is always said in words too.',
      'The charts show 24 months with their median. Six months in a row on one side of it are a lasting change and not chance. Below are the people who wait longest for care, and how far referrals get.',
      'Save PDF puts the same on one A4 page, without the names of those who wait.',
    ],
    ask: ask.lead,
  },
]
