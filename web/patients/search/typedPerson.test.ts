import { expect, test } from 'vitest'
import { readSearchText } from '../../../contract/patients/search/searchText.ts'
import { isFirstName } from './firstNames.ts'
import { contactOfTerms, knownWay, namesToAsk, personOfTerms, waysToRead } from './typedPerson.ts'

test.each([
  ['Ashworth', { familyName: 'Ashworth' }],
  ['Ashworth, Edna', { familyName: 'Ashworth', firstName: 'Edna' }],
  // The form asks which of the two is the family name.
  ['Edna Ashworth', {}],
  ['Edna Ashworth 14/7/1945', { dateOfBirth: '1945-07-14' }],
  ['O’Connell', { familyName: 'O’Connell' }],
  ['Ashworth,', { familyName: 'Ashworth' }],
  ['Mac Giolla', { familyName: 'Mac Giolla' }],
  ['Anneke van der Berg', { familyName: 'van der Berg', firstName: 'Anneke' }],
  ['van der Berg', { familyName: 'van der Berg' }],
  ['van der Berg Anneke', {}],
  ['van der Berg, Anneke', { familyName: 'van der Berg', firstName: 'Anneke' }],
  // Words that begin family names, and are first names too.
  ['Ben Ashworth', {}],
  ['di ashworth', {}],
  ['Van Nguyen', {}],
  ['di Stefano', { familyName: 'di Stefano' }],
  ['Ashworth Ben', {}],
  ['Nguyen Thi Van', {}],
  ['van Berg Ben', {}],
  ['Ben van der Berg', { familyName: 'van der Berg', firstName: 'Ben' }],
  ['Oren ben Horin', { familyName: 'ben Horin', firstName: 'Oren' }],
  ['Maria Di Stefano', { familyName: 'Di Stefano', firstName: 'Maria' }],
  ['Ashworth 14/7/1945', { familyName: 'Ashworth', dateOfBirth: '1945-07-14' }],
  ['Ashworth 1945', { familyName: 'Ashworth' }],
  ['Ashworth 14/7/45', { familyName: 'Ashworth' }],
  ['999 000 0077', { nhsNumber: '9990000077' }],
  ['7700 900 123', {}],
  ['M14 6AB', {}],
])('who typed %j and registers somebody begins with %j', (text, person) => {
  const terms = readSearchText(text)
  expect(terms === null ? null : personOfTerms(terms)).toEqual(person)
})

test.each([
  ['m146ab', { postcode: 'M14 6AB' }],
  ['Ashworth SW1A 1AA', { postcode: 'SW1A 1AA' }],
  ['M14', {}],
  ['07700 900123', { phoneMobile: '07700900123' }],
  ['+44 7700 900123', { phoneMobile: '07700900123' }],
  ['0161 496 0018', { phoneHome: '01614960018' }],
  ['900123', {}],
])('who typed %j and registers and refers somebody begins with %j', (text, contact) => {
  const terms = readSearchText(text)
  expect(terms === null ? null : contactOfTerms(terms)).toEqual(contact)
})

test.each([
  ['Ottershaw Mabel', { familyName: 'Ottershaw', firstName: 'Mabel' }],
  ['Mabel Ottershaw', { familyName: 'Ottershaw', firstName: 'Mabel' }],
  ['Edna May Ashworth', { familyName: 'Ashworth', firstName: 'Edna May' }],
  ['Ashworth Edna May', { familyName: 'Ashworth', firstName: 'Edna May' }],
  ['Ben Ashworth', { familyName: 'Ashworth', firstName: 'Ben' }],
  ['Ashworth Ben', { familyName: 'Ashworth', firstName: 'Ben' }],
  ['de la Cruz Maria', { familyName: 'de la Cruz', firstName: 'Maria' }],
  // With two first names, or none, the order cannot be decided.
  ['James Thomas', null],
  ['Xu Wei', null],
  ['Mabel Ottershaw Quill', null],
])('%j is read as the list of first names knows it: %j', (names, both) => {
  const terms = readSearchText(names)
  expect(terms === null ? null : namesToAsk(terms)).toEqual({ names })
  expect(knownWay(names, isFirstName)).toEqual(both)
})

test.each([
  ['Ottershaw Mabel', ['Mabel', 'Ottershaw']],
  ['de Mesnil Xu', ['Xu', 'de Mesnil']],
  ['van der Berg Xu Wei', ['Wei', 'van der Berg']],
  ['Ben May Ashworth', ['Ashworth', 'Ben']],
])('of %j either %j is offered as the family name', (names, families) => {
  expect(waysToRead(names).map(({ familyName }) => familyName)).toEqual(families)
})
