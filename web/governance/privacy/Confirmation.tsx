import { useNavigate } from '@tanstack/react-router'
import { formatDateTime } from '../../../contract/platform/words/format.ts'
import {
  destroyForm,
  destroyRecord,
  withdrawDecision,
  type PendingDecision,
} from '../../../contract/governance/retention.ts'
import { call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { TextField } from '../../platform/ui/fields.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { forgetRetention } from './retentionQueries.ts'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'

/** A pending decision: the user who made it may take it back, and somebody else carries it out. */
export const Confirmation = ({ decision, mayWrite }: { decision: PendingDecision; mayWrite: boolean }) => {
  const { id, version, patientId, reason, decidedBy, decidedAt, isOwn } = decision
  const { problem, attempt } = useAttempt()
  const withdraw = async (): Promise<void> => {
    const isDone = await attempt(
      () => call(withdrawDecision, { id, version, patientId }),
      'The decision was taken back',
    )
    if (isDone) await forgetRetention()
  }
  return (
    <section className="sf-card sf-part" aria-labelledby="waiting">
      <h2 className="nhsuk-heading-m" id="waiting">
        Waiting for a second person
      </h2>
      {problem}
      <p>
        {decidedBy} decided {formatDateTime(decidedAt)} that this record can be destroyed: {reason}.
      </p>
      {isOwn ? (
        <p>You decided this yourself, so somebody else has to confirm it.</p>
      ) : (
        <Destroy decision={decision} />
      )}
      {mayWrite && (
        <WorkButton look="secondary" work={withdraw}>
          Take the decision back
        </WorkButton>
      )}
    </section>
  )
}

const Destroy = ({ decision: { id, version, patientId } }: { decision: PendingDecision }) => {
  const navigate = useNavigate()
  const form = useZodForm(destroyForm(patientId), { patientNumber: '' })
  return (
    <FormFrame
      form={form}
      holdsWork
      className="sf-form"
      submit="Destroy this record for good"
      onSave={async () => {
        await call(destroyRecord, { id, version, patientId })
        toast('The record was destroyed. Its certificate is on this page')
        // Leave the patient's page before anything requests the destroyed record again.
        await navigate({ to: '/falls/retention', replace: true })
        await Promise.all([forgetRetention(), forgetAfterSave()])
      }}
    >
      <p>
        The patient, all referrals, records and documents will be destroyed for everybody and for good. Only a
        certificate and the audit trail stay.
      </p>
      <TextField
        form={form}
        name="patientNumber"
        label="Number of the patient"
        hint="As shown above, to confirm that this is the record you mean"
        width={10}
        inputMode="numeric"
        autoComplete="off"
      />
    </FormFrame>
  )
}
