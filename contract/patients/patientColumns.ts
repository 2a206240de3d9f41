import { chipsInWords } from './flags/chips.ts'
import { unlessWithheld } from '../platform/calls/withheld.ts'
import { formatName, formatNhsNumber } from '../platform/words/format.ts'
import type { Column } from '../platform/words/grid.ts'
import type { FoundRow, PatientRow, SearchedRow } from './search/search.ts'

/** The eight columns of every patient grid (specification), on screen and in the export. */
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

/** Flags that must be seen, as the last column of a file; on screen they are shown beside the name. */
export const flagsColumn: Column<PatientRow> = {
  id: 'flags',
  title: 'Flags',
  kind: 'text',
  value: ({ flags = [] }) => chipsInWords(flags),
  isFilterable: false,
}

/** Columns after the eight, for results of the single search box. */
export const foundColumns: readonly Column<FoundRow>[] = [
  { id: 'address', title: 'Address', kind: 'text', value: (row) => unlessWithheld(row, row.address) },
  {
    id: 'match',
    title: 'Match',
    kind: 'text',
    value: (row) => (row.isNear ? nearName : formerlyInWords(row)),
  },
]
/** Text for a patient who was found by a former family name or number, such as 'Formerly Ann Hughes'. */
export const formerlyInWords = ({
  firstName,
  formerFamilyName,
  formerNhsNumber,
}: Pick<SearchedRow, 'firstName' | 'formerFamilyName' | 'formerNhsNumber'>): string | null => {
  if (formerNhsNumber !== undefined) return `Former NHS number ${formatNhsNumber(formerNhsNumber)}`
  return formerFamilyName === undefined
    ? null
    : `Formerly ${firstName === null ? '' : `${firstName} `}${formerFamilyName}`
}
/** Text for a patient whose name only nearly matches what was typed. */
export const nearName = 'Near name'
