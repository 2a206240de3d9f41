import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  declineForm,
  declineIncoming,
  incomingLetter,
  printIncomingLetter,
  type IncomingView,
} from '../../../contract/exchange/incoming/incomingReferral.ts'
import { asksForLetter, declineLetters, type Source } from '../../../contract/exchange/incoming/source.ts'
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
import { addressInWords } from './inWords.ts'

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

/** A professional gets the letter; otherwise the person does, and a relative none. */
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
  const asks = told !== null && asksForLetter(source, told.consent)
  const fields: FieldList<'declinedReferralId' | 'declinedNote' | 'doNotContact' | 'letterTo'> = [
    {
      choice: 'declinedReferralId',
      options: reasons.map((reason) => ({ code: String(reason.id), title: reason.name })),
    },
    { lines: 'declinedNote', rows: 3, isOptional: true },
    isListed && { tick: 'doNotContact' },
    ...(source === 'relative' ? [{ choice: 'letterTo', options: declineLetters } as const] : []),
  ]
  const form = useFieldsForm(
    declineForm,
    fields,
    source === 'relative' && !asks ? { letterTo: 'person' } : null,
  )
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
        {asks ? 'Choose below whether a letter is written.' : 'A letter is written and printed with it.'} You
        can undo this.
      </p>
      {told !== null && (
        <p>
          {asks ? 'A' : 'The'} letter goes to{' '}
          {isToPerson(source) ? (
            <>
              <strong>the person</strong>, with the reason:{' '}
              <span translate="no">{addressInWords(told) || 'no address was given'}</span>.
              {source === 'relative' && ' The relative who referred gets no letter.'}
            </>
          ) : (
            <strong>{isListed ? 'the sender of the list' : 'the professional who referred'}</strong>
          )}
        </p>
      )}
      {asks && (
        <div className="sf-offer" role="note">
          <p>
            <strong>The person did not say that they agree, and may not know of the referral.</strong> Ring
            the sender first. Without the person’s agreement say nothing about their health, also not on the
            telephone.
          </p>
        </div>
      )}
      <StoredForm
        form={form}
        version={version}
        submit={asks ? 'Decline' : 'Decline and print the letter'}
        leave={back}
        save={(values, seen) => call(declineIncoming, { ...values, id, version: seen })}
        done={async ({ letterId }) => {
          if (letterId !== null) {
            await download(incomingLetter, { id: letterId })
            await call(printIncomingLetter, { id: letterId, version: 1 })
          }
          toast(
            letterId === null
              ? 'Referral declined without a letter'
              : 'Referral declined. Send the letter that was saved',
          )
          await back()
        }}
        actions={<CancelLink to="/falls/incoming-referral" search={{ id }} />}
      >
        <Fields form={form} fields={fields} labels={labels.incomingReferral} />
      </StoredForm>
    </>
  )
}
