import { checkDigitOf } from '../../../../contract/platform/fields/nhsNumber.ts'
import type { StandInPerson } from './person.ts'

/** A valid invented number of the 999 range that no patient of the demonstration has. */
export const numberOf = (place: number): string => {
  // A number whose check digit would be 10 does not exist.
  const digits = [...Array(40).keys()]
    .map((at) => `99985${String(at).padStart(4, '0')}`)
    .filter((nine) => checkDigitOf(nine) < 10)
  const nine = digits[place] ?? ''
  return `${nine}${checkDigitOf(nine)}`
}

const nobody: StandInPerson = {
  nhsNumber: '',
  familyName: null,
  firstName: null,
  title: null,
  gender: null,
  dateOfBirth: null,
  lines: [],
  postcode: null,
  phoneHome: null,
  phoneMobile: null,
  email: null,
  practice: null,
  diedOn: null,
  security: 'U',
}

const usual: StandInPerson = {
  ...nobody,
  nhsNumber: numberOf(0),
  familyName: 'Tracewell',
  firstName: 'Edith',
  title: 'Mrs',
  gender: 'female',
  dateOfBirth: '1941-07-14',
  lines: ['12', 'Larkfield Walk', 'Eastover', 'Sampletown', 'Exampleshire'],
  postcode: 'ZZ9 4QF',
  phoneHome: '01632 960871',
  phoneMobile: '07700 900871',
  email: 'edith.tracewell@example.org',
  practice: 'Z99001',
}

/** People whom nobody has registered yet, by what is unusual about them. */
export const inventedPeople = {
  usual,
  minimal: { ...nobody, nhsNumber: numberOf(1) },
  compoundName: {
    ...usual,
    nhsNumber: numberOf(2),
    familyName: "O'Hara-Quill",
    firstName: 'Mary Ann',
    title: 'Ms',
    dateOfBirth: '1938-02-28',
    practice: 'Z99999',
    email: null,
  },
  restricted: {
    ...usual,
    nhsNumber: numberOf(3),
    familyName: 'Hideaway',
    firstName: 'Rowena',
    dateOfBirth: '1944-03-05',
    lines: ['77', 'Zephyrlane', 'Quixmoor', 'Vantown', 'Whimshire'],
    postcode: 'ZZ7 7ZX',
    phoneHome: '01632 960777',
    phoneMobile: '07700 900777',
    email: 'rowena.hideaway@example.org',
    practice: 'Z99003',
    security: 'R',
  },
  veryRestricted: {
    ...usual,
    nhsNumber: numberOf(4),
    familyName: 'Coverley',
    firstName: 'Vera',
    dateOfBirth: '1946-09-19',
    security: 'V',
  },
  dead: {
    ...usual,
    nhsNumber: numberOf(5),
    familyName: 'Lateman',
    firstName: 'Arthur',
    title: 'Mr',
    gender: 'male',
    dateOfBirth: '1935-11-02',
    diedOn: '2026-06-10',
    email: null,
  },
  replaced: { ...nobody, nhsNumber: numberOf(6), replacedBy: numberOf(7) },
  replacement: {
    ...usual,
    nhsNumber: numberOf(7),
    familyName: 'Newnumber',
    firstName: 'Olive',
    dateOfBirth: '1939-05-23',
    email: null,
  },
  withdrawn: { ...nobody, nhsNumber: numberOf(8), isWithdrawn: true },
  oneOfTwo: {
    ...usual,
    nhsNumber: numberOf(9),
    familyName: 'Twinsworth',
    firstName: 'Ann',
    dateOfBirth: '1940-12-12',
    email: null,
  },
  otherOfTwo: {
    ...usual,
    nhsNumber: numberOf(10),
    familyName: 'Twinsworth',
    firstName: 'Ann',
    dateOfBirth: '1940-12-12',
    postcode: 'ZZ9 8AB',
    email: null,
  },
  renamed: {
    ...usual,
    nhsNumber: numberOf(11),
    familyName: 'Afterwed',
    firstName: 'Joyce',
    formerFamilyName: 'Beforewed',
    dateOfBirth: '1943-01-30',
    email: null,
  },
} as const satisfies Record<string, StandInPerson>

/** Searches for this family name always match too many. */
export const tooCommonName = 'Smith'
