import type { BarsSettings } from '../../../settings/settings.ts'
import type { Answer } from '../../answers/send.ts'

/** What an answer is written from besides the message that it answers. */
export interface Context {
  answer: Answer
  /** What both sides call the referral. */
  reference: string
  /** When it is written, in FHIR's form. */
  now: string
  settings: BarsSettings
  service: { name: string; telephone: string | null; version: string }
  /** The Bundle that it answers: the request, or our first answer to it. */
  answers: string
  isFirst: boolean
}
