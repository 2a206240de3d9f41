import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { labels, optional } from '../../../contract/platform/words/labels.ts'
import {
  organisationTypes,
  parentCodes,
  statusCodes,
  subTypeCodes,
  type organisationForm,
} from '../../../contract/reference/organisation.ts'
import { DateField } from '../../platform/ui/DateField.tsx'
import { CheckboxField } from '../../platform/ui/CheckboxField.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import type { TypedOrganisation } from './typedOrganisation.ts'

type Form = UseFormReturn<TypedOrganisation, unknown, z.output<typeof organisationForm>>

const dayHint = 'DD/MM/YYYY, for example 01/04/2013'
const typeHint =
  'Since July 2022 a Clinical Commissioning Group (CCG) is part of an integrated care board (ICB)'
const letters = (names: Record<string, string>) =>
  Object.entries(names).map(([id, label]) => ({ id, name: label === id ? id : `${id} – ${label}` }))

export const OrganisationFields = ({ form, isNew }: { form: Form; isNew: boolean }) => {
  const text = { form, autoComplete: 'off' } as const
  return (
    <>
      <TextField
        {...text}
        name="organisation.id"
        label={labels.organisation.id}
        width={10}
        readOnly={!isNew}
        autoFocus={isNew}
        hint={isNew ? 'The national code, such as A81001' : 'A code cannot be changed'}
      />
      <SelectField
        form={form}
        name="organisation.type"
        label={labels.organisation.type}
        hint={typeHint}
        options={organisationTypes.map((type) => ({ id: type, name: type }))}
      />
      <TextField {...text} name="organisation.name" label={labels.organisation.name} />
      <TextField
        {...text}
        name="organisation.addressLine1"
        label={optional(labels.organisation.addressLine1)}
      />
      <TextField
        {...text}
        name="organisation.addressLine2"
        label={optional(labels.organisation.addressLine2)}
      />
      <TextField
        {...text}
        name="organisation.addressLine3"
        label={optional(labels.organisation.addressLine3)}
      />
      <TextField {...text} name="organisation.town" label={optional(labels.organisation.town)} width={20} />
      <TextField
        {...text}
        name="organisation.county"
        label={optional(labels.organisation.county)}
        width={20}
      />
      <TextField
        {...text}
        name="organisation.postcode"
        label={optional(labels.organisation.postcode)}
        width={10}
      />
      <DateField
        form={form}
        name="organisation.openDate"
        label={labels.organisation.openDate}
        hint={dayHint}
      />
      <DateField
        form={form}
        name="organisation.closeDate"
        label={optional(labels.organisation.closeDate)}
        hint={dayHint}
      />
      <SelectField
        form={form}
        name="organisation.statusCode"
        label={optional(labels.organisation.statusCode)}
        options={letters(statusCodes)}
        optional="None"
      />
      <SelectField
        form={form}
        name="organisation.subTypeCode"
        label={optional(labels.organisation.subTypeCode)}
        options={letters(subTypeCodes)}
        optional="None"
      />
      <CheckboxField
        form={form}
        name="organisation.isActive"
        label={labels.organisation.isActive}
        hint="An inactive organisation is no longer offered, but stays on the patients who have it"
      />
      <CheckboxField
        form={form}
        name="hasParent"
        label="Has a parent organisation"
        hint="Such as the practice of a branch. Without the tick the link is removed."
      />
    </>
  )
}

/** @param nameNow the name of the stored parent */
export const ParentFields = ({ form, nameNow }: { form: Form; nameNow: string | undefined }) => (
  <fieldset className="sf-parent">
    <legend className="nhsuk-label nhsuk-label--m">Parent</legend>
    <TextField
      form={form}
      autoComplete="off"
      name="parent.parentOrganisationId"
      label={labels.organisationParent.parentOrganisationId}
      width={10}
      hint={nameNow === undefined ? '' : `Now ${nameNow}`}
    />
    <DateField form={form} name="parent.joinDate" label={labels.organisationParent.joinDate} hint={dayHint} />
    <DateField
      form={form}
      name="parent.leaveDate"
      label={optional(labels.organisationParent.leaveDate)}
      hint={dayHint}
    />
    <SelectField
      form={form}
      name="parent.parentCode"
      label={optional(labels.organisationParent.parentCode)}
      options={letters(parentCodes)}
      optional="None"
    />
    <CheckboxField form={form} name="parent.isActive" label={labels.organisationParent.isActive} />
  </fieldset>
)
