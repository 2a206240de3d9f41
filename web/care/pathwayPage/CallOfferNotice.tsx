import { Link } from '@tanstack/react-router'
import { today } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { callOffer, daysAfterLetter } from '../../../contract/pathways/records/callTries.ts'
import { followup, type Followup } from '../../../contract/pathways/records/followup.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { useMayRecord } from './RecordSection.tsx'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'

/**
 * What can be done about a patient who cannot be reached: the letter, then discharge. Neither happens automatically.
 */
export const CallOfferNotice = () => {
  const { pathway, patient, stage, followup: calls } = usePathway()
  const mayRecord = useMayRecord()
  const isAwaited =
    stage.open &&
    !stage.deceased &&
    (stage.stage === 'awaitingFollowup' || stage.stage === 'awaitingSecondFollowup')
  const offer = isAwaited ? callOffer(calls, stage.callsCountFrom, today()) : null
  if (offer === null) return null
  const discharge = mayRecord && (
    <Link
      className="sf-button"
      to="/falls/pathway/discharge"
      search={{ id: pathway.id, patientId: patient.id }}
    >
      Discharge, with a reason
    </Link>
  )
  return (
    <div className="sf-offer" role="note" aria-label="Not reached">
      {offer.what === 'letter' && (
        <>
          <p>
            Tried on {offer.days} days without reaching the person. The next step is usually the letter
            “cannot reach you”.
          </p>
          {mayRecord && <LetterButton last={offer.last} />}
        </>
      )}
      {offer.what === 'wait' && (
        <p>
          The letter “cannot reach you” was sent on {formatDate(offer.sent)}. If nobody answers by{' '}
          {formatDate(offer.until)}, discharge is offered here.
        </p>
      )}
      {offer.what === 'discharge' && (
        <>
          <p>
            The letter “cannot reach you” was sent on {formatDate(offer.sent)}, {daysAfterLetter} days ago or
            more, and the person was not reached since. Discharge, or go on trying.
          </p>
          {discharge}
        </>
      )}
      {offer.what === 'declined' && (
        <>
          <p>
            The person declined the call on {formatDate(offer.day)} and is no longer on the call list.
            Discharge, or record another call.
          </p>
          {discharge}
        </>
      )}
    </div>
  )
}

/** Records on the last attempt that the letter was sent today. The letter itself is written elsewhere. */
const LetterButton = ({ last }: { last: Followup }) => {
  const { problem, attempt } = useAttempt()
  const note = async (): Promise<void> => {
    const { id, version, pathwayId, callDate, clinicianId } = last
    await attempt(async () => {
      await call(followup.save, { id, version, pathwayId, callDate, clinicianId, letterSentDate: today() })
      await forgetAfterSave()
    }, 'Letter recorded as sent today')
  }
  return (
    <>
      {problem}
      <WorkButton work={note}>Record that the letter was sent today</WorkButton>
    </>
  )
}
