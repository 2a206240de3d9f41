import type { ToldAnswers } from '../../../../../contract/exchange/incoming/told.ts'
import type { RedFlagSign } from '../../../../../contract/reference/redFlagSigns.ts'
import type { Message } from '../message/message.ts'
import { findingsOf } from './findings.ts'

/** Recurrent falls, SNOMED CT. */
const recurrentFalls = '279992002'

/** What the message answers of the questions of NG249. What it does not say stays open. */
export const answersOf = (message: Message, redFlags: readonly RedFlagSign[]): Partial<ToldAnswers> => {
  const findings = findingsOf(message)
  const isRecurrent = findings.some(
    ({ codes, words }) => codes.includes(recurrentFalls) || /recurrent falls/i.test(words),
  )
  return {
    ...(isRecurrent ? { falls: 'more' as const } : {}),
    ...(redFlags.includes('blackout') ? { blackout: 'yes' as const } : {}),
    ...(redFlags.includes('longLie') ? { longLie: 'yes' as const } : {}),
    // A service that lifts people is asked because somebody could not get up.
    ...(message.useCase === 'a4t2' ? { couldNotGetUp: 'yes' as const } : {}),
  }
}
