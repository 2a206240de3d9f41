import { useNavigate } from '@tanstack/react-router'
import {
  incomingLetter,
  inviteForm,
  inviteIncoming,
  printIncomingLetter,
  usualDaysToAnswer,
  type IncomingView,
} from '../../../contract/exchange/incoming/incomingReferral.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { formatName } from '../../../contract/platform/words/format.ts'
import { call } from '../../platform/calls/api.ts'
import { download } from '../../platform/calls/download.ts'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { Fields, useFieldsForm, type FieldList } from '../../platform/ui/DescribedFields.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { StoredForm } from '../../platform/ui/StoredForm.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { forgetIncoming } from './incomingQueries.ts'
import { addressInWords } from './inWords.ts'

const fields: FieldList<'chaseDate'> = [
  { day: 'chaseDate', hint: 'If no answer has come by then, the referral is due again' },
]

/** Invites a person of a case-finding list by letter, and prints it. */
export const Invite = ({ view: { id, version, familyName, firstName, told } }: { view: IncomingView }) => {
  const navigate = useNavigate()
  const form = useFieldsForm(inviteForm, fields, { chaseDate: addDays(today(), usualDaysToAnswer) })
  const back = async (): Promise<void> => {
    await forgetIncoming()
    await navigate({ to: '/falls/incoming-referral', search: { id }, replace: true })
  }
  return (
    <>
      <PageTitle>Invite</PageTitle>
      <p className="sf-purpose">
        A letter to{' '}
        <span translate="no">
          {formatName({ familyName: familyName ?? '', firstName, namePrefix: null })}
          {told !== null && `, ${addressInWords(told)}`}
        </span>{' '}
        is written and printed with it. It says who gave us the name, what is offered and that nothing changes
        if they say no. Nobody is invited twice from one list.
      </p>
      <StoredForm
        form={form}
        version={version}
        submit="Invite and print the letter"
        leave={back}
        save={(values, seen, options) => call(inviteIncoming, { ...values, id, version: seen }, options)}
        done={async ({ letterId }) => {
          await download(incomingLetter, { id: letterId })
          await call(printIncomingLetter, { id: letterId, version: 1 })
          toast('Invitation written. Send the letter that was saved')
          await back()
        }}
        actions={<CancelLink to="/falls/incoming-referral" search={{ id }} />}
      >
        <Fields form={form} fields={fields} labels={{ chaseDate: 'Answer expected by' }} />
      </StoredForm>
    </>
  )
}
