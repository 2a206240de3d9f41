import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import {
  getOrganisation,
  saveOrganisation,
  type organisationForm,
  type OrganisationView,
} from '../../../contract/reference/organisation.ts'
import { ApiError, call } from '../../platform/calls/api.ts'
import { forgetAfterAdministration, keptQuery } from '../../platform/calls/queries.ts'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { StoredForm } from '../../platform/ui/StoredForm.tsx'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useConfirm } from '../../platform/ui/useConfirm.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { usesInWords } from '../lookups/uses.ts'
import { OrganisationFields, ParentFields } from './OrganisationFields.tsx'
import { organisationScreenForm, typedOf } from './typedOrganisation.ts'

/** Adds an organisation (code 0) or edits one, together with its link to a parent. */
export const OrganisationEdit = () => {
  const { code } = useParams({ from: '/falls/_administration/organisation/edit/$code' })
  const title = `${code === '0' ? 'Add' : 'Edit'} ODS Organisation`
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {code === '0' ? <OrganisationForm view={null} /> : <Stored key={code} code={code} />}
    </>
  )
}

const Stored = ({ code }: { code: string }) => {
  const {
    data: view,
    error,
    refetch,
  } = useQuery(keptQuery(['organisation', 'getView', code], () => call(getOrganisation, { id: code })))
  if (view === undefined)
    return error === null ? (
      <LoadingState what="organisation" />
    ) : (
      <>
        <FailedState error={error} reset={() => void refetch()} />
        <p>
          <Link to="/falls/organisation-list">Go back to the list</Link>
        </p>
      </>
    )
  return <OrganisationForm view={view} />
}

const OrganisationForm = ({ view: read }: { view: OrganisationView | null }) => {
  const navigate = useNavigate()
  // The state when the form opened. A background refresh must not overwrite what is being typed.
  const [view] = useState(read)
  const form = useZodForm(organisationScreenForm, typedOf(view))
  const { ask, dialog } = useConfirm()
  const hasParent = useWatch({ control: form.control, name: 'hasParent' })
  const uses = usesInWords(view?.uses ?? [])

  const save = async (
    values: z.output<typeof organisationForm>,
    version: number | undefined,
    options: object,
  ): Promise<void> => {
    if (uses !== '' && view?.organisation.isActive && values.organisation.isActive === false) {
      const isSure = await ask({
        title: `Take ${view.organisation.name} out of use?`,
        confirm: 'Yes, take it out of use',
        says: <p>It is used by {uses}. They keep it, but nobody can choose it any more.</p>,
      })
      if (!isSure) throw new ApiError(0, 'Not saved. Your changes are still here.')
    }
    await call(
      saveOrganisation,
      { organisation: { ...values.organisation, version }, parent: values.parent, isNew: view === null },
      options,
    )
  }
  const leave = async (): Promise<void> => {
    await forgetAfterAdministration()
    await navigate({ to: '/falls/organisation-list', replace: true })
  }

  return (
    <>
      <StoredForm
        form={form}
        version={view?.organisation.version}
        leave={leave}
        save={save}
        done={() => {
          toast('Saved')
          return leave()
        }}
        actions={<CancelLink to="/falls/organisation-list" />}
      >
        <OrganisationFields form={form} isNew={view === null} />
        {hasParent && <ParentFields form={form} nameNow={view?.parent?.parentName} />}
      </StoredForm>
      {view !== null && (
        <p className="sf-uses">{uses === '' ? 'No record uses this organisation.' : `Used by ${uses}.`}</p>
      )}
      {dialog}
    </>
  )
}
