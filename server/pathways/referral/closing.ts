import type { BookedAnswer } from '../../../contract/pathways/referral/booked.ts'
import type { Capability } from '../../../contract/accounts/permissions.ts'
import type { Writing } from '../../platform/writes/write.ts'
import type { RecordDeath } from '../../patients/patient/death.ts'

/** A closing's answers about future appointments. */
export interface BookedAnswers {
  bookedAppointments?: BookedAnswer | null | undefined
  bookedIds?: readonly number[] | undefined
  openPlansConfirmed?: boolean | undefined
}

export type May = (capability: Capability) => boolean

/** Cancels future appointments before the referral is closed, after which nothing in it can change. */
export type CancelBooked = (
  writing: Writing,
  of: { pathwayId: number; patientId: number; may: May },
  answers: BookedAnswers,
) => Promise<void>

/** Starts the decline letter for a referral that was just cancelled. */
export type BeginDeclineLetter = (writing: Writing, pathwayId: number) => Promise<void>

/**
 * What else closing a referral does. Passed in, because each of these saves records, and that code is in a layer above
 * this one.
 */
export interface Closing {
  /** Null if the service requires neither a reason nor a letter for a decline. */
  beginDeclineLetter: BeginDeclineLetter | null
  recordDeath: RecordDeath
  cancelBooked: CancelBooked
}
