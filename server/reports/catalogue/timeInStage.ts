import { sql as raw } from 'kysely'
import { stages } from '../../../contract/pathway/stage.ts'
import { count, spread, type Facts, type Period, type Report } from '../definition.ts'
import { byStage, deletedDoNotCount, londonDay, pathwaysInUse } from './shared.ts'

/** Each stay in a stage, with the London days on which it began and ended as the trail of stages has them. */
const stays =
  (where: (period: Period) => ReturnType<typeof raw>): Facts =>
  (period) => raw`
  select * from (
    select pathway.id as pathway_id, pathway.patient_id, stay.stage, ${londonDay('stay.entered')} as entered_on,
      ${londonDay('stay.left_at')} as left_on,
      coalesce(${londonDay('stay.left_at')}, ${period.to}) - ${londonDay('stay.entered')} as days,
      ${period.to} - ${londonDay('stay.entered')} as so_far
    from (
      select pathway_id, to_stage as stage, at as entered,
        lead(at) over (partition by pathway_id order by id) as left_at
      from stage_transition) as stay
    join (${pathwaysInUse}) on pathway.id = stay.pathway_id
    where stay.stage = any(${[...stages]})) as stay
  where ${where(period)}`

export const timeInStage: Report = {
  name: 'timeInStage',
  title: 'Time in each stage',
  group: 'Waits',
  capability: 'report.run',
  definition: [
    'How long referrals stayed in a stage, in days, by the moments at which the stage changed in the product. These are the days on which records were saved, not the dates written in them.',
    deletedDoNotCount,
  ],
  sections: [
    {
      kind: 'counted',
      title: 'Stays that ended',
      note: 'Stays whose last day lies in the period.',
      facts: stays(({ from, to }) => raw`left_on between ${from} and ${to}`),
      groups: [byStage],
      measures: [count('stays', 'Stays ended'), ...spread('days')],
      hasTotal: false,
      chart: { title: 'Median days in a stage', bars: { rows: 'median' } },
    },
    {
      kind: 'counted',
      title: 'Still in the stage',
      note: 'Stays that had begun and not ended by the end of Date To; days so far.',
      facts: stays(({ to }) => raw`entered_on <= ${to} and (left_on is null or left_on > ${to})`),
      groups: [byStage],
      measures: [count('staying', 'In the stage'), ...spread('so_far')],
    },
  ],
}
