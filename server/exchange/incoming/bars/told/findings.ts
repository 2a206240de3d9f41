import { codingsOf, partOf, partsOf, textOf, wordsOf, type Part } from '../../parts.ts'
import type { Message } from '../message/message.ts'

/** Something that was observed or thought, in words and with its codes. */
export interface Finding {
  words: string
  codes: readonly string[]
}

/** What is over by now, such as a faint, was there all the same. */
const withdrawn = ['entered-in-error', 'cancelled', 'refuted']

/** Observations and conditions of a message: what was withdrawn, refuted or answered with no is left out. */
export const findingsOf = ({ bundle, request }: Message): Finding[] => [
  ...['Observation', 'Condition'].flatMap((type) => bundle.of(type)).flatMap(findingIn),
  ...partsOf(request['reasonCode']).flatMap((concept) => asFinding(concept, '')),
]

const findingIn = (resource: Part): Finding[] => {
  const statuses = [
    textOf(resource['status']),
    ...codingsOf([resource['verificationStatus'], resource['clinicalStatus']]).map(({ code }) => code),
  ]
  if (statuses.some((status) => status !== null && withdrawn.includes(status))) return []
  if (resource['valueBoolean'] === false) return []
  return asFinding(resource['code'], valueOf(resource))
}

const asFinding = (concept: unknown, value: string): Finding[] => {
  const words = wordsOf(concept)
  return words === null
    ? []
    : [
        {
          words: value === '' ? words : `${words}: ${value}`,
          codes: codingsOf(concept).map(({ code }) => code),
        },
      ]
}

const valueOf = (resource: Part): string => {
  const { value, unit } = partOf(resource['valueQuantity'])
  if (typeof value === 'number' || typeof value === 'string') return `${value} ${textOf(unit) ?? ''}`.trim()
  return (
    textOf(resource['valueString']) ??
    wordsOf(resource['valueCodeableConcept']) ??
    (typeof resource['valueInteger'] === 'number' ? String(resource['valueInteger']) : '')
  )
}

/** The result of the sender's own assessment: what its codes show, and what was written. */
export const triageOf = ({ bundle }: Message): { coded: Finding[]; written: string[] } => {
  const outcomes = bundle
    .of('CarePlan')
    .flatMap(({ activity }) => partsOf(activity))
    .flatMap(({ outcomeCodeableConcept }) => partsOf(outcomeCodeableConcept))
  return {
    coded: outcomes.flatMap((concept) => (codingsOf(concept).length > 0 ? asFinding(concept, '') : [])),
    written: [
      ...outcomes.flatMap((concept) =>
        codingsOf(concept).length > 0 ? [] : (textOf(concept['text']) ?? []),
      ),
      ...bundle.of('CarePlan').flatMap(({ description }) => textOf(description) ?? []),
    ],
  }
}
