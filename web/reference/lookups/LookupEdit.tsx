import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { labels, optional } from '../../../contract/platform/words/labels.ts'
import {
  lookupCalls,
  lookupForm,
  type LookupRecord,
  type LookupTyped,
  type LookupValues,
} from '../../../contract/reference/lookupCalls.ts'
import {
  lookupFieldsOf,
  lookups,
  type LookupField,
  type LookupName,
} from '../../../contract/reference/lookups.ts'
import { isRuleRow } from '../../../contract/reference/ruleRow.ts'
import { ApiError, call } from '../../platform/calls/api.ts'
import { forgetAfterAdministration, keptQuery } from '../../platform/calls/queries.ts'
import { leavingInWords } from '../../accounts/users/leaving.ts'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { StoredForm } from '../../platform/ui/StoredForm.tsx'
import { CheckboxField } from '../../platform/ui/CheckboxField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useConfirm } from '../../platform/ui/useConfirm.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { listPath, lookupEditedAs } from './paths.ts'
import { ProfileField } from '../../accounts/users/ProfileField.tsx'
import { usesInWords } from './uses.ts'

/** Adds a row to a list (id 0) or edits one. */
export const LookupEdit = () => {
  const { lookup, id } = useParams({ from: '/falls/_administration/$lookup/edit/$id' })
  const of = lookupEditedAs(lookup)
  if (of === undefined) return <Navigate to="/falls" replace />
  const title = `${id === '0' ? 'Add' : 'Edit'} ${lookups[of].title}`
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <p className="sf-purpose">{lookups[of].purpose}</p>
      {id === '0' ? (
        <RowForm key={of} of={of} row={null} />
      ) : (
        <StoredRow key={`${of} ${id}`} of={of} id={id} />
      )}
    </>
  )
}

const StoredRow = ({ of, id }: { of: LookupName; id: string }) => {
  const isId = /^[0-9]{1,15}$/.test(id)
  const {
    data: row,
    error,
    refetch,
  } = useQuery({
    ...keptQuery([of, 'get', id], () => call(lookupCalls[of].get, { id })),
    enabled: isId,
  })
  if (row === undefined)
    return isId && error === null ? (
      <LoadingState what="row" />
    ) : (
      <>
        <FailedState error={error ?? new ApiError(404, 'Not found')} reset={() => void refetch()} />
        <p>
          <Link to={listPath(of)}>Go back to the list</Link>
        </p>
      </>
    )
  return <RowForm of={of} row={row} />
}

/** The fields that may be empty, in any list. */
const optionalFields: readonly LookupField[] = [
  'internalCode',
  'code',
  'abbreviated',
  'csdsCode',
  'csdsSource',
  'address',
  'description',
  'displayName',
  'sortOrder',
]
const labelOf = (field: LookupField): string =>
  optionalFields.includes(field) ? optional(labels.lookup[field]) : labels.lookup[field]

const hints: Partial<Record<LookupField, string>> = {
  internalCode: 'Made from the name when left empty',
  csdsCode:
    'National code in the Community Services Data Set. It is sent only if the next field says where it was read',
  csdsSource: 'Such as NHS Data Dictionary, Source of Referral for Community, 30-Nov-2026',
  address: 'Shown to patients on their own page, such as High Street, Shipley BD18 3AB',
  displayName:
    'The name shown in lists, such as BELL, Jo (physiotherapist). Made from the names when left empty.',
  isActive: 'An inactive row is no longer offered, but stays on the records that have it',
}

const typedOf = (of: LookupName, row: LookupRecord | null): LookupTyped =>
  Object.fromEntries(
    lookupFieldsOf(of).map((field) => {
      if (field === 'isActive') return [field, row?.isActive ?? true]
      if (field === 'profile') return [field, row?.profile ?? 'none']
      return [field, String(row?.[field] ?? '')]
    }),
  )

const RowForm = ({ of, row: read }: { of: LookupName; row: LookupRecord | null }) => {
  const navigate = useNavigate()
  // The state when the form opened. A background refresh must not overwrite what is being typed.
  const [row] = useState(read)
  const form = useZodForm(lookupForm(of), typedOf(of, row))
  const { ask, dialog } = useConfirm()
  const isFixed = row?.profileIsFixed === true
  const uses = usesInWords(row?.uses ?? [])
  const fields = lookupFieldsOf(of).filter(
    (field) => !(isFixed && (field === 'isActive' || field === 'profile')),
  )

  const save = async (values: LookupValues, version: number | undefined, options: object): Promise<void> => {
    const doubts = row === null ? [] : doubtsOf(of, row, values, uses)
    if (of === 'clinician' && row?.isActive === true && values.isActive === false) {
      const leaving = await leavingInWords(row.id)
      if (leaving !== null) doubts.push(leaving)
    }
    if (doubts.length > 0) {
      const isSure = await ask({
        title: `Change “${row?.name}”?`,
        confirm: 'Yes, change it',
        says: doubts.map((doubt) => <p key={doubt}>{doubt}</p>),
      })
      if (!isSure) throw new ApiError(0, 'Not saved. Your changes are still here.')
    }
    await call(
      lookupCalls[of].save,
      {
        ...changedPlace(form.getValues(), row),
        id: row?.id ?? 0,
        version,
        ...(doubts.length > 0 ? { confirmed: true } : {}),
      },
      options,
    )
  }
  const leave = async (): Promise<void> => {
    await forgetAfterAdministration()
    await navigate({ to: listPath(of), replace: true })
  }

  return (
    <>
      {isRuleRow(of, row?.code) && (
        <p className="sf-warning">Rules of the product depend on this row, whatever it is called.</p>
      )}
      <StoredForm
        form={form}
        version={row?.version}
        leave={leave}
        save={save}
        done={() => {
          toast('Saved')
          return leave()
        }}
        actions={<CancelLink to={listPath(of)} />}
      >
        {fields.map((field, index) =>
          field === 'isActive' ? (
            <CheckboxField
              key={field}
              form={form}
              name={field}
              label={labelOf(field)}
              hint={of === 'role' ? 'Without it nobody may use the role' : hints.isActive}
            />
          ) : field === 'profile' ? (
            <ProfileField key={field} form={form} />
          ) : (
            <TextField
              key={field}
              form={form}
              name={field}
              label={labelOf(field)}
              hint={hints[field] ?? ''}
              autoFocus={index === 0}
              autoComplete="off"
              {...(field === 'sortOrder' ? { width: 3, inputMode: 'numeric' } : {})}
            />
          ),
        )}
        {isFixed && (
          <p>
            Profile: {row.profile}. This is a built-in role, so its profile cannot change and it stays in use.
            A new name does not change what it allows.
          </p>
        )}
      </StoredForm>
      {row !== null && (
        <p className="sf-uses">{uses === '' ? 'No record uses this row.' : `Used by ${uses}.`}</p>
      )}
      {dialog}
    </>
  )
}

/** Sends the position only if the user changed it: others may have moved the row meanwhile. */
const changedPlace = (typed: LookupTyped, row: LookupRecord | null): LookupTyped => {
  const { sortOrder, ...others } = typed
  return sortOrder === undefined || sortOrder === String(row?.sortOrder ?? '') ? others : typed
}

/** Warnings before a row that is in use, or that a rule knows, changes its meaning. */
const doubtsOf = (of: LookupName, row: LookupRecord, values: LookupValues, uses: string): string[] => {
  const isRenamed =
    (values.name !== undefined && values.name !== row.name) ||
    (values.displayName !== undefined && values.displayName !== row.displayName)
  const isRetired = row.isActive && values.isActive === false
  const doubts: string[] = []
  if (isRuleRow(of, row?.code) && (isRenamed || isRetired))
    doubts.push('Rules of the product depend on this row: they treat it as before, whatever its name.')
  if (isRenamed && uses !== '')
    doubts.push(
      `${uses} will show the new name. If it means something else, go back and add a new row, then make this one inactive.`,
    )
  if (isRetired && uses !== '')
    doubts.push(`It is used by ${uses}. They keep it, but nobody can choose it any more.`)
  return doubts
}
