import { z } from 'zod'
import { endpoint } from '../../platform/calls/endpoint.ts'
import { flagChip } from '../flags/chips.ts'
import { withheldField } from '../../platform/calls/withheld.ts'
import {
  optionalChoice,
  optionalDate,
  optionalText,
  requiredDate,
  requiredText,
} from '../../platform/fields/fields.ts'
import { enterParameter, nhsNumberLengthWrong } from '../../platform/words/messages.ts'
import { pagingFields } from '../../platform/calls/paging.ts'
import { digitsOf, nhsNumberLength } from '../../platform/fields/nhsNumber.ts'
import { problemWithSearch, searchTextLength } from './searchText.ts'

const nullableText = z.string().nullable()

/** The columns of every patient grid (specification), and the ids that its View button needs. */
export const patientRow = z.object({
  patientId: z.int(),
  /** The open pathway, otherwise the latest; null if the patient has none. */
  pathwayId: z.int().nullable(),
  familyName: z.string(),
  firstName: nullableText,
  namePrefix: nullableText,
  nhsNumber: nullableText,
  dateOfBirth: nullableText,
  gender: z.string(),
  postcode: nullableText,
  referralDate: nullableText,
  referrer: nullableText,
  registeredGP: nullableText,
  deceased: z.boolean(),
  /** Flags that must be seen before anything else (an addition). */
  flags: z.array(flagChip).optional(),
  ...withheldField,
})
export type PatientRow = z.output<typeof patientRow>

/** A row of a search. */
export const searchedRow = patientRow.extend({
  /** The former family name that found the patient, if the present one does not match (an addition). */
  formerFamilyName: z.string().optional(),
  /** The former NHS number that found the patient, if the present one is another (an addition). */
  formerNhsNumber: z.string().optional(),
})
export type SearchedRow = z.output<typeof searchedRow>

/** Rows in one page of a search, which is more than anybody reads. An export has all rows. */
export const searchLimit = 100
/** How far matches are counted. The X-Total-Count header has the total, or 'more than 1000' beyond this limit. */
export const searchCountLimit = 1000
export const totalHeader = 'x-total-count'

/** A search checks only that there are 10 digits, never the check digit. */
export const nhsNumberSearch = z.object({
  nhsNumber: requiredText('NHS Number required', nhsNumberLength)
    .overwrite(digitsOf)
    .refine((digits) => digits.length === 10, { error: nhsNumberLengthWrong }),
})

export const demographicsSearch = z
  .object({
    familyName: optionalText(35),
    firstName: optionalText(35),
    dateOfBirth: optionalDate(),
    gender: optionalChoice(),
  })
  .refine((search) => Boolean(search.familyName || search.firstName || search.dateOfBirth || search.gender), {
    error: enterParameter,
    path: ['familyName'],
  })
export type DemographicsSearch = z.output<typeof demographicsSearch>

/** A result of the single search box, with details that distinguish two people with similar names. */
export const foundRow = searchedRow.extend({
  address: nullableText,
  /** The name only nearly matches what was typed. */
  isNear: z.boolean(),
})
export type FoundRow = z.output<typeof foundRow>

export const textSearch = z
  .object({ text: requiredText(enterParameter, searchTextLength) })
  .superRefine(({ text }, context) => {
    const problem = problemWithSearch(text)
    if (problem !== null) context.addIssue({ code: 'custom', path: ['text'], message: problem })
  })

/** If fewer patients than this are found, the search adds patients whose names only nearly match what was typed. */
export const nearBelow = 10
export const mostNear = 20
/** Maximum patients in the list of those a user opened last. */
export const mostRecent = 8

/** The columns of the grid, by which results can be sorted. */
export const patientSorts = [
  'patient',
  'nhsNumber',
  'dateOfBirth',
  'gender',
  'postcode',
  'referralDate',
  'referrer',
  'registeredGP',
] as const
export type PatientSort = (typeof patientSorts)[number]

/** All three are required and must match exactly, except for case, accents and spaces in the name (AZ-6). */
export const externalSearch = z.object({
  nhsNumber: requiredText('NHS Number required', nhsNumberLength).overwrite(digitsOf),
  familyName: requiredText('Family Name required', 35),
  dateOfBirth: requiredDate('Date of Birth required'),
})
export type ExternalSearch = z.output<typeof externalSearch>

const byNhsNumber = (path: string) =>
  endpoint({
    method: 'POST',
    path,
    takesNoKey: true,
    summary: 'Find patients by NHS number, also by a former one that PDS replaced',
    input: nhsNumberSearch,
    reply: z.array(searchedRow),
    isCounted: true,
  })

const byDemographics = (path: string) =>
  endpoint({
    method: 'POST',
    path,
    takesNoKey: true,
    summary:
      'Find patients by name, date of birth and gender; each word of a name matches from its beginning, former family names too',
    input: demographicsSearch.and(z.object(pagingFields(patientSorts, searchLimit))),
    reply: z.array(searchedRow),
    isPaged: true,
  })

export const searchNhsNumber = byNhsNumber('/api/search/nhsNumber')
export const searchDemographics = byDemographics('/api/search/demographics')
export const searchPatientNhsNumber = byNhsNumber('/api/patient/searchNHSNumber')
export const searchPatientDemographics = byDemographics('/api/patient/searchDemographics')

export const searchPatients = endpoint({
  method: 'POST',
  path: '/api/search/patients',
  takesNoKey: true,
  summary:
    'Find patients by names in any order, birth, NHS number, postcode and telephone number, as typed into one box',
  input: textSearch.and(z.object(pagingFields(patientSorts, searchLimit))),
  reply: z.array(foundRow),
  isPaged: true,
})

export const recentPatients = endpoint({
  method: 'GET',
  path: '/api/patient/recent',
  summary: 'The patients that the caller opened most recently, latest first',
  input: z.object({}),
  reply: z.array(foundRow),
  isCounted: true,
})

export const searchExternal = endpoint({
  method: 'POST',
  path: '/api/search/external',
  takesNoKey: true,
  summary: 'Find one shared referral by NHS number, family name and date of birth; null when there is none',
  input: externalSearch,
  reply: z.int().nullable(),
})
