import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReplyOf } from '../../../contract/platform/calls/endpoint.ts'
import {
  firstContactForm,
  firstContacts,
  getFirstContact,
  saveFirstContact,
} from '../../../contract/insight/firstContact.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { call } from '../../platform/calls/api.ts'
import { forgetAfterAdministration, keptQuery } from '../../platform/calls/queries.ts'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { StoredForm } from '../../platform/ui/StoredForm.tsx'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { Fields } from '../../platform/ui/DescribedFields.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'

/** What the service counts as its first contact with a referred patient. */
export const FirstContact = () => {
  const { data: stored, error } = useQuery(keptQuery(['firstContact'], () => call(getFirstContact, {})))
  return (
    <>
      <PageTitle>First contact</PageTitle>
      <p className="sf-purpose">
        The report “Waits from referral” measures how long people wait for their first contact. Choose what
        counts as that. The choice applies to past periods too, so that figures can be compared.
      </p>
      {error !== null ? (
        <FailedState error={error} />
      ) : stored === undefined ? (
        <LoadingState what="setting" />
      ) : (
        <Choice stored={stored} />
      )}
    </>
  )
}

const Choice = ({ stored: read }: { stored: ReplyOf<typeof getFirstContact> }) => {
  const navigate = useNavigate()
  // Keep the values from when the form opened, so that a refetch in the background does not overwrite the user's
  // choice.
  const [stored] = useState(read)
  const form = useZodForm(firstContactForm, { countsAs: stored.countsAs })
  const leave = async (): Promise<void> => {
    await forgetAfterAdministration()
    await navigate({ to: '/falls/administration', replace: true })
  }
  return (
    <StoredForm
      form={form}
      version={stored.version}
      leave={leave}
      save={(values, version) => call(saveFirstContact, { ...values, version })}
      done={() => {
        toast('Saved')
        return leave()
      }}
      actions={<CancelLink to="/falls/administration" />}
    >
      <Fields
        form={form}
        labels={labels.firstContact}
        fields={[{ select: 'countsAs', options: firstContacts }]}
      />
    </StoredForm>
  )
}
