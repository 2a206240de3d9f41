import { isCalendarDate } from '../../../../../contract/platform/dates/dates.ts'
import { formatDateTime } from '../../../../../contract/platform/words/format.ts'
import { codingsOf, partOf, partsOf, textOf, textsOf, wordsOf, type Part } from '../../parts.ts'
import { useCaseTitles } from '../message/definitions.ts'
import type { Message } from '../message/message.ts'
import { consentInWords } from './consent.ts'
import { findingsOf, triageOf } from './findings.ts'
import { flagsOf, isSelf } from './person.ts'
import { safeguardingOf, unsafeSceneOf } from './redFlags.ts'

/**
 * Why the person is referred, as lines of text. What somebody must see before they go there comes first and the long
 * text of an assessment last, because a text that is too long loses its end.
 */
export const reasonLines = (message: Message): string[] => {
  const { bundle, request, patient, useCase, encounter } = message
  const { coded, written } = triageOf(message)
  const of = (label: string, values: readonly string[]): string[] =>
    values.length === 0 ? [] : [`${label}: ${[...new Set(values)].join('; ')}`]
  const flags = bundle.of('Flag')
  const consent = consentInWords(message)
  return [
    ...(useCase === 'referral' ? [] : [useCaseTitles[useCase]]),
    ...of('Scene', unsafeSceneOf(message)),
    ...of('Safeguarding', safeguardingOf(message)),
    ...of('Infection risk', flagsOf(flags, 'IR')),
    ...of(
      'Found',
      findingsOf(message).map(({ words }) => words),
    ),
    ...of(
      'Outcome of the assessment',
      coded.map(({ words }) => words),
    ),
    ...bundle.of('Location').flatMap(placeIn),
    ...partsOf(patient['contact']).flatMap(contactIn),
    ...of(
      'Other flags',
      ['RC', 'RT', 'AC', 'API', 'RS'].flatMap((category) => flagsOf(flags, category)),
    ),
    ...of('Answer by', answerBy(request)),
    ...of(
      'Their number',
      partsOf(encounter?.['identifier']).flatMap(({ value }) => textOf(value) ?? []),
    ),
    ...of(
      'Allergies',
      bundle.of('AllergyIntolerance').flatMap(({ code }) => wordsOf(code) ?? []),
    ),
    ...of(
      'Medicines',
      bundle.of('MedicationStatement').flatMap((each) => wordsOf(each['medicationCodeableConcept']) ?? []),
    ),
    ...(consent === null ? [] : [consent]),
    ...textsOf(request['patientInstruction']).map((text) => `Advice given: ${text}`),
    ...partsOf(request['note']).flatMap(({ text }) => textOf(text) ?? []),
    ...written,
  ]
}

const answerBy = (request: Part): string[] => {
  const end = textOf(partOf(request['occurrencePeriod'])['end'])
  return end !== null && isInstant(end) ? [formatDateTime(end)] : []
}

const isInstant = (text: string): boolean =>
  isCalendarDate(text.slice(0, 10)) &&
  /^.{10}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/.test(text)

const placeTitles: Readonly<Record<string, string>> = {
  CLOC: 'Caller at',
  RLOC: 'Meet at',
  OLOC: 'Another place',
}

/** Where it happened, or another place that the sender names. */
const placeIn = (location: Part): string[] => {
  const [type] = codingsOf(location['type'])
  const address = partOf(location['address'])
  const parts = [
    textOf(location['name']),
    ...textsOf(address['line']),
    textOf(address['city']),
    textOf(address['postalCode']),
    wordsAt(location),
  ].filter((part) => part !== null)
  return parts.length === 0
    ? []
    : [`${placeTitles[type?.code ?? ''] ?? 'Where it happened'}: ${parts.join(', ')}`]
}

/** Three words that name a place, which some crews use. */
const wordsAt = (location: Part): string | null =>
  partsOf(location['extension'])
    .flatMap(({ extension }) => partsOf(extension))
    .flatMap(({ url, valueString }) => (url === 'what3words' ? (textOf(valueString) ?? []) : []))
    .at(0) ?? null

/** Somebody else who can be asked. */
const contactIn = (contact: Part): string[] => {
  if (isSelf(contact)) return []
  const name = partOf(contact['name'])
  const named =
    textOf(name['text']) ?? textOf([...textsOf(name['given']), ...textsOf(name['family'])].join(' '))
  const numbers = partsOf(contact['telecom']).flatMap(({ value }) => textOf(value) ?? [])
  const relation = partsOf(contact['relationship']).flatMap((each) => wordsOf(each) ?? [])
  const parts = [...(named === null ? [] : [named]), ...relation, ...numbers]
  return parts.length === 0 ? [] : [`Contact: ${parts.join(', ')}`]
}
