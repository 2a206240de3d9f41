import { fhirTypes, type FhirType } from '../../../../contract/exchange/fhir/types.ts'
import { allows } from '../../smart/scopes.ts'
import { isRowType, sourcesOf } from '../resources/registry.ts'
import { readRows, type FoundRow } from '../search/rows.ts'
import type { FhirCall } from './call.ts'

const isFhirType = (text: string): text is FhirType => (fhirTypes as readonly string[]).includes(text)

/** The resources behind the references, as far as the token's scopes allow reading them. */
export const readReferenced = async (call: FhirCall, references: readonly string[]): Promise<FoundRow[]> => {
  const wanted = new Map<FhirType, Set<string>>()
  for (const reference of references) {
    const [type = '', id] = reference.split('/')
    if (isFhirType(type) && id !== undefined) wanted.set(type, (wanted.get(type) ?? new Set()).add(id))
  }
  const found = await Promise.all(
    [...wanted].map(([type, ids]) =>
      isRowType(type) && allows(call.caller.scopes, type, 'r')
        ? readRows(call.service.db.sql, call.caller, sourcesOf[type], [...ids])
        : [],
    ),
  )
  return found.flat().filter(({ row }) => row.isActive !== false)
}
