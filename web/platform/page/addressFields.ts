import { z } from 'zod'

/* Fields of addresses that several screens have. What an address does not say, or says wrongly, is left out. */

export const text = z.string().optional().catch(undefined)
/** Text that may look like a number or a yes. */
export const typedText = z.coerce.string().optional().catch(undefined)
/** 0 where nothing is named. */
export const id = z.int().min(0).catch(0)
export const flag = z.boolean().optional().catch(undefined)
