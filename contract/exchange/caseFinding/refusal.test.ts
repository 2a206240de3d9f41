import { expect, it } from 'vitest'
import { isRefusal } from './refusal.ts'

it.each([
  ['Patient declined', true],
  ['patient has refused', true],
  ['Person declined at triage', true],
  ['Declined by the patient', true],
  ['Refused by patient (telephone)', true],
  ['Patient choice', true],
  ['Did not want to take part', true],
  ['Patient does not wish to attend', true],
  ['Does not meet criteria: age', false],
  ['Referral declined by the service', false],
  ['Patient could not be contacted', false],
  ['Patient chose to stop', false],
  ['Did not attend (policy followed)', false],
  ['Not able to take part (redirected to other service)', false],
  ['Moved away', false],
  ['Died', false],
])('%s: refused is %s', (reason, expected) => {
  expect(isRefusal(reason)).toBe(expected)
})
