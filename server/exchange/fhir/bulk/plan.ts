import type { FhirResource } from 'fhir/r4.js'
import type { FhirType } from '../../../../contract/exchange/fhir/types.ts'
import { allows } from '../../smart/scopes.ts'
import { isProvenanced } from '../http/read.ts'
import { fhirIdOf } from '../mapping/ids.ts'
import type { Source } from '../mapping/source.ts'
import { provenanceOf } from '../resources/provenance.ts'
import { questionnaires } from '../resources/questionnaire.ts'
import { isRowType, sourcesOf } from '../resources/registry.ts'
import { resourceOf } from '../search/present.ts'
import type { FoundRow } from '../search/rows.ts'

/** What becomes the files of one kind of rows. */
export interface Part {
  /** The type in the manifest; 'deleted' for bundles of what was deleted. */
  type: FhirType | 'deleted'
  /** Null: its resources are not made of rows. */
  source: Source | null
  toResource: (row: FoundRow) => FhirResource
  fixed?: readonly FhirResource[]
}

const sourcesFor = (types: readonly FhirType[]): readonly Source[] =>
  types.filter(isRowType).flatMap((type): readonly Source[] => sourcesOf[type])

/**
 * What an export writes, in this order: type by type, then what was deleted since. The same question has the same plan,
 * because an export that goes on later finds its place by number.
 * @param scopes of the token that asked: they bound what Provenance tells
 */
export const planOf = (
  types: readonly FhirType[],
  scopes: readonly string[],
  since: string | null,
): readonly Part[] => [
  ...types.flatMap((type) => partsOf(type, scopes)),
  ...(since === null
    ? []
    : sourcesFor(types)
        .filter(({ isDeletable }) => isDeletable === true)
        .map((source) => ({ type: 'deleted' as const, source, toResource: deletionOf }))),
]

const partsOf = (type: FhirType, scopes: readonly string[]): readonly Part[] => {
  if (type === 'Questionnaire') return [{ type, source: null, toResource: resourceOf, fixed: questionnaires }]
  if (type === 'Provenance') {
    const targets = Object.keys(sourcesOf).filter(isProvenanced)
    return sourcesFor(targets.filter((target) => allows(scopes, target, 'r'))).map((source) => ({
      type,
      source,
      toResource: ({ row }) => provenanceOf(source, row),
    }))
  }
  return sourcesFor([type]).map((source) => ({ type, source, toResource: resourceOf }))
}

/** A deletion as Bulk Data Access 2.0.0 tells it. */
const deletionOf = ({ source, row }: FoundRow): FhirResource => ({
  resourceType: 'Bundle',
  type: 'transaction',
  entry: [{ request: { method: 'DELETE', url: `${source.type}/${fhirIdOf(source, row)}` } }],
})
