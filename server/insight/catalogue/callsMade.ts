import { sql as raw } from 'kysely'
import { count, countDistinct, factsOf } from '../reports/definition.ts'
import { monthOf, pathwaysInUse } from './shared.ts'

/* Calls made: the only place that counts them, by month, by clinician and by outcome. */

export const callsMade = factsOf(
  'Calls made',
  'Calls whose call date lies in the period, whatever their outcome',
  ({ from, to }) => raw`
  select pathway.id as pathway_id, pathway.patient_id, ${monthOf(raw`call.call_date`)}, clinician.display_name as clinician,
    coalesce(call.outcome, 'reached') as outcome
  from followup as call join (${pathwaysInUse}) on pathway.id = call.pathway_id
  left join clinician on clinician.id = call.clinician_id
  where call.is_active and call.call_date between ${from} and ${to}`,
)

export const callsMadeWords = `${callsMade.subject.each}, are calls made.`
export const callsMadeMeasures = [
  count('calls', 'Calls made'),
  countDistinct('people', 'People', 'patient_id'),
]
