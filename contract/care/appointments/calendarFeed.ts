import { z } from 'zod'
import { endpoint } from '../../platform/calls/endpoint.ts'

/*
 * A clinician's appointments as a calendar feed at a secret address, without any patient's name (decision 112).
 * Anyone with the address can read the feed, so the address is shown once and can be renewed or withdrawn.
 */

/** Path in front of the secret. It is not below /api, because it needs no session token. */
export const calendarFeedPath = '/calendar'

export const feedOfNobody =
  'Your sign-in is not linked to a clinician, so you have no calendar. A system administrator can link it under Users.'

export const calendarFeedView = z.object({
  /** The clinician whose appointments the feed shows; null if the user is not linked to a clinician. */
  clinician: z.string().nullable(),
  /** Instant at which the current address was created; null if there is none. */
  madeAt: z.string().nullable(),
})
export type CalendarFeedView = z.output<typeof calendarFeedView>

export const getCalendarFeed = endpoint({
  method: 'GET',
  path: '/api/calendarFeed/get',
  summary: 'Whether your own calendar has a secret address, and since when',
  input: z.object({}),
  reply: calendarFeedView,
})

export const renewCalendarFeed = endpoint({
  method: 'POST',
  path: '/api/calendarFeed/renew',
  takesNoKey: true,
  summary: 'Create a new secret address for your own calendar; the previous one stops working',
  input: z.object({}),
  /** Returned only once: the server stores just a hash of it. */
  reply: z.object({ address: z.string() }),
})

export const withdrawCalendarFeed = endpoint({
  method: 'POST',
  path: '/api/calendarFeed/withdraw',
  takesNoKey: true,
  summary: 'Withdraw the secret address of your own calendar',
  input: z.object({}),
  reply: z.object({ success: z.literal(true) }),
})

export const calendarFeedEndpoints = [getCalendarFeed, renewCalendarFeed, withdrawCalendarFeed] as const
