import { z } from 'zod'
import { optionalText, optionalWholeNumber, requiredText, yesNo } from '../platform/fields/fields.ts'
import { lookupColumns, type LookupColumn, type LookupColumnId } from './lookupColumns.ts'
import { profiles, type Capability } from '../accounts/permissions.ts'

/* Every list that administrators edit row by row. Organisations and users are separate features. */

/** The headings under which administrators find the lists. */
export const lookupGroups = ['People', 'Patients', 'Referrals and discharge', 'Care'] as const
export type LookupGroup = (typeof lookupGroups)[number]

interface Lookup {
  /** Names one row, as in 'Add Referral Method' and 'Edit Referral Method'. */
  title: string
  /** Names the list, on its screen and in its export. */
  plural: string
  /** What the list is for and where it is used, in a sentence. */
  purpose: string
  group: LookupGroup
  /** Who may read the list: everybody who chooses from it, or only those who maintain it. */
  read: Extract<Capability, 'lookup.read' | 'administration.read'>
  /** The fields of its edit screen (specification). */
  fields: z.ZodRawShape
  /** Its columns, on screen and in its export (specification, Grids). */
  columns: readonly LookupColumnId[]
  /** The names in `/falls/{listedAs}-list`, if they differ from the list's name. Links use the first. */
  listedAs?: readonly [string, ...string[]]
}

const name = requiredText('Name required')
const isActive = yesNo().optional()
/** The position of the row in its list. If absent, a new row goes last and an existing one stays where it is. */
const sortOrder = optionalWholeNumber('Enter a whole number from 1 to 9999', { from: 1, to: 9999 })
const coded = { name, internalCode: optionalText(20), code: optionalText(20) }

/** A list of names: most lists are this. */
const names = {
  read: 'lookup.read',
  fields: { name, sortOrder, isActive },
  columns: ['id', 'name', 'isActive'],
} as const

/** A list of names, each with its code in the national return of community services (decision 161). */
const namesWithCodes = {
  ...names,
  fields: {
    name,
    /** Sent only together with the next one. */
    csdsCode: optionalText(10),
    /** Where the code was read. */
    csdsSource: optionalText(200),
    sortOrder,
    isActive,
  },
} as const

/** A list of people. */
const people = {
  read: 'lookup.read',
  fields: {
    familyName: requiredText('Family Name required'),
    firstName: requiredText('First Name required'),
    /** How lists show the person. Built from first and family name if empty. */
    displayName: optionalText(),
    isActive,
  },
} as const

export const lookups = {
  role: {
    title: 'Role',
    plural: 'Roles',
    purpose: 'What people may do: each role carries a profile, and a user may hold several roles.',
    group: 'People',
    read: 'administration.read',
    fields: {
      // A role may be given by its id or its name, so a name is never a number.
      name: name.refine((text) => /\p{L}/u.test(text), { error: 'The name needs a letter' }),
      profile: z.enum(profiles, { error: 'Choose from the list' }).optional(),
      isActive,
    },
    columns: ['id', 'name'],
  },
  clinician: {
    title: 'Clinician',
    plural: 'Clinicians',
    purpose:
      'People who treat patients: chosen on assessments, plans, follow-ups and discharge. Add a sign-in under Users.',
    group: 'People',
    ...people,
    columns: ['id', 'name', 'isActive'],
  },
  teamMember: {
    title: 'Team Member',
    plural: 'Team Members',
    purpose:
      'People who assess and triage: chosen on a FRAT and when a referral is cancelled. Add a sign-in under Users.',
    group: 'People',
    ...people,
    columns: ['id', 'displayName', 'isActive'],
  },
  team: {
    title: 'Team',
    plural: 'Teams',
    purpose:
      'Teams that share the work: chosen with the owner of a referral. If none is chosen, the first of the list is used.',
    group: 'People',
    ...names,
  },
  gender: {
    title: 'Gender',
    plural: 'Genders',
    purpose: 'Administrative gender with its national code: chosen for every patient and used in searches.',
    group: 'Patients',
    read: 'lookup.read',
    fields: { ...coded, abbreviated: optionalText(10), sortOrder, isActive },
    columns: ['id', 'internalCode', 'code', 'name', 'abbreviated', 'isActive'],
  },
  ethnicity: {
    title: 'Ethnicity',
    plural: 'Ethnicities',
    purpose: 'Ethnic categories with their national codes: chosen on a patient’s demographics.',
    group: 'Patients',
    read: 'lookup.read',
    fields: { ...coded, sortOrder, isActive },
    columns: ['id', 'internalCode', 'code', 'name', 'isActive'],
  },
  namePrefix: {
    title: 'Name Prefix',
    plural: 'Name Prefixes',
    purpose: 'Titles such as Mrs or Dr: chosen for patients and their next of kin.',
    group: 'Patients',
    read: 'lookup.read',
    fields: { name, internalCode: optionalText(20), description: optionalText(), sortOrder, isActive },
    columns: ['internalCode', 'name', 'description'],
  },
  referrer: {
    title: 'Referrer',
    plural: 'Referrers',
    purpose:
      'People and services that refer patients: chosen on every referral, shown on the work lists and counted in reports.',
    group: 'Referrals and discharge',
    ...namesWithCodes,
  },
  method: {
    title: 'Referral Method',
    plural: 'Referral Methods',
    purpose: 'How a referral reached the service, or left it: chosen on referrals and onward referrals.',
    group: 'Referrals and discharge',
    ...names,
  },
  declinedReferral: {
    title: 'Declined Referral Reason',
    plural: 'Declined Referral Reasons',
    purpose: 'Why a referral did not go ahead: chosen when a referral is cancelled.',
    group: 'Referrals and discharge',
    ...namesWithCodes,
    // The specification (section 2) gives this list these addresses, so the list of concerns has another one.
    listedAs: ['concern', 'declinedReferral'],
  },
  referTo: {
    title: 'Refer To',
    plural: 'Refer To',
    purpose: 'Services that a patient can be sent on to: chosen on an onward referral.',
    group: 'Referrals and discharge',
    ...names,
  },
  dischargeReason: {
    title: 'Discharge Reason',
    plural: 'Discharge Reasons',
    purpose: 'Why a patient leaves the service: chosen on discharge and counted in reports.',
    group: 'Referrals and discharge',
    ...namesWithCodes,
  },
  dischargedTo: {
    title: 'Discharged To',
    plural: 'Discharged To',
    purpose:
      'Where a patient goes when they leave the service: chosen on discharge, and on a FRAT that ends in discharge.',
    group: 'Referrals and discharge',
    ...names,
  },
  location: {
    title: 'Location',
    plural: 'Locations',
    purpose:
      'Where a patient is seen: chosen on FRAT and wellbeing assessments, treatment plans and attendances.',
    group: 'Care',
    ...namesWithCodes,
    fields: { ...namesWithCodes.fields, address: optionalText(200) },
  },
  concern: {
    title: 'Wellbeing Concern',
    plural: 'Wellbeing Concerns',
    purpose: 'What worries the patient or the clinician: ticked on a wellbeing assessment.',
    group: 'Care',
    ...names,
    listedAs: ['wellbeing-concern'],
  },
  goalsAchieved: {
    title: 'Goals Achieved',
    plural: 'Goals Achieved',
    purpose: 'Whether the patient’s goals were met: chosen on a treatment plan. “No” asks for the reason.',
    group: 'Care',
    ...names,
  },
  exerciseType: {
    title: 'Exercise Type',
    plural: 'Exercise Types',
    purpose: 'What was done in a session: chosen when attendance at exercise is recorded.',
    group: 'Care',
    ...names,
  },
  equipment: {
    title: 'Equipment',
    plural: 'Equipment',
    purpose:
      'Aids that a patient may need: chosen on an equipment assessment. “Other” asks for a description.',
    group: 'Care',
    ...names,
  },
  vasScale: {
    title: 'VAS Scale',
    plural: 'VAS Scale',
    purpose:
      'Steps of the visual analogue scale (VAS), the patient’s own rating of their health from 0 to 100: chosen on a referral, and sorted by number.',
    group: 'Care',
    ...names,
    // A scale is sorted by its numbers, so a row has no position to choose.
    fields: { name, isActive },
  },
  documentType: {
    title: 'Document Type',
    plural: 'Document Types',
    purpose: 'What a file is: chosen when a document is uploaded to a referral.',
    group: 'Care',
    ...names,
  },
} as const satisfies Record<string, Lookup>

type Lookups = typeof lookups
export type LookupName = keyof Lookups
export const lookupNames = Object.keys(lookups) as LookupName[]

/** The lookups that forms choose from. Everybody with a role may read them. Roles are not among them. */
export type ChoiceName = {
  [Name in LookupName]: Lookups[Name]['read'] extends 'lookup.read' ? Name : never
}[LookupName]

export type LookupFields<Name extends LookupName> = z.output<z.ZodObject<Lookups[Name]['fields']>>
export type LookupField = { [Name in LookupName]: keyof Lookups[Name]['fields'] }[LookupName]

export const lookupFieldsOf = (of: LookupName): readonly LookupField[] =>
  Object.keys(lookups[of].fields) as LookupField[]

/** The columns of a list (specification, Grids), on screen and in its export. */
export const lookupColumnsOf = (of: LookupName): readonly LookupColumn[] =>
  lookups[of].columns.map((id) => lookupColumns[id])

/** The names in `/falls/{name}-list` that lead to a list. Links use the first. */
export const lookupAddresses = (of: LookupName): readonly [string, ...string[]] => {
  const { listedAs }: Lookup = lookups[of]
  return listedAs ?? [of]
}
