import { describe, expect, it } from 'vitest'
import { holds, profiles, type Profile } from '../../../contract/accounts/permissions.ts'
import { fhirTypes } from '../../../contract/exchange/fhir/types.ts'
import { grantAppScopes } from './scopes.ts'
import { typesForStaff } from './staffRights.ts'

describe('scopes of an app', () => {
  it.each([
    ['user/*.rs', ['user/Patient.rs', 'user/Location.rs', 'user/List.rs']],
    ['patient/*.read', ['patient/Patient.rs', 'patient/Location.rs']],
    ['patient/Patient.r user/*.rs', ['patient/Patient.r', 'user/Location.rs']],
    ['patient/List.rs', []],
    ['system/*.rs', []],
    ['user/Patient.cud', []],
    ['user/AuditEvent.rs', []],
    ['openid fhirUser launch launch/patient offline_access online_access', []],
  ])('%j are %j', (asked, expected) => {
    expect(grantAppScopes(asked, ['Patient', 'Location', 'List'])).toEqual(expected)
  })

  const narrowing = { admissionsWriteClinical: true }
  it.each(profiles)('are for a user with the profile %s what they may read on screen', (profile: Profile) => {
    const types = typesForStaff([profile], narrowing)
    const isStaff = ['Admissions', 'Clinician', 'Team Lead'].includes(profile)
    if (!holds([profile], 'patient.read', narrowing)) return expect(types).toEqual([])
    const withheld = ['Group', 'AuditEvent', ...(isStaff ? [] : ['List'])]
    return expect(types).toEqual(fhirTypes.filter((type) => !withheld.includes(type)))
  })
})
