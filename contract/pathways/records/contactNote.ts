import { z } from 'zod'
import {
  existingId,
  optionalText,
  optionalWholeNumber,
  requiredDate,
  requiredText,
} from '../../platform/fields/fields.ts'
import { formatDate } from '../../platform/words/format.ts'
import { saidBeside } from '../../platform/words/saidBeside.ts'
import {
  confirmations,
  fromAnswerId,
  pathwayRecordIdentity,
  recordKind,
  recordStamp,
} from '../../platform/calls/record.ts'

/** How the service was in contact with the person, or with somebody about the person. */
export const contactTypes = [
  { code: 'visit', title: 'Visit' },
  { code: 'clinic', title: 'Clinic' },
  { code: 'call', title: 'Call' },
  { code: 'letter', title: 'Letter' },
  { code: 'other', title: 'Other' },
] as const
export type ContactType = (typeof contactTypes)[number]['code']

const codes = contactTypes.map(({ code }) => code)
export const contactTypeTitle = (type: ContactType): string =>
  contactTypes.find(({ code }) => code === type)?.title ?? type

/** Sentences that staff write many times a day. A button inserts each; none is inserted automatically. */
export const quickPhrases = [
  'Agreed to today’s contact.',
  'Seen at home.',
  'No falls reported since the last contact.',
  'Home exercises reviewed.',
  'Footwear, lighting and trip hazards discussed.',
  'Equipment looked at and in use.',
  'Written advice left.',
  'Nobody in; card left.',
  'To be discussed with the team.',
] as const

/** About two pages. */
const longestNote = 8000
const mostMinutes = 600

const fields = {
  contactDate: requiredDate('Day of the contact required', { done: true }),
  contactType: z.enum(codes, { error: 'Type of contact required' }),
  minutes: optionalWholeNumber(`Enter whole minutes, from 0 to ${mostMinutes}`, { from: 0, to: mostMinutes }),
  whoWasThere: optionalText(),
  note: requiredText('Note required', longestNote),
}

/** An addition to a note has only text: its day and type are those of the note. */
const checkAddition = (
  {
    addsToId,
    minutes,
    whoWasThere,
  }: {
    addsToId?: number | null | undefined
    minutes?: number | null | undefined
    whoWasThere?: string | null | undefined
  },
  context: z.RefinementCtx,
): void => {
  if (addsToId == null) return
  const message = 'An addition to a note has text only: write it in the note'
  if (minutes != null) context.addIssue({ code: 'custom', path: ['minutes'], message })
  if (whoWasThere != null) context.addIssue({ code: 'custom', path: ['whoWasThere'], message })
}

export const contactNoteForm = z.object({
  ...fields,
  fromAnswerId,
  ...confirmations,
})
export const contactNoteInput = z
  /** `addsToId`: the note of the same referral that this one adds to or corrects. */
  .object({ ...pathwayRecordIdentity, addsToId: existingId().nullable().optional(), ...fields, fromAnswerId })
  .superRefine(...saidBeside(checkAddition))

export const contactNoteReply = z.object({
  /** For a note, these fields say who signed it and when; later events do not change them. */
  ...recordStamp,
  pathwayId: z.int(),
  addsToId: z.int().nullable(),
  contactDate: z.string(),
  contactType: z.enum(codes),
  minutes: z.int().nullable(),
  whoWasThere: z.string().nullable(),
  /** Null for people outside the service. */
  note: z.string().nullable(),
})
export type ContactNote = z.output<typeof contactNoteReply>

/** The reply to a save that names an existing note. */
export const contactNoteIsSigned =
  'A signed contact note cannot be changed. Add to it instead: your addition is shown under it, with your name. Nothing was saved.'

export const contactNoteRecord = recordKind('contactNote', {
  title: 'Contact note',
  isSigned: true,
  input: contactNoteInput,
  reply: contactNoteReply,
  labels: {
    contactDate: 'Day of the contact',
    contactType: 'Type of contact',
    minutes: 'Minutes',
    whoWasThere: 'Who was there',
    note: 'Note',
  },
  section: {
    title: 'Contact notes',
    nameOf: ({ contactDate }: ContactNote) => `contact note of ${formatDate(contactDate)}`,
  },
  events: ({ addsToId, contactDate, contactType, recordedBy }) =>
    addsToId === null
      ? [
          {
            day: contactDate,
            what: `Contact note: ${contactTypeTitle(contactType).toLowerCase()}`,
            by: recordedBy,
          },
        ]
      : [],
})
export const contactNote = contactNoteRecord.calls

/** A note with its additions, earliest first. */
export interface NoteWithAdditions {
  note: ContactNote
  additions: ContactNote[]
}

/**
 * The notes in their order, each with its additions. If a note was deleted, its additions are listed on their own, so
 * that they stay visible.
 */
export const withAdditions = (notes: readonly ContactNote[]): NoteWithAdditions[] => {
  const isThere = new Set(notes.map(({ id }) => id))
  return notes
    .filter(({ addsToId }) => addsToId === null || !isThere.has(addsToId))
    .map((note) => ({
      note,
      additions: notes.filter(({ addsToId }) => addsToId === note.id).toSorted((one, two) => one.id - two.id),
    }))
}
