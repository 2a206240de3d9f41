import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { cancelBooking, moveBooking, type FreeSlot } from '../../../contract/care/clinics/slot.ts'
import { timesInWords } from '../../../contract/pathways/records/appointment.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { RecordNotFound } from '../../pathways/records/RecordNotFound.tsx'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'
import { useCreateKey } from '../../platform/ui/useCreateKey.ts'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { FindSlot } from './FindSlot.tsx'
import { findAgain } from './clinicQueries.ts'
import { Knows } from './Knows.tsx'
import { districtOf } from './inWords.ts'
import { slotLabel } from './SlotWords.tsx'
import { useBooked } from './useBooked.ts'

const reasons = [
  { code: 'cancelledByPatient', title: 'The patient' },
  { code: 'cancelledByService', title: 'The service' },
] as const
type Reason = (typeof reasons)[number]['code']

/** Moves an appointment to another slot in one step, or cancels it. */
export const MoveScreen = () => {
  const { appointmentId } = useParams({ from: '/falls/pathway/move/$appointmentId' })
  const { pathway, patient, appointment: appointments } = usePathway()
  const { problem, attempt } = useAttempt()
  const create = useCreateKey()
  const { search, leave } = useBooked()
  const [reason, setReason] = useState<Reason | null>(null)
  const [knows, setKnows] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const booked = appointments.find(({ id }) => String(id) === appointmentId)
  if (booked === undefined) return <RecordNotFound />
  if (booked.outcome !== null) return <Settled search={search} />
  const { version } = booked
  /** Asks who wanted the change before anything is sent. */
  const because = async (work: (reason: Reason) => Promise<void>): Promise<void> => {
    setAsked(reason === null)
    if (reason === null) document.getElementById('reason-cancelledByPatient')?.focus()
    else await attempt(() => work(reason))
  }
  const move = ({ id: slotId }: FreeSlot): Promise<unknown> =>
    because(async (reason) => {
      const input = { appointmentId: booked.id, version, reason, slotId, tell: !knows }
      const { id, told } = await create((options) => call(moveBooking, input, options)).catch(findAgain)
      await leave('Moved', told, 'invitation', id)
    })
  const giveUp = (): Promise<unknown> =>
    because(async (reason) => {
      const { told } = await call(cancelBooking, { id: booked.id, version, reason, tell: !knows })
      await leave('The appointment is cancelled', told, 'appointmentCancelled')
    })
  return (
    <>
      <PageTitle>Move or cancel the appointment</PageTitle>
      <p className="sf-purpose">
        Booked for {formatDate(booked.appointmentDate)}, {timesInWords(booked)}, with{' '}
        <span translate="no">{booked.names.clinician}</span>. It stays booked until you choose another slot.
      </p>
      {problem}
      <fieldset className="nhsuk-fieldset sf-choices">
        <legend className="nhsuk-fieldset__legend nhsuk-fieldset__legend--s">Who wants the change</legend>
        {isAsked && (
          <span className="nhsuk-error-message" role="alert">
            Say who wants the change
          </span>
        )}
        <div className="nhsuk-radios nhsuk-radios--small nhsuk-radios--inline">
          {reasons.map(({ code, title }) => (
            <div className="nhsuk-radios__item" key={code}>
              <input
                className="nhsuk-radios__input"
                type="radio"
                id={`reason-${code}`}
                name="reason"
                checked={reason === code}
                onChange={() => setReason(code)}
              />
              <label className="nhsuk-label nhsuk-radios__label" htmlFor={`reason-${code}`}>
                {title}
              </label>
            </div>
          ))}
        </div>
      </fieldset>
      <Knows knows={knows} setKnows={setKnows} />
      <WorkButton work={giveUp} look="secondary">
        Cancel the appointment
      </WorkButton>
      <h2 className="nhsuk-heading-m">Move to</h2>
      <FindSlot pathwayId={pathway.id} district={districtOf(patient.postcode)}>
        {(slot) => (
          <WorkButton label={slotLabel('Move here', slot)} work={() => move(slot)}>
            Move here
          </WorkButton>
        )}
      </FindSlot>
      <CancelLink to="/falls/pathway/view" search={search} />
    </>
  )
}

const Settled = ({ search }: { search: ReturnType<typeof useBooked>['search'] }) => (
  <>
    <PageTitle>Move or cancel the appointment</PageTitle>
    <p role="status">This appointment was cancelled, took place or was missed: it can no longer be moved.</p>
    <p>
      <Link to="/falls/pathway/view" search={search}>
        Back to the pathway
      </Link>
    </p>
  </>
)
