import type { Job } from '../../platform/db/jobs/jobs.ts'

/** Notifies an administrator that too many searches of a user found nobody (AZ-6). */
export const searchClosed: Job<{ userId: number; aboutUserId: number; at: string }> = {
  name: 'searchClosed',
  attempts: 12,
}
