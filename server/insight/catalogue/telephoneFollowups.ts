import type { Report } from '../reports/definition.ts'
import { callsMade, callsMadeMeasures, callsMadeWords } from './callsMade.ts'
import { callsOnTime, callsOnTimeWords } from './callWindows.ts'
import { byMonth, deletedDoNotCount } from './shared.ts'

export const telephoneFollowups: Report = {
  name: 'telephoneFollowups',
  title: 'Telephone follow-ups',
  group: 'Exercise and follow-up',
  answers: 'Were follow-up calls made on time?',
  capability: 'report.run',
  isSnapshot: true,
  definition: [...callsOnTimeWords, callsMadeWords, deletedDoNotCount],
  sections: [
    callsOnTime,
    {
      title: 'Calls made, by month',
      facts: callsMade,
      groups: [byMonth],
      measures: callsMadeMeasures,
      order: 'label',
    },
    {
      title: 'Calls made, by clinician',
      facts: callsMade,
      groups: [{ id: 'clinician', title: 'Clinician' }],
      measures: callsMadeMeasures,
    },
  ],
}
