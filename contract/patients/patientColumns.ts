import { chipsInWords } from './flags/chips.ts'
import { unlessWithheld } from '../platform/calls/withheld.ts'
import { formatName, formatNhsNumber } from '../platform/words/format.ts'
import type { Column } from '../platform/words/grid.ts'
import type { FoundRow, PatientRow, SearchedRow } from './search/search.ts'

/** The eight columns of every patient grid (specification), on screen and in its export. */
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
  postcode: {
    id: 'postcode',
    title: 'Postcode',
    kind: 'text',
    value: (row) => unlessWithheld(row, row.postcode),
  },
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
    value: (row) => unlessWithheld(row, row.registeredGP),
  },
} as const satisfies Record<string, Column<PatientRow>>

/** What must be seen of a patient, behind all other columns of a file; on the screen it stands beside the name. */
export const flagsColumn: Column<PatientRow> = {
  id: 'flags',
  title: 'Flags',
  kind: 'text',
  value: ({ flags = [] }) => chipsInWords(flags),
  isFilterable: false,
}

/** Behind the eight columns of what the one search box found. */
export const foundColumns: readonly Column<FoundRow>[] = [
  { id: 'address', title: 'Address', kind: 'text', value: (row) => unlessWithheld(row, row.address) },
  {
    id: 'match',
    title: 'Match',
    kind: 'text',
    value: (row) => (row.isNear ? nearName : formerlyInWords(row)),
  },
]
/** Said of a patient who was found by a family name of before: 'Formerly Ann Hughes'. */
export const formerlyInWords = ({
  firstName,
  formerFamilyName,
}: Pick<SearchedRow, 'firstName' | 'formerFamilyName'>): string | null =>
  formerFamilyName === undefined
    ? null
    : `Formerly ${firstName === null ? '' : `${firstName} `}${formerFamilyName}`
/** Said of a patient whose name is only nearly what was typed. */
export const nearName = 'Near name'
