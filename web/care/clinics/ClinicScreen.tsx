import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ClinicView } from '../../../contract/care/clinics/clinic.ts'
import type { ClinicBooking } from '../../../contract/care/clinics/slot.ts'
import { appointmentTypeTitle, timesInWords } from '../../../contract/pathways/records/appointment.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { formatDate, formatName } from '../../../contract/platform/words/format.ts'
import { stageTitles } from '../../../contract/stages/stage.ts'
import { useMay } from '../../platform/session/session.ts'
import { FlagChips } from '../../platform/ui/FlagChips.tsx'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { PaperIdentity } from '../../platform/ui/PaperIdentity.tsx'
import { bookingsQuery, clinicQuery, slotsQuery } from './clinicQueries.ts'
import { patternInWords } from './inWords.ts'
import { slotLabel, SlotWords } from './SlotWords.tsx'

/** A clinic: its pattern, who has to be moved, and who is booked. */
export const ClinicScreen = () => {
  const id = Number(useParams({ from: '/falls/clinic/$clinicId' }).clinicId)
  const { data: view, error, refetch } = useQuery(clinicQuery(id))
  if (view === undefined)
    return <LoadingOrFailed what="clinic" shape="lines" error={error} refetch={refetch} />
  return <Shown view={view} />
}

const Shown = ({ view }: { view: ClinicView }) => {
  const mayWrite = useMay('class.write')
  const { data: bookings, error, refetch } = useQuery(bookingsQuery(view.id))
  const mayRecord = useMay('clinical.write')
  const off = view.exceptions.filter(({ isHeld }) => !isHeld)
  return (
    <>
      <div className="sf-list__head">
        <PageTitle tab="Clinic">{view.name}</PageTitle>
        {mayWrite && (
          <Link
            className="sf-button"
            to="/falls/clinic-edit/$clinicId"
            params={{ clinicId: String(view.id) }}
          >
            Edit clinic
          </Link>
        )}
      </div>
      <p className="sf-purpose">
        {appointmentTypeTitle(view.appointmentType)}. {patternInWords(view)}, {view.slots} slots of{' '}
        {view.minutes} minutes{view.travelMinutes > 0 && ` with ${view.travelMinutes} minutes between two`},{' '}
        {view.names.location}, <span translate="no">{view.names.clinician}</span>.
        {view.districts !== null && ` Serves ${view.districts}.`}
        {view.forStage !== null && ` For the list ${stageTitles[view.forStage]}.`}
      </p>
      <p>
        <strong>
          {view.free} places free, {view.booked} booked
        </strong>
        {off.length > 0 && `. Days off: ${off.map(({ day }) => formatDate(day)).join(', ')}`}
      </p>
      {mayRecord && view.forStage !== null && <NextFree clinicId={view.id} />}
      {bookings === undefined ? (
        <LoadingOrFailed what="bookings" shape="list" error={error} refetch={refetch} />
      ) : (
        <>
          <Bookings
            title="To move"
            bookings={bookings.filter(({ isToMove }) => isToMove)}
            none={null}
            note="The clinic no longer has these times. Nobody was moved: agree a new time with each person."
          />
          <Bookings
            title="Booked"
            bookings={bookings.filter(({ isToMove }) => !isToMove)}
            none="Nobody is booked yet."
          />
        </>
      )}
    </>
  )
}

/** How many of the next free slots are shown. */
const mostFree = 6

const NextFree = ({ clinicId }: { clinicId: number }) => {
  const { data: slots } = useQuery(slotsQuery({ from: today(), clinicId }))
  if (slots === undefined || slots.length === 0) return null
  return (
    <section className="sf-card sf-part" aria-labelledby="next-free">
      <h2 className="nhsuk-heading-m" id="next-free">
        Free next
      </h2>
      <ul className="sf-tasks">
        {slots.slice(0, mostFree).map((slot) => (
          <li key={slot.id}>
            <SlotWords slot={slot} />
            <Link
              className="sf-button"
              to="/falls/clinic-offer/$slotId"
              params={{ slotId: String(slot.id) }}
              aria-label={slotLabel('Offer', slot)}
            >
              Offer
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface BookingsProps {
  title: string
  bookings: readonly ClinicBooking[]
  none: string | null
  note?: string
}

const Bookings = ({ title, bookings, none, note }: BookingsProps) => {
  const mayRecord = useMay('clinical.write')
  if (bookings.length === 0) return none === null ? null : <p>{none}</p>
  const id = `bookings-${title.replaceAll(' ', '-').toLowerCase()}`
  return (
    <section className="sf-card sf-part" aria-labelledby={id}>
      <h2 className="nhsuk-heading-m" id={id}>
        {title} ({bookings.length})
      </h2>
      {note !== undefined && <p>{note}</p>}
      <ul className="sf-tasks">
        {bookings.map((booking) => {
          const search = { id: booking.pathwayId, patientId: booking.patientId }
          return (
            <li key={booking.id}>
              <div>
                <p>
                  <strong className="sf-nowrap">{formatDate(booking.appointmentDate)}</strong>{' '}
                  <span className="sf-nowrap">{timesInWords(booking)}</span>{' '}
                  <Link to="/falls/pathway/view" search={search} translate="no">
                    {formatName(booking)}
                  </Link>
                  <PaperIdentity person={booking} />
                </p>
                <FlagChips chips={booking.flags ?? []} />
              </div>
              {mayRecord && (
                <Link
                  className="sf-button"
                  to="/falls/pathway/move/$appointmentId"
                  params={{ appointmentId: String(booking.id) }}
                  search={search}
                  aria-label={`Move the appointment: ${formatName(booking)}, ${formatDate(booking.appointmentDate)}`}
                >
                  Move
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
