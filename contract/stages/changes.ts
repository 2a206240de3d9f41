import { z } from 'zod'
import { allCounters } from './counters.ts'
import { endpoint } from '../platform/calls/endpoint.ts'
import { wholeNumber } from '../platform/fields/fields.ts'
import { stages } from './stage.ts'

/*
 * What somebody else has just changed, for screens that follow (docs/lists.md, decision 106). It says where to read again and
 * nothing of what is there.
 */

/** Pathways are told apart by no more than this many marks: what is followed must not say which record somebody works on. */
const pathwayMarks = 1024
export const pathwayMarkOf = (pathwayId: number): number => pathwayId % pathwayMarks
export const allPathwayMarks: number[] = [...Array(pathwayMarks).keys()]

export const changes = z.object({
  /** The work lists on which something came, went or changed. */
  lists: z.array(z.enum(stages)),
  /** The marks of the pathways in which something changed. */
  pathways: z.array(z.int()),
  /** All counters as they are now, where a list changed and they could be read: one reading for everybody who follows. */
  counters: allCounters.reply.optional(),
})
export type Changes = z.output<typeof changes>

/** The media type by which the stream is asked for. */
export const streamType = 'text/event-stream'

/** What was written longer ago is told to nobody who begins to follow: then a screen reads everything again. */
export const mostSecondsBack = 120

/** To `Accept: text/event-stream` it answers with a stream of such replies, else with an empty one. */
export const followChanges = endpoint({
  method: 'GET',
  path: '/api/changes/follow',
  summary: 'Which work lists and referrals somebody else has just changed, as a stream of events',
  input: z.object({
    /** How long ago what is shown was read: the stream begins with what was written since. */
    seconds: wholeNumber(`Enter a whole number from 0 to ${mostSecondsBack}`, {
      from: 0,
      to: mostSecondsBack,
    }).optional(),
  }),
  reply: changes,
})
