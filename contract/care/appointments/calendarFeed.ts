import { z } from 'zod'
import { endpoint } from '../../platform/calls/endpoint.ts'

/*
 * A clinician's appointments in a calendar of their own, by a secret address and without the name of any patient (decision 112).
 * Whoever has the address can read it, so that it is shown once, and can be renewed and withdrawn.
 */

/** Before the secret; not below /api, because no token of a session is asked for. */
export const calendarFeedPath = '/calendar'

export const feedOfNobody =
  'Your sign-in is tied to no clinician, so there is no calendar of yours. A system administrator can tie it under Users.'

export const calendarFeedView = z.object({
  /** Whose appointments it would show; null where the sign-in is tied to nobody. */
  clinician: z.string().nullable(),
  /** Since when the present address works, as an instant; null while there is none. */
  madeAt: z.string().nullable(),
})
export type CalendarFeedView = z.output<typeof calendarFeedView>

export const getCalendarFeed = endpoint({
  method: 'GET',
  path: '/api/calendarFeed/get',
  summary: 'Whether one’s own calendar has an address, and since when',
  input: z.object({}),
  reply: calendarFeedView,
})

export const renewCalendarFeed = endpoint({
  method: 'POST',
  path: '/api/calendarFeed/renew',
  takesNoKey: true,
  summary: 'Make a new secret address for one’s own calendar; the one before works no longer',
  input: z.object({}),
  /** Shown this once: only its hash is kept. */
  reply: z.object({ address: z.string() }),
})

export const withdrawCalendarFeed = endpoint({
  method: 'POST',
  path: '/api/calendarFeed/withdraw',
  takesNoKey: true,
  summary: 'Withdraw the address of one’s own calendar',
  input: z.object({}),
  reply: z.object({ success: z.literal(true) }),
})

export const calendarFeedEndpoints = [getCalendarFeed, renewCalendarFeed, withdrawCalendarFeed] as const
