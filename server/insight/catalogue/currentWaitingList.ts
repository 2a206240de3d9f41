import { sql as raw } from 'kysely'
import { factsOf, type CountedSection, type Report } from '../reports/definition.ts'
import { bandMeasures, bandWords } from './bands.ts'
import { byStage, deletedDoNotCount } from './shared.ts'

export const openReferrals = factsOf(
  'Open referrals',
  'Referrals that are open at the end of Date To and were received by then',
  async ({ to, standings }) => raw`
  select pathway.id as pathway_id, pathway.patient_id, standing.stage, ${to} - standing.since as days
  from (${await standings()}) as standing
  join pathway on pathway.id = standing.pathway_id`,
)

export const listsByWait: CountedSection = {
  title: 'Each list by weeks waited',
  facts: openReferrals,
  groups: [byStage],
  measures: bandMeasures('On the list'),
  chart: { title: 'Open referrals by stage', bars: { rows: 'waiting' } },
}

export const currentWaitingList: Report = {
  name: 'currentWaitingList',
  title: 'Current waiting list',
  group: 'Waits',
  answers: 'How many people are on each work list, and for how many weeks?',
  capability: 'report.run',
  isSnapshot: true,
  definition: [
    'Every open referral at the end of Date To that was received by then, on the list on which its records dated up to that day place it; a plan for a later day counts as booked from the day on which it was entered. Date From is not used. For today it is the work lists as they are.',
    'The wait counts from the day that the work list shows: referral, first FRAT, the later of the first FRAT and the first wellbeing assessment, start of the oldest open plan, end of the last plan, or first call that counts. A repeated assessment does not begin a wait again.',
    bandWords,
    `${deletedDoNotCount} A patient who has died is awaiting discharge and is on no call list.`,
  ],
  sections: [listsByWait],
}
