import { z } from 'zod'
import { endpoint } from '../platform/calls/endpoint.ts'
import { outsideWays } from '../care/letters/ways.ts'
import { subscriptionStateCodes } from '../exchange/subscription.ts'
import { stages } from '../stages/stage.ts'

/** The state of the service, so that a system administrator can report a fault to the people who run it. */
export const getServiceStatus = endpoint({
  method: 'GET',
  path: '/api/serviceStatus/get',
  summary: 'Status of the service: its parts, versions, job queue, work lists and newest backup',
  input: z.object({}),
  reply: z.object({
    version: z.string(),
    nodeVersion: z.string(),
    databaseVersion: z.string(),
    startedAt: z.string(),
    /** One word for each part, as in `/health/ready`. */
    parts: z.array(z.object({ part: z.string(), state: z.string() })),
    /** Configured parts other than the database, tried less than a minute ago. */
    outside: z.array(
      z.object({
        part: z.string(),
        setting: z.string(),
        /** When it last answered a question; null if not since the service started. Only parts that count it (an addition). */
        lastSuccessAt: z.string().nullable().optional(),
        /** Why the part does not answer, and what does not work without it; null while it answers. */
        fault: z.object({ words: z.string(), without: z.string() }).nullable(),
      }),
    ),
    queue: z.object({
      /** Due but not started. */
      waiting: z.int(),
      oldestSeconds: z.int(),
      /** Given up after the last attempt. */
      failed: z.int(),
    }),
    lists: z.array(z.object({ stage: z.enum(stages), people: z.int(), late: z.int() })),
    /** Referrals from outside, and what their senders are told; null for what is switched off (an addition). */
    incoming: z
      .object({
        /** When the list in the NHS e-Referral Service was last read, and why it could not be. */
        ers: z
          .object({
            lastTriedAt: z.string().nullable(),
            lastSuccessAt: z.string().nullable(),
            problem: z.string().nullable(),
          })
          .nullable(),
        /** Messages of other services that were accepted within 24 hours, and the last of all. */
        bars: z.object({ lastDay: z.int(), lastAt: z.string().nullable() }).nullable(),
        /** Messages to senders: those to be sent, and those that could not be sent and that nobody told by telephone. */
        answers: z.object({ waiting: z.int(), oldestAt: z.string().nullable(), failed: z.int() }).nullable(),
      })
      .optional(),
    /** Where FHIR clients are told of changes; absent before that existed (an addition). */
    notices: z
      .array(
        z.object({
          clientId: z.int(),
          client: z.string(),
          state: z.enum(subscriptionStateCodes),
          waiting: z.int(),
          lastSuccessAt: z.string().nullable(),
          /** Why its address was not told, if it is failing. */
          problem: z.string().nullable(),
        }),
      )
      .optional(),
    /** Letters that leave by services outside (an addition). */
    outgoing: z
      .object({
        /** When MESH last answered, and why it does not; null if it is not set up. */
        mesh: z
          .object({
            lastTriedAt: z.string().nullable(),
            lastSuccessAt: z.string().nullable(),
            problem: z.string().nullable(),
            isStandIn: z.boolean(),
          })
          .nullable(),
        /** For each way: letters to be sent, since when, and those of which nothing was heard yet. */
        letters: z.array(
          z.object({
            way: z.enum(outsideWays),
            waiting: z.int(),
            oldestAt: z.string().nullable(),
            onTheWay: z.int(),
          }),
        ),
      })
      .optional(),
    /** Texts, e-mails and letters through GOV.UK Notify; null if none were sent (an addition). */
    notify: z
      .object({
        lastAcceptedAt: z.string().nullable(),
        /** Of which it is not known yet what became of them. */
        messagesWaiting: z.int(),
        lettersWaiting: z.int(),
        lastProblem: z.object({ at: z.string(), words: z.string().nullable() }).nullable(),
      })
      .nullable()
      .optional(),
    backup: z.object({
      /** Whether the service can see the folder of the backups. */
      isWatched: z.boolean(),
      newestAt: z.string().nullable(),
    }),
  }),
})
