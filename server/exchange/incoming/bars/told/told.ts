import {
  told as toldSchema,
  longestReason,
  type Told,
  type TypedTold,
} from '../../../../../contract/exchange/incoming/told.ts'
import { shortened } from '../../parts.ts'
import type { Message } from '../message/message.ts'
import { answersOf } from './answers.ts'
import { consentOf } from './consent.ts'
import { personOf } from './person.ts'
import { reasonLines } from './reason.ts'
import { redFlagsOf } from './redFlags.ts'
import { senderOf } from './sender.ts'
import { urgencyOf } from './urgency.ts'

/** What a message says, in the shape of every incoming referral. */
export const toldIn = (message: Message): Told => {
  const redFlags = redFlagsOf(message)
  return fitted({
    person: personOf(message),
    sender: senderOf(message),
    consent: consentOf(message),
    answers: answersOf(message, redFlags),
    redFlags,
    urgency: urgencyOf(message),
    reason: reasonLines(message).join('\n'),
  })
}

/**
 * Brings what was said into the limits of the contract. A value that does not fit, such as a birth date that is no day,
 * is left out of its field and stands among the reasons as it was sent: no message is refused for it.
 */
export const fitted = (typed: TypedTold): Told => {
  const kept: string[] = []
  let person: Record<string, unknown> = { ...typed.person }
  let sender: Record<string, unknown> = { ...typed.sender }
  let isPlain = false
  for (;;) {
    const written = [...kept, ...(typed.reason ?? '').split('\n')].join('\n').trim()
    const reason = isPlain ? inPlainLetters(written) : written
    const tried = toldSchema.safeParse({
      ...typed,
      person,
      sender,
      reason: reason === '' ? null : shortened(reason, longestReason),
    })
    if (tried.success) return tried.data
    const [part, field] = tried.error.issues[0]?.path ?? []
    const from = part === 'person' ? person : part === 'sender' ? sender : null
    if (part === 'reason' && !isPlain) {
      isPlain = true
      continue
    }
    if (from === null || typeof field !== 'string' || !Object.hasOwn(from, field)) throw tried.error
    kept.push(`${titles[field] ?? field}, as sent: ${String(from[field])}`)
    const without = { ...from, [field]: field === 'familyName' ? 'Unknown' : null }
    if (part === 'person') person = without
    else sender = without
  }
}

/** Without what no text of the record may have: piled accents and characters that cannot be stored. */
const inPlainLetters = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\P{C}\n]/gu, '')
    .toWellFormed()

const titles: Readonly<Record<string, string>> = {
  familyName: 'Family name',
  firstName: 'First name',
  dateOfBirth: 'Date of birth',
  postcode: 'Postcode',
  email: 'E-mail',
  telephone: 'Telephone',
  otherTelephone: 'Telephone',
}
