import { z } from 'zod'
import { endpoint } from '../../platform/calls/endpoint.ts'
import { existingId } from '../../platform/fields/fields.ts'
import { redFlagSignCodes } from '../../reference/redFlagSigns.ts'

/* What a person answers on the own page before a visit or a call, and about exercise at home (decision 168). */

/** Three stands for three falls or more; how many is a question of its own. */
export const mostFallsTold = 3
export const mostFallsCounted = 99
export const longestNoteTold = 500

/** What came of a fall, as the page asks about it. */
export const fallTellings = ['hurt', 'longLie', 'ambulance'] as const
export const keyQuestions = ['fallenInYear', 'unsteady', 'worried'] as const

const yesNo = z.boolean().nullable()

const wordsTold = z.object({
  language: z.string(),
  /** Identifies the exact wording: a hash of the words of the questions in that language. */
  version: z.string(),
})

/** The answers of one sending. Null is a question that was left out. */
export const questionsTold = z.object({
  /** Before which appointment or call. */
  occasion: z.string(),
  words: wordsTold,
  /** Everything in one tap: no falls and nothing else to say. The other questions were not asked. */
  isAllWell: z.boolean(),
  falls: z.int().min(0).max(mostFallsTold),
  /** How many, where `falls` stands for three or more; null or absent if the person did not say. */
  fallCount: z.int().min(mostFallsTold).max(mostFallsCounted).nullable().optional(),
  described: z
    .array(z.object({ hurt: z.boolean(), longLie: z.boolean(), ambulance: z.boolean() }))
    .max(mostFallsTold),
  fallenInYear: yesNo,
  unsteady: yesNo,
  worried: yesNo,
  confidence: z.int().min(0).max(10).nullable(),
  exerciseDays: z.int().min(0).max(7).nullable(),
  note: z.string().nullable(),
})
export type QuestionsTold = z.output<typeof questionsTold>

/** Signs that were ticked, each a red flag of the patient from that moment. */
export const signsTold = z.object({ words: wordsTold, signs: z.array(z.enum(redFlagSignCodes)).min(1) })
export type SignsTold = z.output<typeof signsTold>

const nullableText = z.string().nullable()

export const toldQuestions = z.object({
  id: z.int(),
  version: z.int(),
  toldAt: z.string(),
  /** The name of who acts for the person; null if the person answered. */
  toldBy: nullableText,
  settledAt: nullableText,
  settledHow: nullableText,
  told: questionsTold,
})
export type ToldQuestions = z.output<typeof toldQuestions>

export const toldSigns = z.object({
  id: z.int(),
  toldAt: z.string(),
  toldBy: nullableText,
  told: signsTold,
})

/** Exercise at home in one week, as the person's diary says. */
export const diaryWeek = z.object({
  /** Its Monday. */
  weekDate: z.string(),
  days: z.int(),
  minutes: z.int(),
  painDays: z.int(),
})
export type DiaryWeek = z.output<typeof diaryWeek>
/** Weeks of the diary that staff see, this week included. */
export const diaryWeeks = 8

export const toldOfPathway = z.object({
  /** The latest first: those that nobody has accepted or settled, and the last of the others. */
  questions: z.array(toldQuestions),
  /** The latest first. */
  signs: z.array(toldSigns),
  diaries: z.array(
    z.object({
      exerciseId: z.int(),
      exercisePlanDate: z.string(),
      /** Of the whole diary. Kept apart from the minutes that staff recorded. */
      toldMinutes: z.int(),
      /** The latest first, none left out. */
      weeks: z.array(diaryWeek),
    }),
  ),
})
export type ToldOfPathway = z.output<typeof toldOfPathway>

export const toldOnPage = endpoint({
  method: 'GET',
  path: '/api/personAnswer/told',
  summary: 'What a patient answered on the own page about falls and exercise, not checked by anybody',
  input: z.object({ pathwayId: existingId() }),
  reply: toldOfPathway,
})

export const personQuestionsEndpoints = [toldOnPage] as const
