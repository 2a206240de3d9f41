import { useRef, useState } from 'react'
import { acceptIncoming, type IncomingView } from '../../../contract/exchange/incoming/incomingReferral.ts'
import { dayOfInstant } from '../../../contract/platform/dates/wallTime.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { DuplicatesOr, type TypedPerson } from '../../patients/patient/Duplicates.tsx'
import { Trace } from '../../patients/pds/Trace.tsx'
import { useTraced } from '../../patients/pds/useTraced.ts'
import { useDuplicates } from '../../patients/patient/useDuplicates.ts'
import { registerAndReferForm } from '../../pathways/referral/registerAndRefer.ts'
import { RegisterBlocks } from '../../pathways/referral/RegisterBlocks.tsx'
import { call } from '../../platform/calls/api.ts'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { FieldsWithin } from '../../platform/ui/DescribedFields.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useCreateKey } from '../../platform/ui/useCreateKey.ts'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { PracticeField } from './PracticeField.tsx'
import { prefilled } from './prefilled.ts'
import { useAccepted } from './useAccepted.tsx'

/** Registers the person and records the referral, with everything filled in that the sender said. */
export const AcceptNew = ({ view: read }: { view: IncomingView }) => {
  // The form keeps what it began with, whatever a refetch in the background brings.
  const [view] = useState(read)
  const { id, version, told, suggested, receivedAt } = view
  const frame = useRef<HTMLFormElement>(null)
  const duplicates = useDuplicates(frame)
  const create = useCreateKey()
  const traced = useTraced()
  const accepted = useAccepted()
  const form = useZodForm(registerAndReferForm, prefilled(view))
  return (
    <>
      <PageTitle>Accept the referral</PageTitle>
      <DuplicatesOr check={duplicates} typed={() => form.getValues('patient') as TypedPerson}>
        <FormFrame
          form={form}
          ref={frame}
          guarded
          className="sf-form sf-register-form"
          submit="Register and accept"
          actions={<CancelLink to="/falls/incoming-referral" search={{ id }} />}
          onSave={async ({ patient, nextOfKin, referral: { receivedDate: _, ...referral } }) => {
            const reply = await duplicates.watch((notDuplicateOf) => {
              const input = {
                id,
                version,
                patient: { ...patient, id: 0, notDuplicateOf, pdsTraceId: traced.traceId },
                nextOfKin,
                referral,
              }
              return create((options) => call(acceptIncoming, input, options))
            })
            await accepted(reply)
          }}
        >
          <p className="sf-quiet">
            Filled in from what was sent: please check it. The wait counts from{' '}
            {formatDate(dayOfInstant(receivedAt))}, the day it came in.
          </p>
          <RegisterBlocks
            form={form}
            belowNumber={<Trace form={form} within="patient." traced={traced} />}
            gp={
              <PracticeField
                key={traced.filled}
                form={form}
                practices={suggested.practices}
                traced={traced.practice}
                told={told?.person.gpPractice}
              />
            }
            referral={
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
            }
          />
        </FormFrame>
      </DuplicatesOr>
    </>
  )
}
