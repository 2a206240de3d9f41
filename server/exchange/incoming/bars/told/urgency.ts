import type { TypedTold } from '../../../../../contract/exchange/incoming/told.ts'
import { codingsOf, isSystem, partsOf, textOf } from '../../parts.ts'
import type { Message } from '../message/message.ts'

/** Ambulance response priorities that the ambulance service itself calls urgent or more. */
const urgentPriorities = ['C1', 'C2', 'C3', 'HCP1', 'HCP2', 'HCP3', 'IFT1', 'IFT2', 'IFT3']
const routinePriorities = ['C4', 'C4T', 'C5', 'HCP4', 'HP4T', 'IFT4']

/** The standard's own examples write both. */
const prioritySystems = ['arp-priority-codes', 'arp-priority-code'].map(
  (name) => `https://fhir.nhs.uk/CodeSystem/${name}`,
)

/** How urgent the sender says it is; null if it does not. */
export const urgencyOf = ({ bundle, request }: Message): TypedTold['urgency'] => {
  const priority = textOf(request['priority'])
  const codes = bundle
    .of('CarePlan')
    .flatMap(({ activity }) => partsOf(activity))
    .flatMap(({ outcomeCodeableConcept }) => codingsOf(outcomeCodeableConcept))
    .filter(({ system }) => prioritySystems.some((each) => isSystem(system, each)))
    .map(({ code }) => code)
  if (priority === 'urgent' || priority === 'asap' || priority === 'stat') return 'urgent'
  if (codes.some((code) => urgentPriorities.includes(code))) return 'urgent'
  return priority === 'routine' || codes.some((code) => routinePriorities.includes(code)) ? 'routine' : null
}
