import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { existingId, recordId, saved, version } from '../fields.ts'

/** What every record kind that hangs on a pathway sends beside its own fields. */
export const recordIdentity = { id: recordId(), version: version(), pathwayId: existingId() }

/** What every record kind answers beside its own fields: who wrote it last, and when (UTC instant). */
export const recordStamp = {
  id: z.int(),
  version: z.int(),
  isActive: z.boolean(),
  recordedBy: z.string().nullable(),
  recordedAt: z.string(),
}

/** The three calls each record kind has (specification section 7). */
export const recordCalls = <Input extends z.ZodType, Reply extends z.ZodType>(
  kind: string,
  title: string,
  input: Input,
  reply: Reply,
) => ({
  get: endpoint({
    method: 'GET',
    path: `/api/${kind}/get`,
    summary: `One ${title}`,
    input: z.object({ id: existingId() }),
    reply,
  }),
  save: endpoint({
    method: 'POST',
    path: `/api/${kind}/save`,
    summary: `Record a ${title} (id 0) or save changes`,
    input,
    reply: saved,
  }),
  delete: endpoint({
    method: 'POST',
    path: `/api/${kind}/delete`,
    summary: `Delete a ${title}; a Team Lead can restore it`,
    input: z.object({ id: existingId(), version: version() }),
    reply: saved,
  }),
})
