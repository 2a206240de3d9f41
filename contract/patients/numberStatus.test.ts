import { expect, it } from 'vitest'
import { statusAfterTrace, type NumberStatus, type TraceFacts } from './numberStatus.ts'

const ivy = { nhsNumber: '9990000077', familyName: 'Pomfret', dateOfBirth: '1941-07-14' }
const found: TraceFacts = { outcome: 'found', askedNumber: ivy.nhsNumber, person: ivy }
const replaced: TraceFacts = { ...found, outcome: 'superseded', askedNumber: '9990000158' }
const nobody = (outcome: TraceFacts['outcome'], askedNumber: string | null = null): TraceFacts => ({
  outcome,
  askedNumber,
  person: null,
})

it.each<readonly [string, Partial<typeof ivy> | { nhsNumber: null }, TraceFacts, NumberStatus | null]>([
  ['number, name and birth as PDS says', {}, found, '01'],
  ['the same name in other letters', { familyName: 'POMFRET' }, found, '01'],
  ['another family name', { familyName: 'Pomfrey' }, found, '05'],
  ['another date of birth', { dateOfBirth: '1941-07-15' }, found, '05'],
  ['another number', { nhsNumber: '9990000212' }, found, null],
  ['no number', { nhsNumber: null }, found, null],
  ['a person of whom PDS says no name', {}, { ...found, person: { ...ivy, familyName: null } }, '02'],
  ['a person of whom PDS says no birth', {}, { ...found, person: { ...ivy, dateOfBirth: null } }, '02'],
  ['the number that replaced another', {}, replaced, '01'],
  ['the number that was replaced', { nhsNumber: '9990000158' }, replaced, '05'],
  ['several people', {}, nobody('several'), '04'],
  ['too many people', {}, nobody('tooMany'), '04'],
  ['nobody', {}, nobody('none', ivy.nhsNumber), '04'],
  ['nobody of another number', {}, nobody('none', '9990000158'), null],
  ['a number that was withdrawn', {}, nobody('invalidated', ivy.nhsNumber), '05'],
  ['a service that was away', {}, nobody('away', ivy.nhsNumber), '03'],
  ['a service that took too long', {}, nobody('timedOut'), '03'],
])('%s', (_, saved, trace, status) => expect(statusAfterTrace({ ...ivy, ...saved }, trace)).toBe(status))
