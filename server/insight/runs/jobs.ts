import type { Job } from '../../platform/db/jobs/jobs.ts'

/** That a report which somebody scheduled is ready, or could not be counted. */
export const reportNotice: Job<{ runId: number }> = { name: 'reportNotice', attempts: 12 }
