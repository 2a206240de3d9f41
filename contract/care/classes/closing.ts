import { z } from 'zod'
import { saveCall } from '../../platform/calls/endpoint.ts'
import { existingId, optionalChoice, requiredDate, version } from '../../platform/fields/fields.ts'
import { mostPlaces } from './class.ts'
import { planAnswerCodes, leaveCodes } from './place.ts'

/*
 * Ending a class before its last week, with an answer for everybody in it. A person without an answer stays a task of
 * the instructor (decision 109); nobody goes on waiting for a class that has ended.
 */

const answer = z.object({
  placeId: existingId(),
  version: version(),
  leftReason: z.enum(leaveCodes, { error: 'Choose from the list' }),
  planAnswer: z.enum(planAnswerCodes, { error: 'Choose from the list' }),
  /** The class that the person moves to: with a place if one is free, otherwise on its waiting list. */
  toClassId: optionalChoice(),
})
/** The field of a place's answer in a form that asks about everybody. */
export const answerField = (placeId: number) => `answers.place${placeId}` as const
export const toClassField = (placeId: number) => `toClass.place${placeId}` as const

export type ClosingAnswer = z.input<typeof answer>

const closingFields = {
  lastDate: requiredDate('Last day required'),
  people: z.array(answer).max(mostPlaces, 'These are too many people'),
}
export const closingForm = z.object(closingFields)

export const closeClass = saveCall({
  path: '/api/class/close',
  summary: 'End a class early, with an answer for each person; nobody waits for it any more',
  input: z.object({
    id: existingId(),
    version: version(),
    ...closingFields,
    /** False if everybody knows already; then nobody is told. */
    tell: z.boolean().optional(),
  }),
})

export const cancelSession = saveCall({
  path: '/api/class/cancelSession',
  summary: 'Cancel a class for one day, and tell everybody in it',
  input: z.object({ id: existingId(), version: version(), tell: z.boolean().optional() }),
})

/** What is usually answered, each with one tap. Anything else is recorded on the person's own place. */
export const closingChoices = [
  { code: 'completed', title: 'Completed', leftReason: 'finished', planAnswer: 'completed' },
  { code: 'otherClass', title: 'Moves to another class', leftReason: 'otherClass', planAnswer: 'goesOn' },
  { code: 'home', title: 'Goes on at home', leftReason: 'home', planAnswer: 'goesOn' },
  { code: 'elsewhere', title: 'Goes on elsewhere', leftReason: 'elsewhere', planAnswer: 'elsewhere' },
  {
    code: 'stopped',
    title: 'Stopped: the service ended the class',
    leftReason: 'serviceEnded',
    planAnswer: 'stopped',
  },
] as const
export type ClosingChoice = (typeof closingChoices)[number]['code']
