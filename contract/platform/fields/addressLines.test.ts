import { expect, it } from 'vitest'
import { linesOfAddress } from './addressLines.ts'

const home = {
  addressLine1: 'Flat 2',
  addressLine2: 'Orchard House',
  addressLine3: '1 Orchard Close',
  town: 'Sampletown',
  county: 'Exampleshire',
  postcode: 'ZZ9 9ZZ',
}
const nothing = { addressLine1: '', addressLine2: '', addressLine3: '', town: '', county: '', postcode: '' }

it.each([
  [
    'as Capture+ and the web service write it',
    {
      Line1: 'Flat 2',
      Line2: 'Orchard House',
      Line3: '1 Orchard Close',
      City: 'Sampletown',
      Province: 'Exampleshire',
      PostalCode: 'ZZ9 9ZZ',
      CountryName: 'United Kingdom',
    },
    home,
  ],
  [
    'as the newer module writes it',
    {
      line1: 'Flat 2',
      line2: 'Orchard House',
      line3: '1 Orchard Close',
      city: 'Sampletown',
      province: 'Exampleshire',
      postalCode: 'ZZ9 9ZZ',
    },
    home,
  ],
  [
    'with more lines than the form has: the rest joins the third',
    { Line1: 'Room 4', Line3: 'East Wing', Line4: 'Orchard House', Line5: '1 Orchard Close' },
    { ...nothing, addressLine1: 'Room 4', addressLine3: 'East Wing, Orchard House, 1 Orchard Close' },
  ],
  [
    'with the county by its other name',
    { Line1: 'Flat 2', Province: '', ProvinceName: 'Exampleshire' },
    { ...nothing, addressLine1: 'Flat 2', county: 'Exampleshire' },
  ],
  ['with blanks around it', { Line1: '  Flat 2 ', Line2: ' ' }, { ...nothing, addressLine1: 'Flat 2' }],
  [
    'with lines that are no text',
    { Line1: 'Flat 2', Line2: 7, City: { a: 1 } },
    { ...nothing, addressLine1: 'Flat 2' },
  ],
] as const)('reads an address %s', (_, address, lines) => expect(linesOfAddress(address)).toEqual(lines))

it.each([
  [null],
  [undefined],
  ['Flat 2'],
  [{}],
  [[]],
  [{ Error: '2', Description: 'Unknown key' }],
  [{ Line1: '' }],
])('finds no address in %j', (address) => expect(linesOfAddress(address)).toBeNull())
