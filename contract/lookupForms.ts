import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  existingId,
  optionalText,
  optionalWholeNumber,
  recordId,
  requiredText,
  saved,
  version,
  yesNo,
} from './fields.ts'
import { lookupList } from './lookupLists.ts'
import { keptLookups, lookupRow, type KeptLookup } from './lookups.ts'
import { profiles } from './permissions.ts'

const name = requiredText('Name required')
const isActive = yesNo().optional()
/** Where the row is in its list; none puts a new row last and leaves an old one where it is. */
const sortOrder = optionalWholeNumber('Enter a whole number from 1 to 9999', { from: 1, to: 9999 })

const simple = { name, sortOrder, isActive }
const person = {
  familyName: requiredText('Family Name required'),
  firstName: requiredText('First Name required'),
  /** How lists show the person; made from the names when there is none. */
  displayName: optionalText(),
  isActive,
}
const coded = { name, internalCode: optionalText(20), code: optionalText(20) }

/** What each list's edit screen asks for (specification). */
const fields = {
  location: simple,
  declinedReferral: simple,
  dischargedTo: simple,
  dischargeReason: simple,
  documentType: simple,
  concern: simple,
  equipment: simple,
  exerciseType: simple,
  goalsAchieved: simple,
  method: simple,
  referrer: simple,
  referTo: simple,
  // A scale sorts by its numbers, so a row has no place of its own to choose.
  vasScale: { name, isActive },
  gender: { ...coded, abbreviated: optionalText(10), sortOrder, isActive },
  ethnicity: { ...coded, sortOrder, isActive },
  namePrefix: { name, internalCode: optionalText(20), description: optionalText(), sortOrder, isActive },
  clinician: person,
  teamMember: person,
  role: {
    // A role may be told by its id or by its name, so a name is never a number.
    name: name.refine((text) => /\p{L}/u.test(text), { error: 'The name needs a letter' }),
    profile: z.enum(profiles, { error: 'Choose from the list' }).optional(),
    isActive,
  },
} as const satisfies Record<KeptLookup, z.ZodRawShape>

/** What the edit screen of one list asks for, once checked. */
export type LookupFields<Of extends KeptLookup> = z.output<z.ZodObject<(typeof fields)[Of]>>

/** The form of a list's edit screen, loosely typed because one screen shows them all. */
export const lookupForm = (of: KeptLookup): z.ZodType<LookupValues, LookupTyped> =>
  z.object(fields[of]) as unknown as z.ZodType<LookupValues, LookupTyped>

/** The fields that a list's edit screen asks for. */
export const lookupFieldsOf = (of: KeptLookup): readonly LookupField[] =>
  Object.keys(fields[of]) as LookupField[]

export type LookupField =
  | 'name'
  | 'isActive'
  | 'sortOrder'
  | 'internalCode'
  | 'code'
  | 'abbreviated'
  | 'description'
  | 'familyName'
  | 'firstName'
  | 'displayName'
  | 'profile'
/** Checked values of such a form. */
export type LookupValues = Partial<Record<LookupField, string | number | boolean | null>>
/** The same as typed. */
export type LookupTyped = Partial<Record<LookupField, string | boolean>>

const identity = {
  id: recordId(),
  version: version(),
  /** Says that another name, or none any more, is meant for a row that rules of the product depend on (CS-11). */
  confirmed: yesNo().optional(),
}
/** What a save of any list holds once checked. */
export type LookupSave = LookupValues & { id: number; version?: number; confirmed?: boolean }

/** One row with what its edit screen shows. */
export const lookupRecord = lookupRow.extend({
  version: z.int(),
  sortOrder: z.int().nullable(),
  /** How many records of each kind name this row. */
  uses: z.array(z.object({ kind: z.string(), count: z.int() })),
})
export type LookupRecord = z.output<typeof lookupRecord>

const callsOf = (of: KeptLookup) => ({
  get: endpoint({
    method: 'GET',
    path: `/api/${of}/get`,
    summary: `One row of the ${of} list`,
    input: z.object({ id: existingId() }),
    reply: lookupRecord,
  }),
  save: endpoint({
    method: 'POST',
    path: `/api/${of}/save`,
    summary: `Add a row to the ${of} list (id 0) or save changes`,
    input: z.object({ ...identity, ...fields[of] }) as unknown as z.ZodType<
      LookupSave,
      LookupTyped & { id: number; version?: number | undefined; confirmed?: boolean | undefined }
    >,
    reply: saved,
  }),
})

export const lookupCalls = Object.fromEntries(keptLookups.map((of) => [of, callsOf(of)])) as Record<
  KeptLookup,
  ReturnType<typeof callsOf>
>

export const listRoles = lookupList('role')
