import type { Job } from '../../platform/db/jobs/jobs.ts'
import type { Notice } from '../../platform/messages/texts.ts'

export const resetByMail: Job<{ userName: string }> = { name: 'resetByMail', attempts: 6 }
export const resetBySms: Job<{ userName: string }> = { name: 'resetBySms', attempts: 3 }
/** Tells a user about a change to their account that somebody else may have made. */
export const notice: Job<Notice & { userId: number }> = {
  name: 'notice',
  attempts: 12,
}
