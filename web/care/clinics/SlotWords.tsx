import { appointmentTypeTitle } from '../../../contract/pathways/records/appointment.ts'
import type { FreeSlot } from '../../../contract/care/clinics/slot.ts'
import { endOf } from '../../../contract/platform/dates/wallTime.ts'
import { weekdayOf } from '../../../contract/platform/dates/weekdays.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'

/** When a slot is, with whom and where. */
export const SlotWords = ({ slot }: { slot: FreeSlot }) => (
  <div>
    <p>
      <strong className="sf-nowrap">
        {weekdayOf(slot.slotDate)} {formatDate(slot.slotDate)}
      </strong>{' '}
      <span className="sf-nowrap">
        {slot.startTime} to {endOf(slot.slotDate, slot.startTime, slot.minutes)}
      </span>
      {slot.isFreed && ' Free again'}
      {slot.isOffered && ' Offered'}
    </p>
    <p className="sf-quiet">
      {appointmentTypeTitle(slot.appointmentType)}: {slot.clinic},{' '}
      <span translate="no">{slot.names.clinician}</span>, {slot.names.location}
      {slot.free > 1 && `, ${slot.free} places free`}
    </p>
  </div>
)

/** 'Book: Monday 12-Jun-2026 at 10:30, Falls clinic'. */
export const slotLabel = (what: string, { slotDate, startTime, clinic }: FreeSlot): string =>
  `${what}: ${weekdayOf(slotDate)} ${formatDate(slotDate)} at ${startTime}, ${clinic}`
