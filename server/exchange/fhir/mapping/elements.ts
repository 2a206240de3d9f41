import type {
  CodeableConcept,
  Coding,
  ContactPoint,
  Extension,
  HumanName,
  Identifier,
  Period,
  Reference,
} from 'fhir/r4.js'
import type { FhirType } from '../../../../contract/exchange/fhir/types.ts'
import { instantAt } from '../../../../contract/platform/dates/wallTime.ts'
import type { Code } from '../../../../contract/pathways/records/codes.ts'
import { instantFrom } from './instants.ts'

export const systems = {
  nhsNumber: 'https://fhir.nhs.uk/Id/nhs-number',
  odsCode: 'https://fhir.nhs.uk/Id/ods-organization-code',
  ubrn: 'https://fhir.nhs.uk/Id/UBRN',
  snomed: 'http://snomed.info/sct',
  loinc: 'http://loinc.org',
  ucum: 'http://unitsofmeasure.org',
  /** Numbers that this service gives out. */
  ours: 'urn:surefoot:patient',
} as const

/** Leaves out what is null or undefined: FHIR has no nulls. */
export const filled = <Parts extends object>(
  parts: Parts,
): { [Key in keyof Parts]: Exclude<Parts[Key], null | undefined> } =>
  Object.fromEntries(
    Object.entries(parts).filter(
      ([, value]) => value !== null && value !== undefined && value !== '' && !isEmpty(value),
    ),
  ) as { [Key in keyof Parts]: Exclude<Parts[Key], null | undefined> }

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/**
 * Text as FHIR takes it: without the control characters that JSON has but FHIR forbids, and not blank; undefined for
 * none.
 */
export const words = (text: string | null | undefined): string | undefined => {
  const kept = (text ?? '').replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g, ' ').trim()
  return kept === '' ? undefined : kept
}

export const refer = (type: FhirType, id: number | string, display?: string | null): Reference =>
  filled({ reference: `${type}/${id}`, display: words(display) }) as Reference
export const aPatient = (id: number | null): Reference => refer('Patient', id ?? 0)
/** The clinician of a record, by the name that was recorded. */
export const aClinician = (id: number, name: string): Reference =>
  refer('Practitioner', `clinician-${id}`, name)

export const inWords = (text: string | null | undefined): CodeableConcept | undefined => {
  const kept = words(text)
  return kept === undefined ? undefined : { text: kept }
}

/** A concept with the verified codes that it has, if any, and always in words. */
export const concept = (text: string, codes: readonly Code[] = []): CodeableConcept => ({
  ...(codes.length === 0 ? {} : { coding: codes.map(codingOf) }),
  text,
})

export const codingOf = ({ system, code, display }: Code): Coding => ({ system, code, display })

/** One coding of a system of HL7 or the NHS. */
export const coded = (system: string, code: string, display: string): CodeableConcept => ({
  coding: [{ system, code, display }],
})

export const category = (system: string, code: string, display: string): CodeableConcept[] => [
  coded(system, code, display),
]
const observationCategories = 'http://terminology.hl7.org/CodeSystem/observation-category'
export const survey = category(observationCategories, 'survey', 'Survey')
export const vitalSigns = category(observationCategories, 'vital-signs', 'Vital Signs')
export const examination = category(observationCategories, 'exam', 'Exam')

export const period = (start: string | null | undefined, end?: string | null): Period | undefined =>
  start || end ? (filled({ start, end }) as Period) : undefined

/** A time of day by the clocks of the United Kingdom, as an instant. */
export const instant = (day: string, time: string, plusMinutes = 0): string =>
  instantFrom(instantAt(day, time) + plusMinutes * 60_000)

export const nameOf = (parts: { family: string; given?: string | null; prefix?: string | null }): HumanName =>
  filled({
    use: 'official',
    family: words(parts.family),
    given: words(parts.given) === undefined ? undefined : [words(parts.given)],
    prefix: words(parts.prefix) === undefined ? undefined : [words(parts.prefix)],
  }) as HumanName

export const telephone = (
  number: string | null | undefined,
  use: 'home' | 'work' | 'mobile' | undefined,
  rank?: number,
): ContactPoint[] =>
  words(number) === undefined
    ? []
    : [filled({ system: 'phone', value: words(number), use, rank }) as ContactPoint]

export const identifier = (system: string, value: string): Identifier => ({ system, value })

export const organisation = (odsCode: string | null, display?: string | null): Reference | undefined =>
  odsCode === null
    ? undefined
    : (filled({
        reference: `Organization/${odsCode}`,
        identifier: identifier(systems.odsCode, odsCode),
        display: words(display),
      }) as Reference)

export const extension = (url: string, value: Omit<Extension, 'url'>): Extension => ({ url, ...value })

/** The organisation that keeps the record: this service. */
export const service: Reference = { reference: 'Organization/service' }
