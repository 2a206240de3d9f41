import { z } from 'zod'

/** What `/health/ready` answers, with 200 or 503: a word for each part, 'ok' when it is well. */
export const readinessReply = z.object({ status: z.string(), parts: z.record(z.string(), z.string()) })
