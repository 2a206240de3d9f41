import { z } from 'zod'
import { endpoint } from '../platform/calls/endpoint.ts'
import {
  optionalDate,
  optionalText,
  requiredDate,
  requiredText,
  version,
  yesNo,
} from '../platform/fields/fields.ts'
import { optionalPostcode } from '../platform/fields/postcodeField.ts'
import { formatYesNo } from '../platform/words/format.ts'
import type { Column } from '../platform/words/grid.ts'
import { includeInActive } from '../platform/calls/includeInActive.ts'
import { pagingFields } from '../platform/calls/paging.ts'

/** The types of an organisation (specification, national organisation data). */
export const organisationTypes = [
  'GP Practitioner',
  'GP Practices',
  'Branch Surgeries',
  'Clinical Commissioning Group',
  'NHS England Commissioning',
  'Government Office Region',
] as const
export type OrganisationType = (typeof organisationTypes)[number]

/** Letters of the national files. A letter has a label only where its meaning was verified. */
export const statusCodes = { A: 'Active', D: 'Dormant', P: 'Proposed', C: 'Closed', B: 'Retired' } as const
export type StatusCode = keyof typeof statusCodes
export const subTypeCodes = {
  O: 'O',
  H: 'H',
  S: 'S',
  P: 'P',
  Z: 'Not allocated to a parent organisation',
  C: 'C',
  B: 'Allocated to a parent organisation',
} as const
export type SubTypeCode = keyof typeof subTypeCodes
export const parentCodes = { W: 'W', P: 'P' } as const
export type ParentCode = keyof typeof parentCodes

const codesOf = <Code extends string>(labels: Record<Code, string>) =>
  Object.keys(labels) as [Code, ...Code[]]

/** One of a few letters, or none. */
const optionalCode = <Code extends string>(labels: Record<Code, string>) =>
  z
    .enum([...codesOf(labels), ''], { error: 'Choose from the list' })
    .transform((code) => (code === '' ? null : (code as Code)))
    .nullable()
    .optional()

/** A code is always stored in capitals. */
export const organisationCode = (message: string) =>
  requiredText(message, 12)
    .overwrite((code) => code.toUpperCase())
    .refine((code) => /^[A-Z0-9]+$/.test(code) && code !== '0', {
      error: 'Use letters and digits only',
    })

const fields = {
  type: z.enum(organisationTypes, { error: 'Type required' }),
  name: requiredText('Name required'),
  addressLine1: optionalText(),
  addressLine2: optionalText(),
  addressLine3: optionalText(),
  town: optionalText(),
  county: optionalText(),
  postcode: optionalPostcode(),
  openDate: requiredDate('Open Date required'),
  closeDate: optionalDate(),
  statusCode: optionalCode(statusCodes),
  subTypeCode: optionalCode(subTypeCodes),
  isActive: yesNo().optional(),
}

const isOrdered = (from: string | null | undefined, to: string | null | undefined): boolean =>
  !from || !to || from <= to

const organisation = z
  .object({ id: organisationCode('Organisation Code required'), version: version(), ...fields })
  .refine(({ openDate, closeDate }) => isOrdered(openDate, closeDate), {
    path: ['closeDate'],
    error: 'The close date cannot be before the open date',
  })

const parent = z
  .object({
    parentOrganisationId: organisationCode('Parent Organisation Code required'),
    joinDate: requiredDate('Join Date required'),
    leaveDate: optionalDate(),
    parentCode: optionalCode(parentCodes),
    isActive: yesNo().optional(),
  })
  .refine(({ joinDate, leaveDate }) => isOrdered(joinDate, leaveDate), {
    path: ['leaveDate'],
    error: 'The leave date cannot be before the join date',
  })

/** Saves both together or neither. A null parent removes the link; an absent one leaves it as it is. */
export const organisationForm = z
  .object({ organisation, parent: parent.nullable().optional() })
  .refine((sent) => sent.parent?.parentOrganisationId !== sent.organisation.id, {
    path: ['parent', 'parentOrganisationId'],
    error: 'An organisation cannot be its own parent',
  })

export const saveOrganisation = endpoint({
  method: 'POST',
  path: '/api/organisation/save',
  summary: 'Add an organisation or save changes, together with its link to a parent',
  input: organisationForm.and(
    z.object({
      /** Requires that the code is not in use yet. */
      isNew: yesNo().optional(),
    }),
  ),
  reply: z.object({ id: z.string(), version: z.int() }),
})

const nullableText = z.string().nullable()

/** The columns of the ODS Organisations list (specification, Grids). */
export const organisationRow = z.object({
  id: z.string(),
  type: z.enum(organisationTypes),
  name: z.string(),
  postcode: nullableText,
  isActive: z.boolean(),
})
export type OrganisationRow = z.output<typeof organisationRow>

/** The same columns on screen and in the export. */
export const organisationColumns = [
  { id: 'id', title: 'Id', kind: 'text', value: (row) => row.id },
  { id: 'type', title: 'Type', kind: 'text', value: (row) => row.type },
  { id: 'name', title: 'Name', kind: 'text', value: (row) => row.name },
  { id: 'postcode', title: 'Postcode', kind: 'text', value: (row) => row.postcode },
  { id: 'isActive', title: 'Is Active', kind: 'text', value: (row) => formatYesNo(row.isActive) },
] as const satisfies readonly Column<OrganisationRow>[]

export const listOrganisations = endpoint({
  method: 'GET',
  path: '/api/organisation/all',
  summary: 'Organisations, at most 1,000; active ones unless includeInActive=true',
  input: includeInActive.extend(pagingFields(organisationColumns.map(({ id }) => id))),
  reply: z.array(organisationRow),
  isPaged: true,
})

export const organisationView = z.object({
  organisation: organisationRow.extend({
    version: z.int(),
    addressLine1: nullableText,
    addressLine2: nullableText,
    addressLine3: nullableText,
    town: nullableText,
    county: nullableText,
    openDate: nullableText,
    closeDate: nullableText,
    statusCode: z.enum(codesOf(statusCodes)).nullable(),
    subTypeCode: z.enum(codesOf(subTypeCodes)).nullable(),
  }),
  parent: z
    .object({
      organisationId: z.string(),
      parentOrganisationId: z.string(),
      parentName: z.string(),
      joinDate: z.string(),
      leaveDate: nullableText,
      parentCode: z.enum(codesOf(parentCodes)).nullable(),
      isActive: z.boolean(),
    })
    .nullable(),
  /** How many records of each kind refer to the organisation. */
  uses: z.array(z.object({ kind: z.string(), count: z.int() })),
})
export type OrganisationView = z.output<typeof organisationView>

export const getOrganisation = endpoint({
  method: 'GET',
  path: '/api/organisation/getView',
  summary: 'One organisation with its link to a parent',
  input: z.object({ id: organisationCode('Organisation Code required') }),
  reply: organisationView,
})
