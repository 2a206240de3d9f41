import { expect, test } from 'vitest'
import { describeTerms, problemWithSearch, readSearchText, type SearchTerms } from './searchText.ts'

const nothing: SearchTerms = { name: '', born: [], postcode: null, nhsNumber: null, telephone: null }

test.each<[string, Partial<SearchTerms>]>([
  ['Pomfret', { name: 'Pomfret' }],
  ['  van  der   Berg ', { name: 'van der Berg' }],
  ['Pomfret, Ivy', { name: 'Pomfret, Ivy' }],
  ['O’Connell', { name: 'O’Connell' }],
  ['Smith-Jones', { name: 'Smith-Jones' }],
  ['100% Proof', { name: '100% Proof' }],
  ['9990000077', { nhsNumber: '9990000077' }],
  ['999-000-0077', { nhsNumber: '9990000077' }],
  [' 999 000 0077 ', { nhsNumber: '9990000077' }],
  ['Ashworth 999 000 0077', { name: 'Ashworth', nhsNumber: '9990000077' }],
  ['1941', { born: ['1941'] }],
  ['Pomfret 1941', { name: 'Pomfret', born: ['1941'] }],
  ['2 Pomfret 1941', { name: '2 Pomfret', born: ['1941'] }],
  ['1941 Pomfret', { name: 'Pomfret', born: ['1941'] }],
  ['Ivy May 1941', { name: 'Ivy May', born: ['1941'] }],
  ['3/7/1941', { born: ['19410703'] }],
  ['03-07-1941', { born: ['19410703'] }],
  ['3.7.1941', { born: ['19410703'] }],
  ['3 7 1941', { born: ['19410703'] }],
  ['3rd July 1941', { born: ['19410703'] }],
  ['3 jul 1941', { born: ['19410703'] }],
  ['1941-07-03', { born: ['19410703'] }],
  ['03071941', { born: ['19410703'] }],
  ['3/7/41', { born: ['19410703', '20410703'] }],
  ['7/1941', { born: ['194107'] }],
  ['Ivy 3/7/1941 Pomfret', { name: 'Ivy Pomfret', born: ['19410703'] }],
  ['M14 6AB', { postcode: 'M146AB' }],
  ['m146ab', { postcode: 'M146AB' }],
  ['ZZ1O 4AB', { postcode: 'ZZ104AB' }],
  ['Pomfret NHS No: 999 410 0001', { name: 'Pomfret', nhsNumber: '9994100001' }],
  ['NHS: "999-410-0001"', { nhsNumber: '9994100001' }],
  ['９９９ ４１０ ０００１', { nhsNumber: '9994100001' }],
  ['EC1A 1BB', { postcode: 'EC1A1BB' }],
  ['M14', { postcode: 'M14' }],
  ['M14 6', { postcode: 'M146' }],
  ['Pomfret m14 6ab 1941', { name: 'Pomfret', born: ['1941'], postcode: 'M146AB' }],
  ['01632 960 001', { telephone: '01632960001' }],
  ['(01632) 960-001', { telephone: '01632960001' }],
  ['+44 1632 960001', { telephone: '01632960001' }],
  ['+44 (0)1632 960001', { telephone: '01632960001' }],
  ['0044 7700 900 123', { telephone: '07700900123' }],
  ['447700900123', { telephone: '07700900123' }],
  ['7700 900123', { nhsNumber: '7700900123' }],
  ['960 001', { telephone: '960001' }],
  ['Pomfret 07700 900123', { name: 'Pomfret', telephone: '07700900123' }],
])('reads %j as %j', (text, terms) => expect(readSearchText(text)).toEqual({ ...nothing, ...terms }))

test.each([
  ['99900', 'NHS Number is invalid.'],
  ['99900000', 'NHS Number is invalid.'],
  ['999000007', 'NHS Number is invalid.'],
  ['99900000771', 'NHS Number is invalid.'],
  ['31/2/1941', 'Enter a real date with day, month and year, such as 05 Jan 2026'],
  ['1941-02-31', 'Enter a real date with day, month and year, such as 05 Jan 2026'],
  ['-', 'Please enter a search parameter.'],
  [" ' ", 'Please enter a search parameter.'],
])('says to %j: %s', (text, problem) => expect(problemWithSearch(text)).toBe(problem))

test.each([
  ['pomfret 1941', 'pomfret, born in 1941'],
  ['3/7/41', 'born on 03-Jul-1941 or on 03-Jul-2041'],
  ['7/1941', 'born in Jul-1941'],
  ['ivy m146ab', 'ivy, postcode M14 6AB'],
  ['m14', 'postcode M14'],
  ['9990000077', 'number 999-000-0077'],
  ['07700 900123', 'telephone 07700900123'],
  ['900123', 'telephone ending 900123'],
])('says what %j looks for: %s', (text, words) => {
  const terms = readSearchText(text)
  expect(terms === null ? null : describeTerms(terms)).toBe(words)
})
