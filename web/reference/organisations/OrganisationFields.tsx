import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { FieldsWithin } from '../../platform/ui/DescribedFields.tsx'
import { labels } from '../../../contract/platform/words/labels.ts'
import {
  organisationTypes,
  parentCodes,
  statusCodes,
  subTypeCodes,
  type organisationForm,
} from '../../../contract/reference/organisation.ts'
import { CheckboxField } from '../../platform/ui/CheckboxField.tsx'
import type { TypedOrganisation } from './typedOrganisation.ts'

type Form = UseFormReturn<TypedOrganisation, unknown, z.output<typeof organisationForm>>

const dayHint = 'DD/MM/YYYY, for example 01/04/2013'
const typeHint =
  'Since July 2022 a Clinical Commissioning Group (CCG) is part of an integrated care board (ICB)'
const letters = (names: Record<string, string>) =>
  Object.entries(names).map(([id, label]) => ({ id, name: label === id ? id : `${id} – ${label}` }))

export const OrganisationFields = ({ form, isNew }: { form: Form; isNew: boolean }) => (
  <>
    <FieldsWithin
      form={form}
      within="organisation."
      labels={labels.organisation}
      fields={[
        {
          text: 'id',
          width: 10,
          readOnly: !isNew,
          autoFocus: isNew,
          hint: isNew ? 'The national code, such as A81001' : 'A code cannot be changed',
        },
        {
          select: 'type',
          hint: typeHint,
          options: organisationTypes.map((type) => ({ id: type, name: type })),
        },
        { text: 'name' },
        { text: 'addressLine1', isOptional: true },
        { text: 'addressLine2', isOptional: true },
        { text: 'addressLine3', isOptional: true },
        { text: 'town', isOptional: true, width: 20 },
        { text: 'county', isOptional: true, width: 20 },
        { text: 'postcode', isOptional: true, width: 10 },
        { day: 'openDate', hint: dayHint },
        { day: 'closeDate', isOptional: true, hint: dayHint },
        { select: 'statusCode', isOptional: true, options: letters(statusCodes), unset: 'None' },
        { select: 'subTypeCode', isOptional: true, options: letters(subTypeCodes), unset: 'None' },
        {
          tick: 'isActive',
          hint: 'An inactive organisation is no longer offered, but stays on the patients who have it',
        },
      ]}
    />
    <CheckboxField
      form={form}
      name="hasParent"
      label="Has a parent organisation"
      hint="Such as the practice of a branch. Without the tick the link is removed."
    />
  </>
)

/** @param nameNow the name of the stored parent */
export const ParentFields = ({ form, nameNow }: { form: Form; nameNow: string | undefined }) => (
  <fieldset className="sf-parent">
    <legend className="nhsuk-label nhsuk-label--m">Parent</legend>
    <FieldsWithin
      form={form}
      within="parent."
      labels={labels.organisationParent}
      fields={[
        {
          text: 'parentOrganisationId',
          width: 10,
          hint: nameNow === undefined ? '' : `Now ${nameNow}`,
        },
        { day: 'joinDate', hint: dayHint },
        { day: 'leaveDate', isOptional: true, hint: dayHint },
        { select: 'parentCode', isOptional: true, options: letters(parentCodes), unset: 'None' },
        { tick: 'isActive' },
      ]}
    />
  </fieldset>
)
