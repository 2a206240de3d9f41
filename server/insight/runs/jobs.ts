import type { Job } from '../../platform/db/jobs/jobs.ts'

/** Notifies the owner that a scheduled report is ready or has failed. */
export const reportNotice: Job<{ runId: number }> = { name: 'reportNotice', attempts: 12 }
