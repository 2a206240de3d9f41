import { z } from 'zod'
import { endpoint } from '../platform/calls/endpoint.ts'
import { lazily } from '../platform/words/lazily.ts'
import { forEachStage, stages, stageTitles, type Stage } from './stage.ts'

/* How many referrals are on each work list. Nearly every screen asks, so this is separate from the rows of a list. */

const countOf = (stage: Stage) =>
  endpoint({
    method: 'GET',
    path: `/api/kpi/${stage}`,
    summary: `How many referrals are on the list ${stageTitles[stage]}`,
    input: z.object({}),
    reply: z.int(),
  })

/** Separate from the eight counters, which reply with a bare number. */
export const lateCounts = endpoint({
  method: 'GET',
  path: '/api/kpi/late',
  summary: 'How many referrals of each list are late',
  input: z.object({}),
  reply: z.object(forEachStage(() => z.int())),
})

export const counters = lazily(stages, countOf)

/**
 * All eight in one call, for screens. Eight calls would cost a page eight round trips, each with its own session check.
 */
export const allCounters = endpoint({
  method: 'GET',
  path: '/api/kpi/all',
  summary: 'How many referrals are on each list, and how many of them are late',
  input: z.object({}),
  reply: z.object(forEachStage(() => z.object({ count: z.int(), late: z.int() }))),
})
