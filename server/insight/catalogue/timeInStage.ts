import { sql as raw } from 'kysely'
import { stages } from '../../../contract/stages/stage.ts'
import { count, factsOf, spread, takenFrom, type Facts, type Report } from '../reports/definition.ts'
import { byStage, deletedDoNotCount, londonDay, pathwaysInUse } from './shared.ts'

/**
 * Stays in a stage that ended in the period or were still going on after it, in London days, from the history of
 * stages.
 */
const stays: Facts = ({ from, to }) => raw`
  select pathway_id, patient_id, stage, left_on - entered_on as days, ${to} - entered_on as so_far,
    coalesce(left_on between ${from} and ${to}, false) as ended,
    left_on is null or left_on > ${to} as staying
  from (
    select pathway.id as pathway_id, pathway.patient_id, stay.stage, ${londonDay('stay.entered')} as entered_on,
      ${londonDay('stay.left_at')} as left_on
    from (
      select pathway_id, to_stage as stage, at as entered,
        lead(at) over (partition by pathway_id order by id) as left_at
      from stage_transition) as stay
    join (${pathwaysInUse}) on pathway.id = stay.pathway_id
    where stay.stage = any(${[...stages]})) as stay
  where entered_on <= ${to} and (left_on is null or left_on >= ${from})`

const ended = factsOf(
  'Stays that ended',
  'Stays in a stage whose last day lies in the period',
  takenFrom(stays, () => raw`select * from facts where ended`),
)
const staying = factsOf(
  'Still in the stage',
  'Stays in a stage that had begun and not ended by the end of Date To; days so far',
  takenFrom(stays, () => raw`select * from facts where staying`),
)

export const timeInStage: Report = {
  name: 'timeInStage',
  title: 'Time in each stage',
  group: 'Waits',
  answers: 'How long do referrals stay on each work list?',
  capability: 'report.run',
  isSnapshot: true,
  definition: [
    'How long referrals stayed in a stage, in days, by the moments at which the stage changed in the product. These are the days on which records were saved, not the dates written in them.',
    deletedDoNotCount,
  ],
  sections: [
    {
      title: 'Stays that ended',
      note: `${ended.subject.each}.`,
      facts: ended,
      groups: [byStage],
      measures: [count('stays', 'Stays ended'), ...spread('days')],
      hasTotal: false,
      chart: { title: 'Median days in a stage', bars: { rows: 'median' } },
    },
    {
      title: 'Still in the stage',
      note: `${staying.subject.each}.`,
      facts: staying,
      groups: [byStage],
      measures: [count('staying', 'In the stage'), ...spread('so_far')],
    },
  ],
}
