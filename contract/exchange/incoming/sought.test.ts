import { expect, test } from 'vitest'
import { readSought, type Sought } from './sought.ts'

const nothing: Sought = { reference: null, ubrn: null, nhsNumber: null, familyName: null }

test.each<[string, Partial<Sought>]>([
  ['KM7Q-3XWA', { reference: 'KM7Q-3XWA' }],
  [' km7q 3xwa ', { reference: 'KM7Q-3XWA' }],
  ['km7q3xwa', { reference: 'KM7Q-3XWA' }],
  ['Thompson', { reference: 'THOM-PSON', familyName: 'thompson' }],
  ['1234 5678 9012', { ubrn: '123456789012' }],
  ['UBRN: 1234-5678-9012', { ubrn: '123456789012' }],
  ['999 000 0077', { nhsNumber: '9990000077' }],
  ['NHS No. 999-000-0077', { nhsNumber: '9990000077' }],
  ['O’Connell', { familyName: 'oconnell' }],
  ['Tranter, Winifred', { familyName: 'tranter' }],
  ['van der Berg', { familyName: 'vanderberg' }],
])('%j is searched for as %j', (typed, sought) =>
  expect(readSought(typed)).toEqual({ ...nothing, ...sought }),
)

test.each(['', ' ', '-', '12345', '1234567890123', "'"])('%j cannot be searched for', (typed) =>
  expect(readSought(typed)).toBeNull(),
)
