import type { Job } from '../db/jobs.ts'
import type { Happening } from '../messages/texts.ts'

/** What accounts have done out of band. */
export const resetByMail: Job<{ userName: string }> = { name: 'resetByMail', attempts: 6 }
export const resetBySms: Job<{ userName: string }> = { name: 'resetBySms', attempts: 3 }
/** To a user: so that they hear of what somebody else may have done. */
export const notice: Job<{ userId: number; happening: Happening; at: string; device?: string }> = {
  name: 'notice',
  attempts: 12,
}
