import { expect, test } from 'vitest'
import type { HeldRole } from '../../../contract/accounts/session.ts'
import { homePathOf } from './homes.ts'

test.each<[name: string, profile: HeldRole['profile'], home: string]>([
  ['Admissions', 'Admissions', '/falls/admissions'],
  ['ADMISSIONS', 'Admissions', '/falls/admissions'],
  ['External', 'External', '/falls/external'],
  ['External', 'Clinician', '/falls/external'],
  ['Admissions', 'Information Governance', '/falls/admissions'],
  ['System Administrator', 'System Administrator', '/falls/systemAdministrator'],
  ['system  administrator', 'System Administrator', '/falls/systemAdministrator'],
  ['System Administrator', 'none', '/falls/systemAdministrator'],
  ['Clinician', 'Clinician', '/falls/admissions'],
  ['Team Lead', 'Team Lead', '/falls/admissions'],
  ['Front desk', 'Admissions', '/falls/admissions'],
  ['Partner', 'External', '/falls/external'],
  ['IT desk', 'System Administrator', '/falls/systemAdministrator'],
  ['Ward 3/4', 'Clinician', '/falls/admissions'],
  ['../login', 'Clinician', '/falls/admissions'],
  ['Information Governance', 'Information Governance', '/falls/home'],
  ['Volunteer', 'none', '/falls/home'],
  ['', 'none', '/falls/home'],
])('the home of the role %j with the profile %s is %s', (name, profile, home) =>
  expect(homePathOf({ id: 1, name, profile })).toBe(home),
)

test('a person without a role has an empty home', () => expect(homePathOf(undefined)).toBe('/falls/home'))
