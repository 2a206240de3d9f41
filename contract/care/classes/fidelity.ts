import { z } from 'zod'
import { saveCall } from '../../platform/calls/endpoint.ts'
import { existingId, version } from '../../platform/fields/fields.ts'
import { mostPlaces } from './class.ts'

/*
 * What was done in a session, beside what an evidence-based programme contains (fidelity). Ticked once for everybody;
 * for a person only what they left out.
 */

export const sessionParts = [
  { code: 'warmUp', title: 'Warm-up' },
  { code: 'strength', title: 'Strength' },
  { code: 'balance', title: 'Balance' },
  { code: 'floorWork', title: 'Floor work' },
  { code: 'backwardChaining', title: 'Backward chaining' },
  { code: 'taiChi', title: 'Adapted tai chi' },
  { code: 'endurance', title: 'Endurance' },
  { code: 'progression', title: 'Progression' },
] as const
export type SessionPart = (typeof sessionParts)[number]['code']
export const sessionPartCodes = sessionParts.map(({ code }) => code)
export const partTitle = (code: SessionPart): string =>
  sessionParts.find((part) => part.code === code)?.title ?? code

const parts = z
  .array(z.enum(sessionPartCodes, { error: 'Choose from the list' }))
  .max(sessionPartCodes.length, 'These are too many')
  .refine((codes) => new Set(codes).size === codes.length, 'Each can be named once')

export const saveParts = saveCall({
  path: '/api/class/parts',
  summary: 'Record what was done in a session, and what single people left out',
  input: z.object({
    id: existingId(),
    version: version(),
    partsDone: parts.min(1, 'Tick what was done'),
    /** What these people left out; who is not named stays as before. */
    exceptions: z
      .array(z.object({ placeId: existingId(), leftOut: parts }))
      .max(2 * mostPlaces, 'These are too many people')
      .refine(
        (people) => new Set(people.map(({ placeId }) => placeId)).size === people.length,
        'Each person can be named once',
      ),
  }),
})
