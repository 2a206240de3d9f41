import type { Job } from '../../platform/db/jobs/jobs.ts'

/** Sends letters that leave by a service outside, and asks what became of those that left. */
export const sendLettersJob: Job<Record<string, never>> = { name: 'sendLetters', attempts: 1 }
