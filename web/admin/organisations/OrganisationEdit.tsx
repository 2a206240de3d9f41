import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { labels, optional } from '../../../contract/labels.ts'
import {
  getOrganisation,
  organisationForm,
  organisationTypes,
  parentCodes,
  saveOrganisation,
  statusCodes,
  subTypeCodes,
  type OrganisationView,
} from '../../../contract/organisation.ts'
import { ApiError, call } from '../../api.ts'
import { forgetAfterAdministration, keptQuery } from '../../queries.ts'
import { ConflictNotice, useConflict } from '../../records/ConflictNotice.tsx'
import { DateField } from '../../ui/DateField.tsx'
import { CheckboxField, SelectField, TextField } from '../../ui/fields.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { FormFrame } from '../../ui/FormFrame.tsx'
import { LoadingState } from '../../ui/LoadingState.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { toast } from '../../ui/Toast.tsx'
import { useCreateKey } from '../../ui/useCreateKey.ts'
import { useConfirm } from '../../ui/useConfirm.tsx'
import { useZodForm } from '../../ui/useZodForm.ts'
import { usesInWords } from '../uses.ts'

/** Adds an organisation (code 0) or edits one, together with its link to a parent. */
export const OrganisationEdit = () => {
  const { code } = useParams({ from: '/falls/_administration/organisation/edit/$code' })
  const title = `${code === '0' ? 'Add' : 'Edit'} ODS Organisation`
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {code === '0' ? <OrganisationFields view={null} /> : <Stored key={code} code={code} />}
    </>
  )
}

const Stored = ({ code }: { code: string }) => {
  const { data: view, error } = useQuery(
    keptQuery(['organisation', 'getView', code], () => call(getOrganisation, { id: code })),
  )
  if (error !== null) return <FailedState error={error} />
  if (view === undefined) return <LoadingState what="organisation" />
  return <OrganisationFields view={view} />
}

/** Switched off, what was typed of the parent counts no more. */
const screenForm = z
  .object({ hasParent: z.boolean(), organisation: z.unknown(), parent: z.unknown() })
  .transform(({ hasParent, organisation, parent }) => ({ organisation, parent: hasParent ? parent : null }))
  .pipe(
    organisationForm as z.ZodType<
      z.output<typeof organisationForm>,
      { organisation: unknown; parent: unknown }
    >,
  )

interface Typed {
  hasParent: boolean
  organisation: Record<
    | 'id'
    | 'type'
    | 'name'
    | 'addressLine1'
    | 'addressLine2'
    | 'addressLine3'
    | 'town'
    | 'county'
    | 'postcode'
    | 'openDate'
    | 'closeDate'
    | 'statusCode'
    | 'subTypeCode',
    string
  > & { isActive: boolean }
  parent: Record<'parentOrganisationId' | 'joinDate' | 'leaveDate' | 'parentCode', string> & {
    isActive: boolean
  }
}

const typedOf = (view: OrganisationView | null): Typed => {
  const { organisation, parent } = view ?? {}
  return {
    hasParent: parent != null,
    organisation: {
      id: organisation?.id ?? '',
      type: organisation?.type ?? '',
      name: organisation?.name ?? '',
      addressLine1: organisation?.addressLine1 ?? '',
      addressLine2: organisation?.addressLine2 ?? '',
      addressLine3: organisation?.addressLine3 ?? '',
      town: organisation?.town ?? '',
      county: organisation?.county ?? '',
      postcode: organisation?.postcode ?? '',
      openDate: organisation?.openDate ?? '',
      closeDate: organisation?.closeDate ?? '',
      statusCode: organisation?.statusCode ?? '',
      subTypeCode: organisation?.subTypeCode ?? '',
      isActive: organisation?.isActive ?? true,
    },
    parent: {
      parentOrganisationId: parent?.parentOrganisationId ?? '',
      joinDate: parent?.joinDate ?? '',
      leaveDate: parent?.leaveDate ?? '',
      parentCode: parent?.parentCode ?? '',
      isActive: parent?.isActive ?? true,
    },
  }
}

const dayHint = 'DD/MM/YYYY, for example 01/04/2013'
const letters = (labels: Record<string, string>) =>
  Object.entries(labels).map(([id, label]) => ({ id, name: label === id ? id : `${id} – ${label}` }))

const OrganisationFields = ({ view: read }: { view: OrganisationView | null }) => {
  const navigate = useNavigate()
  const create = useCreateKey()
  // As it was opened: what is read again in the background must not take what is being typed.
  const [view] = useState(read)
  const form = useZodForm<Typed, z.output<typeof organisationForm>>(
    screenForm as unknown as z.ZodType<z.output<typeof organisationForm>, Typed>,
    typedOf(view),
  )
  const conflict = useConflict(view?.organisation.version)
  const { ask, dialog } = useConfirm()
  const hasParent = useWatch({ control: form.control, name: 'hasParent' })
  const uses = usesInWords(view?.uses ?? [])
  const text = { form, autoComplete: 'off' } as const

  const save = async (values: z.output<typeof organisationForm>): Promise<void> => {
    if (uses !== '' && view?.organisation.isActive && values.organisation.isActive === false) {
      const isSure = await ask({
        title: `Take ${view.organisation.name} out of use?`,
        confirm: 'Yes, take it out of use',
        says: <p>It is used by {uses}. They keep it, but nobody can choose it any more.</p>,
      })
      if (!isSure) throw new ApiError(0, 'Not saved. Your changes are still here.')
    }
    const saveAs = (version: number | undefined, options = {}) =>
      call(
        saveOrganisation,
        { organisation: { ...values.organisation, version }, parent: values.parent, isNew: view === null },
        options,
      )
    await conflict.watch((version) =>
      view === null ? create((options) => saveAs(undefined, options)) : saveAs(version),
    )
    await forgetAfterAdministration()
    toast('Saved')
    await navigate({ to: '/falls/organisation-list' })
  }

  return (
    <>
      <ConflictNotice
        conflict={conflict}
        leave={() => {
          form.reset()
          void forgetAfterAdministration().then(() => navigate({ to: '/falls/organisation-list' }))
        }}
      />
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit="Save"
        onSave={save}
        actions={
          <Link to="/falls/organisation-list" className="sf-cancel">
            Cancel
          </Link>
        }
      >
        <TextField
          {...text}
          name="organisation.id"
          label={labels.organisation.id}
          width={10}
          readOnly={view !== null}
          autoFocus={view === null}
          hint={view === null ? 'The national code, such as A81001' : 'A code stays what it is'}
        />
        <SelectField
          form={form}
          name="organisation.type"
          label={labels.organisation.type}
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
          optional
        />
        <SelectField
          form={form}
          name="organisation.subTypeCode"
          label={optional(labels.organisation.subTypeCode)}
          options={letters(subTypeCodes)}
          optional
        />
        <CheckboxField
          form={form}
          name="organisation.isActive"
          label={labels.organisation.isActive}
          hint="An inactive organisation is offered no more, and stays on the patients who have it"
        />
        <CheckboxField
          form={form}
          name="hasParent"
          label="Has a parent organisation"
          hint="Such as the practice of a branch. Without the tick the link is removed."
        />
        {hasParent && (
          <fieldset className="sf-parent">
            <legend className="nhsuk-label nhsuk-label--m">Parent</legend>
            <TextField
              {...text}
              name="parent.parentOrganisationId"
              label={labels.organisationParent.parentOrganisationId}
              width={10}
              hint={view?.parent == null ? '' : `Now ${view.parent.parentName}`}
            />
            <DateField
              form={form}
              name="parent.joinDate"
              label={labels.organisationParent.joinDate}
              hint={dayHint}
            />
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
              optional
            />
            <CheckboxField form={form} name="parent.isActive" label={labels.organisationParent.isActive} />
          </fieldset>
        )}
      </FormFrame>
      {view !== null && (
        <p className="sf-uses">{uses === '' ? 'No record uses this organisation.' : `Used by ${uses}.`}</p>
      )}
      {dialog}
    </>
  )
}
