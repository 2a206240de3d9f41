import type { BookedAnswer } from '../../contract/pathway/booked.ts'
import type { Capability } from '../../contract/permissions.ts'
import type { Writing } from '../writes/write.ts'
import type { RecordDeath } from './death.ts'

/** What a closing says of the appointments that lie ahead. */
export interface BookedAnswers {
  bookedAppointments?: BookedAnswer | null | undefined
  bookedIds?: readonly number[] | undefined
}

export type May = (capability: Capability) => boolean

/** Settles the appointments that lie ahead, before the referral is closed and nothing of it can be changed. */
export type CancelBooked = (
  writing: Writing,
  of: { pathwayId: number; patientId: number; may: May },
  answers: BookedAnswers,
) => Promise<void>

/** What closing a referral does besides; handed in, because each saves records, which stand above this. */
export interface Closing {
  recordDeath: RecordDeath
  cancelBooked: CancelBooked
}
