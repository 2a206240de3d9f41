import type { FhirResource, Meta } from 'fhir/r4.js'
import { sha256 } from '../../../platform/crypto/sha256.ts'
import { fhirIdOf } from '../mapping/ids.ts'
import type { Source, Stamp } from '../mapping/source.ts'
import type { FoundRow } from './rows.ts'
import { instantFrom } from '../mapping/instants.ts'

/** The resource of a row, with its id and meta. */
export const resourceOf = ({ source, row }: FoundRow): FhirResource => {
  const profile = typeof source.profile === 'function' ? source.profile(row) : source.profile
  const { resourceType, ...body } = source.toFhir(row) as FhirResource
  const meta: Meta = {
    versionId: versionOf(source, row, body),
    lastUpdated: instantFrom(row.recordedAt),
    ...(profile === undefined ? {} : { profile: [profile] }),
  }
  return { resourceType, id: fhirIdOf(source, row), meta, ...body } as FhirResource
}

/**
 * The version of the row. Where other rows show in the resource too, it changes with them, so that nobody keeps an old
 * resource for a new one.
 */
const versionOf = ({ isComposed }: Source, { version }: Stamp, body: object): string =>
  isComposed === true
    ? `${version}-${sha256(JSON.stringify(body)).toString('hex').slice(0, 12)}`
    : String(version)

const always: ReadonlySet<string> = new Set(['resourceType', 'id', 'meta'])
/** Elements without which a resource of the type would be no valid one. */
const mandatory: ReadonlySet<string> = new Set([
  ...[
    'status',
    'intent',
    'subject',
    'patient',
    'code',
    'class',
    'participant',
    'scope',
    'category',
    'for',
    'agent',
  ],
  ...[
    'content',
    'mode',
    'lifecycleStatus',
    'description',
    'type',
    'recorded',
    'source',
    'target',
    'codeCodeableConcept',
    'policyRule',
  ],
])

/** The resource with these elements only, and marked so (FHIR R4, _elements). */
export const withElements = (resource: FhirResource, elements: readonly string[] | null): FhirResource => {
  if (elements === null) return resource
  const kept = Object.entries(resource).filter(
    ([name]) =>
      always.has(name) ||
      mandatory.has(name) ||
      elements.some(
        (each) => name === each || name === `_${each}` || (name.startsWith(each) && isChoice(name, each)),
      ),
  )
  const subsetted = { system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue', code: 'SUBSETTED' }
  return {
    ...(Object.fromEntries(kept) as unknown as FhirResource),
    meta: { ...resource.meta, tag: [subsetted] },
  }
}

/** Whether the name is that of a choice, such as valueQuantity for value. */
const isChoice = (name: string, element: string): boolean => /^[A-Z]/.test(name.slice(element.length))

/** The references at the path of an element, such as 'participant.actor'. */
export const referencesAt = (resource: FhirResource, path: string): string[] => {
  const at = (node: unknown, names: readonly string[]): string[] => {
    if (Array.isArray(node)) return node.flatMap((each) => at(each, names))
    if (typeof node !== 'object' || node === null) return []
    const [name, ...rest] = names
    if (name !== undefined) return at((node as Record<string, unknown>)[name], rest)
    const { reference } = node as { reference?: unknown }
    return typeof reference === 'string' ? [reference] : []
  }
  return at(resource, path.split('.'))
}
