import { z } from 'zod'
import { organisationForm, type OrganisationView } from '../../../contract/reference/organisation.ts'

/* An organisation and its link to a parent as form values: texts, '' for none, and ticks. */

const organisationTexts = [
  'id',
  'type',
  'name',
  'addressLine1',
  'addressLine2',
  'addressLine3',
  'town',
  'county',
  'postcode',
  'openDate',
  'closeDate',
  'statusCode',
  'subTypeCode',
] as const
const parentTexts = ['parentOrganisationId', 'joinDate', 'leaveDate', 'parentCode'] as const

export interface TypedOrganisation {
  hasParent: boolean
  organisation: Record<(typeof organisationTexts)[number], string> & { isActive: boolean }
  parent: Record<(typeof parentTexts)[number], string> & { isActive: boolean }
}

/** If the parent is switched off, its fields are ignored. */
const checked = z
  .object({ hasParent: z.boolean(), organisation: z.unknown(), parent: z.unknown() })
  .transform(({ hasParent, organisation, parent }) => ({ organisation, parent: hasParent ? parent : null }))
  .pipe(
    organisationForm as z.ZodType<
      z.output<typeof organisationForm>,
      { organisation: unknown; parent: unknown }
    >,
  )
export const organisationScreenForm = checked as unknown as z.ZodType<
  z.output<typeof organisationForm>,
  TypedOrganisation
>

const textsOf = <Name extends string>(
  names: readonly Name[],
  stored: Readonly<Record<Name, string | null>> | null | undefined,
) => Object.fromEntries(names.map((name) => [name, stored?.[name] ?? ''])) as Record<Name, string>

/** @param view null for a new organisation */
export const typedOf = (view: OrganisationView | null): TypedOrganisation => ({
  hasParent: view?.parent != null,
  organisation: {
    ...textsOf(organisationTexts, view?.organisation),
    isActive: view?.organisation.isActive ?? true,
  },
  parent: { ...textsOf(parentTexts, view?.parent), isActive: view?.parent?.isActive ?? true },
})
