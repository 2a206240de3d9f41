import { z } from 'zod'
import { formatDate } from '../../platform/words/format.ts'

/* What people say on their own page about appointments, classes and waits (decision 167). */

/** Why somebody cannot come. Nobody has to say. */
export const cannotReasons = [
  { code: 'unwell', title: 'Unwell' },
  { code: 'transport', title: 'Cannot get there' },
  { code: 'time', title: 'The day or time does not suit' },
  { code: 'caring', title: 'Cares for somebody' },
  { code: 'other', title: 'Another reason' },
] as const
export type CannotReason = (typeof cannotReasons)[number]['code']

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const
export type AskedDay = (typeof weekdays)[number]
export const askedParts = ['morning', 'afternoon', 'any'] as const
export type AskedPart = (typeof askedParts)[number]

/** Whether somebody who waits still wants to come. */
export const waitAnswers = [
  { code: 'still', title: 'Still wants to come' },
  { code: 'noLonger', title: 'No longer wants to come' },
  { code: 'unsure', title: 'Is not sure about coming' },
  { code: 'worse', title: 'Got worse' },
] as const
export type WaitAnswer = (typeof waitAnswers)[number]['code']

interface Then {
  day: string
  time: string
}

/** An answer: its kind, and what is stored of it. */
export type Said =
  | ({ kind: 'comes' } & Then)
  | ({ kind: 'cannotCome'; reason: CannotReason | null } & Then)
  | ({ kind: 'anotherTime'; days: AskedDay[]; part: AskedPart } & Then)
  | ({ kind: 'takesOffer' | 'refusesOffer' } & Then)
  | { kind: 'takesPlace' | 'refusesPlace' | 'leaveClass'; placeId: number; className: string }
  | { kind: 'missesSession'; placeId: number; className: string; sessionId: number; day: string }
  | { kind: 'wait'; answer: WaitAnswer }

export const saidKinds = [
  'comes',
  'cannotCome',
  'anotherTime',
  'takesOffer',
  'refusesOffer',
  'takesPlace',
  'refusesPlace',
  'leaveClass',
  'missesSession',
  'wait',
] as const satisfies readonly Said['kind'][]

const then = ({ day, time }: Then): string => `${formatDate(day)} at ${time}`
const dayTitle = (day: AskedDay): string => `${day.charAt(0).toUpperCase()}${day.slice(1)}`
const partTitles: Record<AskedPart, string> = {
  morning: 'in the morning',
  afternoon: 'in the afternoon',
  any: 'at any time of day',
}

/** In words for staff. */
export const saidInWords = (said: Said): string => {
  switch (said.kind) {
    case 'comes':
      return `Comes to the appointment of ${then(said)}`
    case 'cannotCome': {
      const reason = cannotReasons.find(({ code }) => code === said.reason)
      return `Cancelled the appointment of ${then(said)}${reason === undefined ? '' : `: ${reason.title.toLowerCase()}`}`
    }
    case 'anotherTime':
      return `Asks for another time than ${then(said)}: ${
        said.days.length === 0 ? 'any day' : said.days.map(dayTitle).join(', ')
      }, ${partTitles[said.part]}`
    case 'takesOffer':
      return `Took the free place of ${then(said)}`
    case 'refusesOffer':
      return `Said no to the free place of ${then(said)}`
    case 'takesPlace':
      return `Took the place in the class “${said.className}”`
    case 'refusesPlace':
      return `Said no to the place in the class “${said.className}”`
    case 'leaveClass':
      return `Wants to leave the class “${said.className}”`
    case 'missesSession':
      return `Cannot come to the class “${said.className}” on ${formatDate(said.day)}`
    case 'wait':
      return (
        waitAnswers.find(({ code }) => code === said.answer)?.title ?? 'Answered whether they want to come'
      )
  }
}

/** The latest thing that was said on the page and that somebody has to see to, beside a row of a list. */
export const saidOnPage = z.object({ at: z.string(), words: z.string() })
export type SaidOnPage = z.output<typeof saidOnPage>

/** Whether somebody still wants to come is shown beside their name for so long, and longer while nobody has seen to it. */
export const waitAnswerWeeks = 12
