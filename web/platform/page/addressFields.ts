import { z } from 'zod'

/* Query parameters that several screens use. A missing or invalid value is ignored. */

export const text = z.string().optional().catch(undefined)
/** Text that may look like a number or a boolean. */
export const typedText = z.coerce.string().optional().catch(undefined)
/** 0 if the address does not give an id. */
export const id = z.int().min(0).catch(0)
export const flag = z.boolean().optional().catch(undefined)
