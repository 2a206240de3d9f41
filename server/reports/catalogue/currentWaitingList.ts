import { sql as raw } from 'kysely'
import type { CountedSection, Facts, Report } from '../definition.ts'
import { bandMeasures, bandWords } from './bands.ts'
import { byStage, deletedDoNotCount } from './shared.ts'

const facts: Facts = async ({ to, standings }) => raw`
  select pathway.id as pathway_id, pathway.patient_id, standing.stage, ${to} - standing.since as days
  from (${await standings()}) as standing
  join pathway on pathway.id = standing.pathway_id`

export const listsByWait: CountedSection = {
  kind: 'counted',
  title: 'Each list by weeks waited',
  facts,
  groups: [byStage],
  measures: bandMeasures('On the list'),
  chart: { title: 'Open referrals by stage', bars: { rows: 'waiting' } },
}

export const currentWaitingList: Report = {
  name: 'currentWaitingList',
  title: 'Current waiting list',
  group: 'Waits',
  capability: 'report.run',
  definition: [
    'Every open referral at the end of Date To, on the list on which its records dated up to that day place it. Date From is not used. From today on it is the work lists as they stand.',
    'The wait counts from the day that the work list shows: referral, latest FRAT, latest wellbeing assessment, start of the oldest open plan, end of the last plan, or first call.',
    bandWords,
    `${deletedDoNotCount} A patient who has died is awaiting discharge and is on no call list.`,
  ],
  sections: [listsByWait],
}
