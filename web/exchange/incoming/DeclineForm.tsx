import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  declineForm,
  declineIncoming,
  incomingLetter,
  printIncomingLetter,
  type IncomingView,
} from '../../../contract/exchange/incoming/incomingReferral.ts'
import type { Source } from '../../../contract/exchange/incoming/source.ts'
import { formatName } from '../../../contract/platform/words/format.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { call } from '../../platform/calls/api.ts'
import { download } from '../../platform/calls/download.ts'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { Fields, useFieldsForm, type FieldList } from '../../platform/ui/DescribedFields.tsx'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { StoredForm } from '../../platform/ui/StoredForm.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { forgetIncoming } from './incomingQueries.ts'

/** Declines a referral with the reason, and prints the letter. */
export const Decline = ({ view }: { view: IncomingView }) => {
  const { data: reasons, error, refetch } = useQuery(lookupQuery('declinedReferral'))
  // The first reason gets the focus, so they have to be there with the form.
  return reasons === undefined ? (
    <LoadingOrFailed what="reasons" error={error} refetch={refetch} />
  ) : (
    <DeclineForm view={view} reasons={reasons} />
  )
}

/** A professional gets the letter; otherwise the person does. */
const isToPerson = (source: Source): boolean => source === 'self' || source === 'relative'

const DeclineForm = ({
  view: { id, version, familyName, firstName, source, told },
  reasons,
}: {
  view: IncomingView
  reasons: readonly { id: number; name: string }[]
}) => {
  const navigate = useNavigate()
  const isListed = source === 'caseFinding'
  const fields: FieldList<'declinedReferralId' | 'declinedNote' | 'doNotContact'> = [
    {
      choice: 'declinedReferralId',
      options: reasons.map((reason) => ({ code: String(reason.id), title: reason.name })),
    },
    { lines: 'declinedNote', rows: 3, isOptional: true },
    isListed && { tick: 'doNotContact' },
  ]
  const form = useFieldsForm(declineForm, fields, null)
  const back = async (): Promise<void> => {
    await forgetIncoming()
    await navigate({
      to: '/falls/incoming-referral',
      search: { id },
      replace: true,
    })
  }
  return (
    <>
      <PageTitle>Decline the referral</PageTitle>
      <p className="sf-purpose">
        {familyName !== null && (
          <>
            <span translate="no">{formatName({ familyName, firstName, namePrefix: null })}</span>.{' '}
          </>
        )}
        {isToPerson(source) ? 'A letter to the person' : 'A letter to the sender'} is written and printed with
        it. You can undo this.
      </p>
      {isToPerson(source) && told?.consent !== 'yes' && source !== 'self' && (
        <div className="sf-offer" role="note">
          <p>
            <strong>The person may not know of the referral.</strong> Ring the sender before you send the
            letter.
          </p>
        </div>
      )}
      <StoredForm
        form={form}
        version={version}
        submit="Decline and print the letter"
        leave={back}
        save={(values, seen) => call(declineIncoming, { ...values, id, version: seen })}
        done={async ({ letterId }) => {
          await download(incomingLetter, { id: letterId })
          await call(printIncomingLetter, { id: letterId, version: 1 })
          toast('Referral declined. Send the letter that was saved')
          await back()
        }}
        actions={<CancelLink to="/falls/incoming-referral" search={{ id }} />}
      >
        <Fields form={form} fields={fields} labels={labels.incomingReferral} />
      </StoredForm>
    </>
  )
}
