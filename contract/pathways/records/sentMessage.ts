import { z } from 'zod'
import { formatDateTime } from '../../platform/words/format.ts'

/*
 * Texts and e-mails that were sent to a person, and whether each was delivered (decision 160). Neither the words nor the
 * address are kept.
 */

const purposes = {
  reminder: 'Reminder',
  booked: 'Booking',
  moved: 'New time',
  cancelled: 'Cancellation',
  offered: 'Free place',
  classEnds: 'End of the class',
  waitEnded: 'End of the wait',
  acknowledgement: 'Receipt of the referral',
  ownPage: 'Link to the own page',
  fallsCalendar: 'Monthly question',
} as const
export type MessagePurpose = keyof typeof purposes
const purposeCodes = Object.keys(purposes) as [MessagePurpose, ...MessagePurpose[]]

const channels = { text: 'text', mail: 'e-mail' } as const
export type MessageChannel = keyof typeof channels

/** 'queued': not accepted yet. 'sent': accepted, and whether it was delivered is not known. */
const messageStates = ['queued', 'sent', 'delivered', 'failed'] as const
export type MessageState = (typeof messageStates)[number]

export const sentMessage = z.object({
  purpose: z.enum(purposeCodes),
  channel: z.enum(['text', 'mail']),
  state: z.enum(messageStates),
  /** When it came to this state. */
  at: z.string(),
  /** Why it was not delivered, or why nothing more is known. */
  why: z.string().nullable(),
  /** The last three digits of the telephone. */
  numberEnd: z.string().nullable(),
})
export type SentMessage = z.output<typeof sentMessage>

const stateWords: Record<MessageState, string> = {
  queued: 'not sent yet',
  sent: 'sent',
  delivered: 'delivered',
  failed: 'not delivered',
}

/** 'Booking by text (number ending 123): delivered 30/11/2026 10:31' */
export const messageInWords = ({ purpose, channel, state, at, why, numberEnd }: SentMessage): string => {
  const to = numberEnd === null ? '' : ` (number ending ${numberEnd})`
  return `${purposes[purpose]} by ${channels[channel]}${to}: ${stateWords[state]} ${formatDateTime(at)}${
    why === null ? '' : `. ${why}`
  }`
}

/** The task for a message that did not arrive. @param about such as 'the appointment of 01-Dec-2026 at 10:30' */
export const notDeliveredTask = (channel: MessageChannel, about: string, mayRing: boolean): string =>
  `${mayRing ? 'Ring the person' : 'Write to the person'}: the ${channel === 'text' ? 'text' : 'e-mail'} about ${about} was not delivered`
