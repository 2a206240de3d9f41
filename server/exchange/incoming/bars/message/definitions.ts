import type { MessageDefinition, MessageDefinitionFocus } from 'fhir/r4.js'
import type { BarsSettings, BarsUseCase } from '../../../settings/settings.ts'

/* Which resources a message must have, as this service publishes it (MessageDefinition). */

export const systems = {
  events: 'https://fhir.nhs.uk/CodeSystem/message-events-bars',
  reasons: 'https://fhir.nhs.uk/CodeSystem/message-reason-bars',
  useCases: 'https://fhir.nhs.uk/CodeSystem/usecases-categories-bars',
  categories: 'https://fhir.nhs.uk/CodeSystem/message-category-servicerequest',
} as const

export const useCaseTitles: Record<BarsUseCase, string> = {
  referral: 'Referral',
  a4t2: '999 to a falls service',
  a4t3: '999 to community services',
}

type Range = readonly [minimum: number, maximum: number | '*']
export type Required = Readonly<Record<string, Range>>

const message = 'https://fhir.nhs.uk/StructureDefinition/BARSBundleMessage'
const header = 'https://fhir.nhs.uk/StructureDefinition/BARSMessageHeader-servicerequest-request'
const ukCoreProfile = (type: string): string => `https://fhir.hl7.org.uk/StructureDefinition/UKCore-${type}`

/** A new referral and a change of one. */
export const requiredInRequest: Required = {
  MessageHeader: [1, 1],
  ServiceRequest: [1, 1],
  Patient: [1, 1],
  Encounter: [1, 1],
  CarePlan: [1, 1],
  Location: [0, '*'],
  Organization: [2, '*'],
  Practitioner: [1, '*'],
  PractitionerRole: [1, '*'],
  Observation: [0, '*'],
  Condition: [0, '*'],
  Flag: [0, '*'],
  MedicationStatement: [0, '*'],
  AllergyIntolerance: [0, '*'],
  Consent: [1, '*'],
  HealthcareService: [1, 1],
}

/** Taking a referral back needs less. */
export const requiredInCancelling: Required = {
  MessageHeader: [1, 1],
  ServiceRequest: [1, 1],
  Patient: [1, 1],
  Organization: [2, '*'],
}

/** The first resource of which a message has too few or too many; null if it has what is required. */
export const wrongCount = (required: Required, count: (type: string) => number): string | null => {
  for (const [type, [minimum, maximum]] of Object.entries(required)) {
    const found = count(type)
    if (found < minimum) return `${type} (${minimum} required, ${found} sent)`
    if (maximum !== '*' && found > maximum) return `${type} (at most ${maximum}, ${found} sent)`
  }
  return null
}

const kinds = ['referral', 'validation', 'cancelled'] as const
export type DefinitionKind = (typeof kinds)[number]

export const definitionUrl = (kind: DefinitionKind): string =>
  `https://fhir.nhs.uk/MessageDefinition/bars-message-servicerequest-request-${kind}`

/** 999 asks a service to validate; everybody else refers. Both are taken for each use case that is set up. */
const useCasesOf = (kind: DefinitionKind, { useCases }: BarsSettings): BarsUseCase[] =>
  useCases.filter((each) => kind !== 'validation' || each !== 'referral')

/** What this service takes. @param asked only for this use case; null for all */
export const definitionsOf = (settings: BarsSettings, asked: string | null): MessageDefinition[] =>
  kinds.flatMap((kind) => {
    const useCases = useCasesOf(kind, settings).filter((each) => asked === null || each === asked)
    return useCases.length === 0 ? [] : [definitionOf(kind, useCases, settings)]
  })

const definitionOf = (
  kind: DefinitionKind,
  useCases: readonly BarsUseCase[],
  { serviceId }: BarsSettings,
): MessageDefinition => ({
  resourceType: 'MessageDefinition',
  id: `bars-request-${kind}`,
  url: definitionUrl(kind),
  name: `BarsRequest${kind[0]?.toUpperCase() ?? ''}${kind.slice(1)}`,
  title: `ServiceRequest, request, ${kind}`,
  status: 'active',
  date: '2026-11-30',
  useContext: [
    contextOf({ system: serviceId.system, code: serviceId.value }),
    ...useCases.map((code) => contextOf({ system: systems.useCases, code, display: useCaseTitles[code] })),
  ],
  eventCoding: { system: systems.events, code: 'servicerequest-request' },
  category: 'consequence',
  focus: [
    { code: 'Bundle', profile: message, min: 1, max: '1' },
    ...Object.entries(kind === 'cancelled' ? requiredInCancelling : requiredInRequest).map(
      ([type, [min, max]]): MessageDefinitionFocus => ({
        code: type as MessageDefinitionFocus['code'],
        profile: profileOf(type, kind),
        min,
        max: String(max),
      }),
    ),
  ],
})

const profileOf = (type: string, kind: DefinitionKind): string => {
  if (type === 'MessageHeader') return header
  if (type === 'ServiceRequest')
    return `https://fhir.nhs.uk/StructureDefinition/BARSServiceRequest-request-${kind === 'validation' ? 'validation' : 'referral'}`
  return type === 'Flag' ? 'http://hl7.org/fhir/StructureDefinition/Flag' : ukCoreProfile(type)
}

const contextOf = (coding: { system: string; code: string; display?: string }) => ({
  code: { system: 'http://terminology.hl7.org/CodeSystem/usage-context-type', code: 'workflow' },
  valueCodeableConcept: { coding: [coding] },
})
