import { expect, test } from 'vitest'
import { readTyped } from './readTyped.ts'

test.each([
  ['9990000077', { nhsNumber: '9990000077' }],
  ['999-000-0077', { nhsNumber: '999-000-0077' }],
  [' 999 000 0077 ', { nhsNumber: '999 000 0077' }],
  ['99900000', { nhsNumber: '99900000' }],
  ['14/7/1945', { dateOfBirth: '1945-07-14' }],
  ['14 Jul 1945', { dateOfBirth: '1945-07-14' }],
  ['14-07-1945', { dateOfBirth: '1945-07-14' }],
  ['29 02 2024', { dateOfBirth: '2024-02-29' }],
  ['Ashworth', { familyName: 'Ashworth' }],
  ['Ashworth, Edna', { familyName: 'Ashworth', firstName: 'Edna' }],
  ['Edna Ashworth', { familyName: 'Ashworth', firstName: 'Edna' }],
  ['Edna May Ashworth', { familyName: 'Ashworth', firstName: 'Edna May' }],
  ['O’Connell', { familyName: 'O’Connell' }],
  ['Ashworth,', { familyName: 'Ashworth' }],
])('the one search box reads %j as %j', (text, input) => expect(readTyped(text).input).toEqual(input))
