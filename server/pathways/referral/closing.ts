import type { BookedAnswer } from '../../../contract/pathways/referral/booked.ts'
import type { Capability } from '../../../contract/accounts/permissions.ts'
import type { Writing } from '../../platform/writes/write.ts'
import type { RecordDeath } from '../../patients/patient/death.ts'

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

/** Begins the letter of decline of a referral that was just cancelled. */
export type BeginDeclineLetter = (writing: Writing, pathwayId: number) => Promise<void>

/** What closing a referral does besides; handed in, because each saves records, which stand above this. */
export interface Closing {
  /** null where the service demands neither reason nor letter of a decline. */
  beginDeclineLetter: BeginDeclineLetter | null
  recordDeath: RecordDeath
  cancelBooked: CancelBooked
}
