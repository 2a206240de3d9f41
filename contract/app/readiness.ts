import { z } from 'zod'

/** The reply of `/health/ready`, sent with 200 or 503: one word for each part, 'ok' when the part works. */
export const readinessReply = z.object({ status: z.string(), parts: z.record(z.string(), z.string()) })
