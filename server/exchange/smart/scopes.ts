import { fhirTypes, type FhirType } from '../../../contract/exchange/fhir/types.ts'

/* Scopes of SMART App Launch 2, such as 'system/Patient.rs', and of version 1, such as 'system/Patient.read'. */

const written = /^system\/(\*|[A-Za-z]+)\.(c?r?u?d?s?|read|write|\*)$/

/** What is asked for of one type: reading one resource, searching, or both. */
const permissionsOf = (asked: string): string => {
  if (asked === 'read' || asked === '*') return 'rs'
  return asked === 'write' ? '' : asked.replaceAll(/[cud]/g, '')
}

/**
 * The scopes granted: what was asked for, as far as the client may read it. Nobody may write, so only `r` and `s` are
 * ever granted.
 * @param types the types that the client is registered for
 */
export const grantScopes = (asked: string, types: readonly FhirType[]): string[] => {
  const granted = new Map<FhirType, Set<string>>()
  for (const scope of asked.split(/\s+/)) {
    const [, of = '', permissions = ''] = written.exec(scope) ?? []
    for (const type of of === '*' ? types : types.filter((each) => each === of))
      for (const permission of permissionsOf(permissions))
        granted.set(type, (granted.get(type) ?? new Set()).add(permission))
  }
  return fhirTypes.flatMap((type) => {
    const permissions = [...(granted.get(type) ?? [])].toSorted().join('')
    return permissions === '' ? [] : [`system/${type}.${permissions}`]
  })
}

/** Whether the scopes allow reading one resource of the type ('r'), or searching ('s'). */
export const allows = (scopes: readonly string[], type: FhirType, permission: 'r' | 's'): boolean =>
  scopes.some((scope) => {
    const [, of, permissions = ''] = written.exec(scope) ?? []
    return of === type && permissions.includes(permission)
  })
