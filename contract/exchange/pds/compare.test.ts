import { describe, expect, it } from 'vitest'
import { comparePerson, type Ours } from './compare.ts'
import type { PdsPerson } from './pds.ts'

const theirs: PdsPerson = {
  ...{ nhsNumber: '9990000077', supersededNumber: null, familyName: "O'Hara-Quill", firstName: 'Mary Ann' },
  ...{ title: 'Ms', namePrefix: 3, gender: 'Female', genderId: 2, dateOfBirth: '1938-02-28' },
  ...{ isSensitive: false, death: null, ended: {} },
  address: {
    ...{ addressLine1: '12', addressLine2: 'Larkfield Walk', addressLine3: '', town: 'Sampletown' },
    ...{ county: 'Exampleshire', postcode: 'ZZ9 4QF' },
  },
  ...{ phoneHome: '01632 960871', phoneWork: null, phoneMobile: null, email: 'mary@example.org' },
  practice: { code: 'Z99001', name: 'Example Green Surgery', postcode: null },
}
const ours: Ours = {
  ...{
    nhsNumber: '9990000077',
    familyName: "O'Hara-Quill",
    firstName: 'Mary Ann',
    namePrefix: 3,
    genderId: 2,
  },
  ...{ dateOfBirth: '1938-02-28', ...theirs.address, phoneHome: '01632 960871', email: 'mary@example.org' },
  registeredGP: 'Z99001',
}
const names = { namePrefix: 'Ms', gender: 'Female', registeredGP: 'Example Green Surgery' }
const different = (mine: Ours, said: Partial<PdsPerson> = {}): string[] =>
  comparePerson({ ...ours, ...mine }, names, { ...theirs, ...said }).flatMap(({ part, isSame }) =>
    isSame ? [] : [part],
  )

describe('what PDS says beside what is recorded', () => {
  it.each<readonly [string, Ours, Partial<PdsPerson>, string[]]>([
    ['is the same', {}, {}, []],
    ['is the same in other letters', { familyName: 'o’hara-quill' }, {}, []],
    ['is the same address in other boxes', { addressLine1: '12 Larkfield Walk', addressLine2: '' }, {}, []],
    ['is the same number as dialled from abroad', { phoneHome: '+44 1632 960 871' }, {}, []],
    ['is the same number as typed', { nhsNumber: '999 000 0077' }, {}, []],
    ['differs in the name', { firstName: 'Mary' }, {}, ['firstName']],
    ['differs in the house', { addressLine1: '13' }, {}, ['address']],
    [
      'differs in number and practice',
      { phoneHome: null, registeredGP: 'Z99002' },
      {},
      ['phoneHome', 'registeredGP'],
    ],
    [
      'is left out where PDS says nothing',
      { firstName: 'Ann', town: 'Else' },
      { firstName: null, address: null },
      [],
    ],
    [
      'is only who a sensitive person is',
      { familyName: 'Quill', town: 'Else', phoneHome: null, registeredGP: null, email: null },
      { isSensitive: true },
      ['familyName'],
    ],
  ])('%s', (_, mine, said, parts) => expect(different(mine, said)).toEqual(parts))

  it('cannot be accepted where we do not have it', () => {
    const refused = comparePerson(
      {},
      {},
      {
        ...theirs,
        ...{ nhsNumber: '5900046192', namePrefix: null, genderId: null },
        practice: { code: 'Y12345', name: null, postcode: null },
      },
    ).filter(({ accept }) => accept === null)
    expect(refused.map(({ part }) => part)).toEqual(['nhsNumber', 'namePrefix', 'genderId', 'registeredGP'])
  })

  it('says what has ended', () => {
    const rows = comparePerson(ours, names, { ...theirs, ended: { address: '2020-12-31' } })
    expect(rows.flatMap(({ part, endedOn }) => (endedOn === null ? [] : [part]))).toEqual(['address'])
  })
})
