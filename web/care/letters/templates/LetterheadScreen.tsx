import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { labels, optional } from '../../../../contract/platform/words/labels.ts'
import {
  letterheadForm,
  saveLetterhead,
  type Letterhead,
} from '../../../../contract/care/letters/letterhead.ts'
import { call } from '../../../platform/calls/api.ts'
import { forgetAfterAdministration } from '../../../platform/calls/queries.ts'
import { ConflictNotice, useConflict } from '../../../platform/ui/ConflictNotice.tsx'
import { LoadingOrFailed } from '../../../platform/ui/LoadingOrFailed.tsx'
import { TextField } from '../../../platform/ui/fields.tsx'
import { FormFrame } from '../../../platform/ui/FormFrame.tsx'
import { PageTitle } from '../../../platform/ui/PageTitle.tsx'
import { TextAreaField } from '../../../platform/ui/TextAreaField.tsx'
import { toast } from '../../../platform/ui/Toast.tsx'
import { useZodForm } from '../../../platform/ui/useZodForm.ts'
import { letterheadQuery } from '../letterQueries.ts'

/** The letterhead for all letters from now on. */
export const LetterheadScreen = () => {
  const { data: stored, error, refetch } = useQuery(letterheadQuery)
  return (
    <>
      <PageTitle>Letterhead</PageTitle>
      <p className="sf-purpose">
        Shown at the top of every letter that is signed from now on. Letters signed before do not change.
      </p>
      {stored === undefined ? (
        <LoadingOrFailed what="letterhead" error={error} refetch={refetch} />
      ) : (
        <LetterheadForm stored={stored} />
      )}
    </>
  )
}

const LetterheadForm = ({ stored: read }: { stored: Letterhead }) => {
  // Keep the values from when the form opened, so that a refetch in the background does not overwrite what the user
  // types.
  const [stored] = useState(read)
  const navigate = useNavigate()
  const conflict = useConflict(stored.version)
  const form = useZodForm(letterheadForm, {
    serviceName: stored.serviceName,
    address: stored.address ?? '',
    telephone: stored.telephone ?? '',
  })
  const leave = async (said: string): Promise<void> => {
    await forgetAfterAdministration()
    toast(said)
    await navigate({ to: '/falls/administration', replace: true })
  }
  return (
    <>
      <ConflictNotice
        conflict={conflict}
        leave={() => {
          form.reset()
          void leave('Your changes were not saved')
        }}
      />
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit="Save"
        onSave={async (values) => {
          await conflict.watch((version) => call(saveLetterhead, { ...values, version }))
          await leave('Letterhead saved')
        }}
        actions={
          <Link to="/falls/administration" className="sf-cancel">
            Cancel
          </Link>
        }
      >
        <TextField form={form} name="serviceName" label={labels.letterhead.serviceName} autoComplete="off" />
        <TextAreaField form={form} name="address" label={optional(labels.letterhead.address)} />
        <TextField
          form={form}
          name="telephone"
          label={optional(labels.letterhead.telephone)}
          hint="Most letters to patients ask people to ring: without it they cannot be signed"
          autoComplete="off"
        />
      </FormFrame>
    </>
  )
}
