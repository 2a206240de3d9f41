import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import {
  formatDate,
  formatDateTime,
  formatName,
  formatNhsNumber,
} from '../../../contract/platform/words/format.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import {
  decideDestruction,
  decideForm,
  endHold,
  endHoldForm,
  holdForm,
  holdKinds,
  holdRecord,
  holdTitle,
  type PatientRetention as Kept,
} from '../../../contract/governance/retention.ts'
import { call } from '../../platform/calls/api.ts'
import { useMay } from '../../platform/session/session.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { Sentence } from '../../platform/ui/Sentence.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { TextAreaField } from '../../platform/ui/TextAreaField.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useCreateKey } from '../../platform/ui/useCreateKey.ts'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { Confirmation } from './Confirmation.tsx'
import { forgetRetention, patientRetentionQuery } from './retentionQueries.ts'

/** How long this record is kept, what keeps it longer, and the decision to destroy it. */
export const PatientRetention = () => {
  // The frame may have no patient, because an inactive patient has no other screen.
  const { id = 0 } = useSearch({ from: '/falls/patient' })
  const { data, error, refetch } = useQuery(patientRetentionQuery(id))
  return (
    <>
      <div className="sf-list__head">
        <PageTitle>Retention of this record</PageTitle>
        <Link to="/falls/retention">All records</Link>
      </div>
      {data === undefined ? (
        <LoadingOrFailed what="record" error={error} refetch={refetch} />
      ) : (
        <Shown kept={data} />
      )}
    </>
  )
}

const Shown = ({ kept }: { kept: Kept }) => {
  const mayWrite = useMay('retention.write')
  const { patientId, lastDay, dueDay, isDue, holds, decision } = kept
  const open = holds.filter(({ endedAt }) => endedAt === null)
  const inTheWay = [
    ...(isDue ? [] : ['its retention period has not ended']),
    ...(kept.hasOpenReferral ? ['a referral is open'] : []),
    ...(kept.hasOpenRequest ? ['the patient has asked to see it'] : []),
    ...(open.length > 0 ? ['it is held'] : []),
  ]
  return (
    <>
      {!kept.isActive && (
        <p className="sf-state">
          <span translate="no">{formatName(kept)}</span>, born {formatDate(kept.dateOfBirth)}, NHS number{' '}
          <span translate="no">{formatNhsNumber(kept.nhsNumber)}</span>. This patient was registered in error
          and is out of use.
        </p>
      )}
      <p>
        Patient number {patientId}.{' '}
        <Sentence>{`The last day in this record is ${formatDate(lastDay)}, so it is kept until ${formatDate(dueDay)} at least.`}</Sentence>{' '}
        {inTheWay.length > 0 &&
          `It cannot be destroyed now: ${new Intl.ListFormat('en-GB').format(inTheWay)}.`}
      </p>
      {decision !== null && <Confirmation decision={decision} mayWrite={mayWrite} />}
      <section className="sf-card sf-part" aria-labelledby="holds">
        <h2 className="nhsuk-heading-m" id="holds">
          Holds
        </h2>
        {holds.length === 0 && <p>Nothing keeps this record beyond its time.</p>}
        {holds.map((hold) => (
          <div key={hold.id}>
            <p>
              <strong>{holdTitle(hold.kind)}</strong>. {hold.reason} ({formatDateTime(hold.setAt)},{' '}
              {hold.setBy})
              {hold.endedAt !== null &&
                `. Ended ${formatDateTime(hold.endedAt)} by ${hold.endedBy}: ${hold.endedNote}`}
            </p>
            {hold.endedAt === null && mayWrite && <EndHold hold={hold} patientId={patientId} />}
          </div>
        ))}
        {mayWrite && open.length === 0 && <Hold patientId={patientId} />}
      </section>
      {mayWrite && decision === null && inTheWay.length === 0 && <Decide patientId={patientId} />}
    </>
  )
}

const Hold = ({ patientId }: { patientId: number }) => {
  const create = useCreateKey()
  const form = useZodForm(holdForm, { kind: '' as never, reason: '' })
  return (
    <FormFrame
      form={form}
      holdsWork
      className="sf-form"
      submit="Keep this record"
      onSave={async (values) => {
        await create((options) => call(holdRecord, { patientId, ...values }, options))
        toast('The record is held')
        await forgetRetention()
      }}
    >
      <SelectField
        form={form}
        name="kind"
        label={labels.retentionHold.kind}
        options={holdKinds.map(({ code, title }) => ({ id: code, name: title }))}
      />
      <TextAreaField form={form} name="reason" label={labels.retentionHold.reason} rows={2} />
    </FormFrame>
  )
}

const EndHold = ({
  hold: { id, version },
  patientId,
}: {
  hold: Kept['holds'][number]
  patientId: number
}) => {
  const form = useZodForm(endHoldForm, { endedNote: '' })
  return (
    <FormFrame
      form={form}
      holdsWork
      className="sf-form"
      submit="End the hold"
      onSave={async (values) => {
        await call(endHold, { id, version, patientId, ...values })
        toast('The hold has ended')
        await forgetRetention()
      }}
    >
      <TextAreaField form={form} name="endedNote" label={labels.retentionHold.endedNote} rows={2} />
    </FormFrame>
  )
}

const Decide = ({ patientId }: { patientId: number }) => {
  const create = useCreateKey()
  const form = useZodForm(decideForm, { grounds: '' })
  return (
    <section className="sf-card sf-part" aria-labelledby="decide">
      <h2 className="nhsuk-heading-m" id="decide">
        Decide
      </h2>
      <p>
        Look through the record first. If anything in it may still be needed, hold it instead. Nothing is
        destroyed until a second person confirms.
      </p>
      <FormFrame
        form={form}
        holdsWork
        className="sf-form"
        submit="This record can be destroyed"
        onSave={async (values) => {
          await create((options) => call(decideDestruction, { patientId, ...values }, options))
          toast('Decided. It waits for a second person')
          await forgetRetention()
        }}
      >
        <TextAreaField form={form} name="grounds" label={labels.destruction.reason} rows={2} />
      </FormFrame>
    </section>
  )
}
