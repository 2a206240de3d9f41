import { z } from 'zod'
import { allCounters } from './counters.ts'
import { endpoint } from '../platform/calls/endpoint.ts'
import { wholeNumber } from '../platform/fields/fields.ts'
import { stages } from './stage.ts'

/*
 * What somebody else has just changed, for screens that follow (docs/reference/pathways.md, decision 106). It says what to read
 * again and contains none of the data.
 */

/** Pathways share this many marks, so that a follower cannot learn on which record somebody works. */
const pathwayMarks = 1024
export const pathwayMarkOf = (pathwayId: number): number => pathwayId % pathwayMarks
export const allPathwayMarks: number[] = [...Array(pathwayMarks).keys()]

export const changes = z.object({
  /** The work lists to which something was added, or in which something was removed or changed. */
  lists: z.array(z.enum(stages)),
  /** The marks of the pathways in which something changed. */
  pathways: z.array(z.int()),
  /** All current counters, if a list changed and they could be read. They are read once for all followers. */
  counters: allCounters.reply.optional(),
})
export type Changes = z.output<typeof changes>

/** The media type that requests the stream. */
export const streamType = 'text/event-stream'

/** In seconds. A new follower does not receive older changes. The screen then reads everything again. */
export const mostSecondsBack = 120

/** With `Accept: text/event-stream` the reply is a stream of such events, otherwise an empty one. */
export const followChanges = endpoint({
  method: 'GET',
  path: '/api/changes/follow',
  summary: 'Work lists and referrals that other users have just changed, as a stream of events',
  input: z.object({
    /** How long ago the screen read what it shows. The stream begins with the changes since then. */
    seconds: wholeNumber(`Enter a whole number from 0 to ${mostSecondsBack}`, {
      from: 0,
      to: mostSecondsBack,
    }).optional(),
  }),
  reply: changes,
})
