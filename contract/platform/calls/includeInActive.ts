import { z } from 'zod'

/** Asking for inactive rows too needs its own capability; written as the specification writes it. */
export const includeInActive = z.object({ includeInActive: z.enum(['true', 'false']).optional() })
