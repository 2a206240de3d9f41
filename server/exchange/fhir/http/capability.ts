import type { CapabilityStatement, CapabilityStatementRestResource } from 'fhir/r4.js'
import { fhirTypes, type FhirType } from '../../../../contract/exchange/fhir/types.ts'
import { fhirPath, tokenPath, type FhirSettings } from '../../settings/settings.ts'
import { authorisationUrl } from '../../smart/configuration.ts'
import { ukCore, type Column, type Source } from '../mapping/source.ts'
import { isRowType, sourcesOf } from '../resources/registry.ts'
import { parametersOf } from '../search/query.ts'
import { isProvenanced } from './read.ts'

const searchTypes = {
  token: 'token',
  date: 'date',
  reference: 'reference',
  canonical: 'reference',
  string: 'string',
} as const

/** The parameters of a type as FHIR names them. */
const parameters = (sources: readonly Source[]): [string, Column['kind']][] => [
  ['_id', 'token'],
  ['_lastUpdated', 'date'],
  ...[...parametersOf(sources)].map(([name, { kind }]): [string, Column['kind']] => [name, kind]),
  ...(parametersOf(sources).has('patient')
    ? [['patient.identifier', 'token'] as [string, Column['kind']]]
    : []),
]

const includesOf = (type: FhirType, sources: readonly Source[]): string[] =>
  [...parametersOf(sources)].flatMap(([name, { kind }]) => (kind === 'reference' ? [`${type}:${name}`] : []))

const profilesOf = (type: FhirType): string[] =>
  ['Goal', 'DeviceRequest', 'Binary', 'Group'].includes(type) ? [] : [ukCore(type)]

const interactions = (...codes: ('read' | 'vread' | 'history-instance' | 'search-type')[]) =>
  codes.map((code) => ({ code }))

const exporting = (which: string) => ({
  name: 'export',
  definition: `http://hl7.org/fhir/uv/bulkdata/OperationDefinition/${which}`,
})
const operationsOf: Partial<Record<FhirType, NonNullable<CapabilityStatementRestResource['operation']>>> = {
  Patient: [
    { name: 'everything', definition: 'http://hl7.org/fhir/OperationDefinition/Patient-everything' },
    exporting('patient-export'),
  ],
  Group: [exporting('group-export')],
}

const ofType = (type: FhirType): CapabilityStatementRestResource => {
  const supportedProfile = profilesOf(type)
  const offered = {
    type,
    ...(supportedProfile.length === 0 ? {} : { supportedProfile }),
    versioning: 'versioned' as const,
  }
  if (type === 'Binary') return { ...offered, interaction: interactions('read') }
  if (type === 'Questionnaire')
    return {
      ...offered,
      interaction: interactions('read', 'search-type'),
      searchParam: [
        { name: '_id', type: 'token' },
        { name: 'url', type: 'uri' },
      ],
    }
  if (type === 'Provenance')
    return {
      ...offered,
      interaction: interactions('read', 'search-type'),
      searchParam: [{ name: 'target', type: 'reference' }],
    }
  const sources: readonly Source[] = isRowType(type) ? sourcesOf[type] : []
  return {
    ...offered,
    interaction: interactions('read', 'vread', 'history-instance', 'search-type'),
    readHistory: true,
    searchInclude: includesOf(type, sources),
    searchRevInclude: isProvenanced(type) ? ['Provenance:target'] : [],
    searchParam: parameters(sources).map(([name, kind]) => ({ name, type: searchTypes[kind] })),
    operation: operationsOf[type] ?? [],
  }
}

const withoutEmpty = (resource: CapabilityStatementRestResource): CapabilityStatementRestResource =>
  Object.fromEntries(
    Object.entries(resource).filter(([, value]) => !Array.isArray(value) || value.length > 0),
  ) as unknown as CapabilityStatementRestResource

/** What this server offers, made of what it serves: nothing is claimed that is not there. */
export const capabilityOf = (settings: FhirSettings, version: string): CapabilityStatement => ({
  resourceType: 'CapabilityStatement',
  status: 'active',
  date: '2026-11-29',
  kind: 'instance',
  software: { name: 'Surefoot', version },
  implementation: { description: 'Falls prevention service', url: `${settings.publicUrl}${fhirPath}` },
  instantiates: ['http://hl7.org/fhir/uv/bulkdata/CapabilityStatement/bulk-data'],
  fhirVersion: '4.0.1',
  format: ['application/fhir+json', 'json'],
  rest: [
    {
      mode: 'server',
      security: {
        cors: true,
        service: [
          {
            coding: [
              {
                system: 'http://terminology.hl7.org/CodeSystem/restful-security-service',
                code: 'SMART-on-FHIR',
                display: 'SMART-on-FHIR',
              },
            ],
          },
        ],
        extension: [
          {
            url: 'http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris',
            extension: [
              { url: 'authorize', valueUri: authorisationUrl(settings) },
              { url: 'token', valueUri: `${settings.publicUrl}${tokenPath}` },
            ],
          },
        ],
      },
      resource: fhirTypes.map((type) => withoutEmpty(ofType(type))),
      operation: [exporting('export')],
    },
  ],
})
