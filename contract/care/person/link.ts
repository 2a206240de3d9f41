import { z } from 'zod'
import { endpoint, saveCall } from '../../platform/calls/endpoint.ts'
import {
  existingId,
  optionalChoice,
  optionalCode,
  optionalDate,
  version,
} from '../../platform/fields/fields.ts'
import { instantOf } from '../../platform/words/format.ts'
import { letterheadReply } from '../letters/letterhead.ts'

/* Links to the own page of a person, as staff give and end them (decision 163). */

/** How the link reaches the person. On paper, staff print it. */
export const linkWays = ['text', 'mail', 'paper'] as const
export type LinkWay = (typeof linkWays)[number]

/** By what right somebody else uses the page for the person. */
export const actingRights = [
  { code: 'consent', title: 'The person agreed to it' },
  { code: 'attorney', title: 'Lasting power of attorney for health and welfare' },
  { code: 'deputy', title: 'Deputy of the Court of Protection' },
] as const
const actingCodes = actingRights.map(({ code }) => code)

/** Days for which a link opens the page. */
export const linkDays = 30
/** After so many wrong dates of birth a link ends. */
export const mostWrongDates = 5

/** How a link ended. */
export const linkEnds = {
  ended: 'Ended by staff',
  replaced: 'Replaced by a newer link',
  guessed: 'Ended after five wrong dates of birth',
  refused: 'The message could not be delivered',
} as const

const nullableText = z.string().nullable()

/** Whether a link opens the page, and if not why. @param now milliseconds since the epoch */
export const linkState = (
  { endedHow, validUntil, openedAt }: Pick<PersonLink, 'endedHow' | 'validUntil' | 'openedAt'>,
  now: number,
): 'waits' | 'opened' | 'over' | keyof typeof linkEnds => {
  if (endedHow !== null) return endedHow
  if (validUntil <= instantOf(now)) return 'over'
  return openedAt === null ? 'waits' : 'opened'
}

export const personLink = z.object({
  id: z.int(),
  version: z.int(),
  way: z.enum(linkWays),
  /** Null: the person's own link. */
  contactId: z.int().nullable(),
  contactName: nullableText,
  actsBy: z.enum(actingCodes).nullable(),
  actsSince: nullableText,
  givenAt: z.string(),
  givenBy: nullableText,
  validUntil: z.string(),
  openedAt: nullableText,
  seenAt: nullableText,
  endedAt: nullableText,
  endedHow: z.enum(['ended', 'replaced', 'guessed', 'refused']).nullable(),
})
export type PersonLink = z.output<typeof personLink>

export const personLinks = endpoint({
  method: 'GET',
  path: '/api/personLink/all',
  summary: 'Links to the own page of a patient, newest first',
  input: z.object({ patientId: existingId() }),
  reply: z.object({
    /** False where this service has no page for people: nothing is shown then. */
    isServed: z.boolean(),
    /** Not safe at home (decision 81): somebody there may read what is sent. */
    isAtRisk: z.boolean(),
    links: z.array(personLink),
  }),
})
export type PersonLinks = z.output<(typeof personLinks)['reply']>

const given = {
  way: z.enum(linkWays, { error: 'Say how the link is given' }),
  /** Somebody who acts for the person. */
  contactId: optionalChoice(),
  actsBy: optionalCode(actingCodes),
  actsSince: optionalDate({ done: true }),
  /** Needed for somebody who is not safe at home. */
  safeConfirmed: z.boolean().optional(),
}
export const notSafe =
  'It is not safe for this person at home. Ask where nobody listens, and tick to give the link all the same.'
interface Acting {
  contactId?: number | null | undefined
  actsBy?: string | null | undefined
  actsSince?: string | null | undefined
}
const isRecorded = ({ contactId, actsBy, actsSince }: Acting): boolean =>
  contactId == null || (actsBy != null && actsSince != null)
const notRecorded = { path: ['actsBy'], error: 'Say by what right they act, and since when' }

export const givePersonLinkForm = z.object(given).refine(isRecorded, notRecorded)

export const givePersonLink = saveCall({
  path: '/api/personLink/give',
  summary:
    'Give a patient, or somebody who acts for them, a link to the patient’s own page; an earlier link ends',
  input: z.object({ patientId: existingId(), ...given }).refine(isRecorded, notRecorded),
})

/** Hours for which the code of a link on paper can be shown and printed again, until somebody opens the page with it. */
export const paperHours = 24

export const paperLink = endpoint({
  method: 'GET',
  path: '/api/personLink/paper',
  summary: 'The code of a link on paper, to be printed, for 24 hours and until it was used',
  input: z.object({ id: existingId() }),
  reply: z.object({
    code: z.string(),
    /** Where the page is. */
    address: z.string(),
    validUntil: z.string(),
    head: letterheadReply.omit({ version: true }),
  }),
})

export const endPersonLink = saveCall({
  path: '/api/personLink/end',
  summary: 'End a link to the own page of a patient, and the visits that it opened',
  input: z.object({ id: existingId(), version: version() }),
})

export const personLinkEndpoints = [personLinks, givePersonLink, paperLink, endPersonLink] as const
