import { z } from 'zod'

/** Including inactive rows requires a capability of its own. The field name is spelled as in the specification. */
export const includeInActive = z.object({ includeInActive: z.enum(['true', 'false']).optional() })
