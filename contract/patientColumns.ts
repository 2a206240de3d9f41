import { formatName, formatNhsNumber } from './format.ts'
import type { PatientRow } from './search.ts'

export interface PatientColumn {
  id: string
  title: string
  kind: 'text' | 'day' | 'nhsNumber'
  /** As it is stored, for a spreadsheet; null is not recorded. */
  value: (row: PatientRow) => string | null
  /** What a grid sorts and filters by, when that differs. */
  sortValue?: (row: PatientRow) => string | null
}

/** The eight columns of every patient grid (specification section 2), on screen and in its export. */
export const patientColumns = {
  patient: { id: 'patient', title: 'Patient', kind: 'text', value: (row) => formatName(row) },
  nhsNumber: {
    id: 'nhsNumber',
    title: 'NHS Number',
    kind: 'nhsNumber',
    value: ({ nhsNumber }) => nhsNumber,
    sortValue: ({ nhsNumber }) => (nhsNumber === null ? null : formatNhsNumber(nhsNumber)),
  },
  dateOfBirth: {
    id: 'dateOfBirth',
    title: 'Date of Birth',
    kind: 'day',
    value: ({ dateOfBirth }) => dateOfBirth,
  },
  gender: {
    id: 'gender',
    title: 'Gender',
    kind: 'text',
    value: ({ gender }) => gender.replace(/ \(.*\)$/, ''),
  },
  postcode: { id: 'postcode', title: 'Postcode', kind: 'text', value: ({ postcode }) => postcode },
  referralDate: {
    id: 'referralDate',
    title: 'Referral Date',
    kind: 'day',
    value: ({ referralDate }) => referralDate,
  },
  referrer: { id: 'referrer', title: 'Referrer', kind: 'text', value: ({ referrer }) => referrer },
  registeredGP: {
    id: 'registeredGP',
    title: 'Registered GP',
    kind: 'text',
    value: ({ registeredGP }) => registeredGP,
  },
} as const satisfies Record<string, PatientColumn>

/** Whether a row of a grid, by its texts, has all the words that were typed into its filter. */
export const matchesFilter = (texts: readonly (string | number | null)[], filter: string): boolean => {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const text = texts
    .map((each) => each ?? '')
    .join(' ')
    .toLowerCase()
  return words.every((word) => text.includes(word) || text.replaceAll('-', '').includes(word))
}

/** Whether a patient grid with this filter shows the row. */
export const matchesPatient = (row: PatientRow, filter: string): boolean =>
  matchesFilter(
    Object.values<PatientColumn>(patientColumns).map(({ value, sortValue = value }) => sortValue(row)),
    filter,
  )
