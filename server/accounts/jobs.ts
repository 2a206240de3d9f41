import type { Job } from '../db/jobs.ts'
import type { Notice } from '../messages/texts.ts'

/** What accounts have done out of band. */
export const resetByMail: Job<{ userName: string }> = { name: 'resetByMail', attempts: 6 }
export const resetBySms: Job<{ userName: string }> = { name: 'resetBySms', attempts: 3 }
/** To a user: so that they hear of what somebody else may have done. */
export const notice: Job<Notice & { userId: number }> = {
  name: 'notice',
  attempts: 12,
}
