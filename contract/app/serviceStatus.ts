import { z } from 'zod'
import { endpoint } from '../platform/calls/endpoint.ts'
import { stages } from '../stages/stage.ts'

/** How the service is, for a system administrator who has to tell those who run it what is amiss. */
export const getServiceStatus = endpoint({
  method: 'GET',
  path: '/api/serviceStatus/get',
  summary: 'How the service is: its parts, versions, queue, work lists and newest backup',
  input: z.object({}),
  reply: z.object({
    version: z.string(),
    nodeVersion: z.string(),
    databaseVersion: z.string(),
    startedAt: z.string(),
    /** A word for each part, as `/health/ready` has it. */
    parts: z.array(z.object({ part: z.string(), state: z.string() })),
    /** Parts beside the database that are set up, tried a moment ago. */
    outside: z.array(
      z.object({
        part: z.string(),
        setting: z.string(),
        /** Why it is away, and what does not work without it; null while it answers. */
        fault: z.object({ words: z.string(), without: z.string() }).nullable(),
      }),
    ),
    queue: z.object({
      /** Due, and not begun. */
      waiting: z.int(),
      oldestSeconds: z.int(),
      /** Given up after the last attempt. */
      failed: z.int(),
    }),
    lists: z.array(z.object({ stage: z.enum(stages), people: z.int(), late: z.int() })),
    backup: z.object({
      /** Whether the service can see where the backups are. */
      isWatched: z.boolean(),
      newestAt: z.string().nullable(),
    }),
  }),
})
