import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { labels } from '../../../../contract/platform/words/labels.ts'
import {
  letterheadForm,
  saveLetterhead,
  type Letterhead,
} from '../../../../contract/care/letters/letterhead.ts'
import { call } from '../../../platform/calls/api.ts'
import { forgetAfterAdministration } from '../../../platform/calls/queries.ts'
import { CancelLink } from '../../../platform/ui/CancelLink.tsx'
import { StoredForm } from '../../../platform/ui/StoredForm.tsx'
import { LoadingOrFailed } from '../../../platform/ui/LoadingOrFailed.tsx'
import { Fields, useFieldsForm, type FieldList } from '../../../platform/ui/DescribedFields.tsx'
import { PageTitle } from '../../../platform/ui/PageTitle.tsx'
import { toast } from '../../../platform/ui/Toast.tsx'
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

const letterheadFields: FieldList<keyof z.input<typeof letterheadForm>> = [
  { text: 'serviceName' },
  { lines: 'address', isOptional: true },
  {
    text: 'telephone',
    isOptional: true,
    hint: 'Most letters to patients ask people to ring: without it they cannot be signed',
  },
]

const LetterheadForm = ({ stored: read }: { stored: Letterhead }) => {
  // Keep the values from when the form opened, so that a refetch in the background does not overwrite what the user
  // types.
  const [stored] = useState(read)
  const navigate = useNavigate()
  const form = useFieldsForm(letterheadForm, letterheadFields, stored)
  const leave = async (said: string): Promise<void> => {
    await forgetAfterAdministration()
    toast(said)
    await navigate({ to: '/falls/administration', replace: true })
  }
  return (
    <StoredForm
      form={form}
      version={stored.version}
      leave={() => leave('Your changes were not saved')}
      save={(values, version) => call(saveLetterhead, { ...values, version })}
      done={() => leave('Letterhead saved')}
      actions={<CancelLink to="/falls/administration" />}
    >
      <Fields form={form} fields={letterheadFields} labels={labels.letterhead} />
    </StoredForm>
  )
}
