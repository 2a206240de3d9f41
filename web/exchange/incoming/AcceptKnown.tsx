import { useState } from 'react'
import { z } from 'zod'
import {
  acceptIncoming,
  acceptInput,
  type IncomingView,
} from '../../../contract/exchange/incoming/incomingReferral.ts'
import { dayOfInstant } from '../../../contract/platform/dates/wallTime.ts'
import { formatDate, formatName } from '../../../contract/platform/words/format.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { ApiError, call } from '../../platform/calls/api.ts'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { CheckboxField } from '../../platform/ui/CheckboxField.tsx'
import { ConfirmField } from '../../platform/ui/ConfirmField.tsx'
import { FieldsWithin } from '../../platform/ui/DescribedFields.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useCreateKey } from '../../platform/ui/useCreateKey.ts'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { referralOf } from './prefilled.ts'
import { useAccepted } from './useAccepted.tsx'

const knownForm = z.object({
  otherNumberConfirmed: acceptInput.shape.otherNumberConfirmed,
  referral: acceptInput.shape.referral,
})

/** Adds the referral to a patient who is registered. What is recorded of the patient stays as it is. */
export const AcceptKnown = ({ view: read, patientId }: { view: IncomingView; patientId: number }) => {
  const [view] = useState(read)
  const { id, version, receivedAt, likelyMatches } = view
  const patient = likelyMatches.find((match) => match.id === patientId)
  const [hasDied, setHasDied] = useState(false)
  const create = useCreateKey()
  const accepted = useAccepted()
  const form = useZodForm(knownForm, {
    otherNumberConfirmed: false,
    referral: { ...referralOf(view), secondReferral: false, afterDeathConfirmed: false },
  })
  return (
    <>
      <PageTitle>Accept the referral</PageTitle>
      <p className="sf-purpose">
        {patient !== undefined && (
          <>
            For <strong translate="no">{formatName(patient)}</strong>, born {formatDate(patient.dateOfBirth)}
            .{' '}
          </>
        )}
        The record of the patient stays as it is. The wait counts from {formatDate(dayOfInstant(receivedAt))},
        the day the referral came in.
      </p>
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit="Accept"
        actions={<CancelLink to="/falls/incoming-referral" search={{ id }} />}
        onSave={async ({ referral, otherNumberConfirmed }) => {
          const reply = await create((options) =>
            call(acceptIncoming, { id, version, patientId, otherNumberConfirmed, referral }, options),
          ).catch((error: unknown) => {
            if (error instanceof ApiError && error.problem?.code === 'patient-died') setHasDied(true)
            throw error
          })
          await accepted(reply)
        }}
      >
        <FieldsWithin
          form={form}
          within="referral."
          labels={labels.pathway}
          fields={[
            { day: 'referralDate' },
            { lookup: 'referrerId', of: 'referrer' },
            { lookup: 'referralMethodId', of: 'method' },
          ]}
        />
        <ConfirmField
          form={form}
          name="otherNumberConfirmed"
          label="It is this patient, although the NHS numbers differ"
        />
        {hasDied && (
          <CheckboxField
            form={form}
            name="referral.afterDeathConfirmed"
            label="Record the referral although the patient has died"
          />
        )}
        <ConfirmField
          form={form}
          name="referral.secondReferral"
          label="Record a second open referral for this patient"
        />
      </FormFrame>
    </>
  )
}
