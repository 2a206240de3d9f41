import type { ClientPurpose } from '../../../contract/exchange/client.ts'
import { fhirTypes, type FhirType } from '../../../contract/exchange/fhir/types.ts'
import { isAboutNobody, isForOnePatient } from './staffRights.ts'

/* Scopes of SMART App Launch 2, such as 'system/Patient.rs', and of version 1, such as 'system/Patient.read'. */

/** What a scope begins with: a program reads as the system, an app for a user or of one patient. */
const levels = ['system', 'user', 'patient'] as const
type Level = (typeof levels)[number]

const written = /^(system|user|patient)\/(\*|[A-Za-z]+)\.(c?r?u?d?s?|read|write|\*)$/

const scopesIn = (asked: string): string[] => asked.split(/\s+/)

/** What is asked for of one type: reading one resource, searching, or both. */
const permissionsOf = (asked: string): string => {
  if (asked === 'read' || asked === '*') return 'rs'
  return asked === 'write' ? '' : asked.replaceAll(/[cud]/g, '')
}

const granted = (asked: string, level: Level, types: readonly FhirType[]): string[] => {
  const found = new Map<FhirType, Set<string>>()
  for (const scope of scopesIn(asked)) {
    const [, at, of = '', permissions = ''] = written.exec(scope) ?? []
    if (at !== level) continue
    for (const type of of === '*' ? types : types.filter((each) => each === of))
      for (const permission of permissionsOf(permissions))
        found.set(type, (found.get(type) ?? new Set()).add(permission))
  }
  return fhirTypes.flatMap((type) => {
    const permissions = [...(found.get(type) ?? [])].toSorted().join('')
    return permissions === '' ? [] : [`${level}/${type}.${permissions}`]
  })
}

/**
 * The scopes of a program: what was asked for, as far as the client may read it. Nobody may write into the record, so
 * only `r` and `s` are granted, and to a program that sends referrals only that.
 * @param types the types that the client is registered for
 */
export const grantScopes = (asked: string, types: readonly FhirType[], purpose: ClientPurpose): string[] =>
  purpose === 'referring' ? (asksToSend(asked) ? [sendingScope] : []) : granted(asked, 'system', types)

/** Sending a referral, and reading how far it is. */
export const sendingScope = 'system/ServiceRequest.c'

const asksToSend = (asked: string): boolean =>
  scopesIn(asked).some((scope) => /^system\/(ServiceRequest|\*)\.(cr?u?d?s?|write|\*)$/.test(scope))

/** Whether an app asks for one patient, so that it reads of nobody else. */
export const asksOnePatient = (asked: string): boolean =>
  scopesIn(asked).some((scope) => written.exec(scope)?.[1] === 'patient')

/** Whether an app asks that a patient be chosen. */
export const asksToChoose = (asked: string): boolean => scopesIn(asked).includes('launch/patient')

/**
 * The scopes of an app. One that asks for one patient keeps `user/` only for what is about nobody, such as places.
 * @param types what the client is registered for and the user may read
 */
export const grantAppScopes = (asked: string, types: readonly FhirType[]): string[] =>
  asksOnePatient(asked)
    ? [
        ...granted(asked, 'patient', types.filter(isForOnePatient)),
        ...granted(asked, 'user', types.filter(isAboutNobody)),
      ]
    : granted(asked, 'user', types)

export type Permission = 'r' | 's' | 'c'

interface Grant {
  type: FhirType
  permissions: string
}

/** Every scope that can be granted, because each call looks at all of its token's. */
const grants: ReadonlyMap<string, Grant> = new Map([
  ...levels.flatMap((level) =>
    fhirTypes.flatMap((type) =>
      ['r', 's', 'rs'].map((permissions): [string, Grant] => [
        `${level}/${type}.${permissions}`,
        { type, permissions },
      ]),
    ),
  ),
  [sendingScope, { type: 'ServiceRequest', permissions: 'c' }],
])

/** The type that a granted scope names. */
export const typeOfScope = (scope: string): FhirType | undefined => grants.get(scope)?.type

/** The scope that a caller lacks, as they would ask for it. */
export const scopeOf = (
  { userId, patientId }: { userId: number | null; patientId: number | null },
  type: FhirType,
  permission: Permission,
): string => {
  const level: Level = userId === null ? 'system' : patientId === null ? 'user' : 'patient'
  return `${level}/${type}.${permission}`
}

/** Whether the scopes allow reading one resource of the type ('r'), searching ('s'), or sending one ('c'). */
export const allows = (scopes: readonly string[], type: FhirType, permission: Permission): boolean =>
  scopes.some((scope) => {
    const grant = grants.get(scope)
    return grant?.type === type && grant.permissions.includes(permission)
  })
