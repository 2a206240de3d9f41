import { z } from 'zod'
import {
  fallTellings,
  keyQuestions,
  longestNoteTold,
  mostFallsCounted,
  mostFallsTold,
  type QuestionsTold,
} from '../../../../contract/care/person/questions.ts'
import {
  boxesOf,
  faultsOf,
  isFaultless,
  optionsOf,
  type Asking,
  type ChoiceField,
  type Field,
  type Typed,
} from '../../../platform/http/pages/fields.ts'
import { plainDigits } from '../../../platform/http/pages/plainDigits.ts'
import { fill, type Words } from '../words/words.ts'

/* The questions, one page each: their boxes in the words of a language, and what the answers come to. */

export const stepNames = ['falls', 'fall', 'key', 'confidence', 'exercise', 'note'] as const
export type StepName = (typeof stepNames)[number]

const upTo = (most: number): string[] => Array.from({ length: most + 1 }, (_, number) => String(number))

const fallsIn = (typed: Typed): number => Number(typed['falls'] ?? '') || 0

/** A page of the questions: its title, and its boxes as far as the answers so far call for them. */
export interface Step extends Asking {
  name: StepName
  /** Null if the only box has the title as its label. */
  title: string | null
}

const fieldsOf = (name: StepName, { questions: said }: Words, typed: Typed): readonly Field[] => {
  const yesNo = (asked: (typeof keyQuestions)[number]): ChoiceField => ({
    kind: 'choice',
    name: asked,
    label: said[asked],
    isInline: true,
    options: [
      { code: 'yes', title: said.yes },
      { code: 'no', title: said.no },
    ],
  })
  const numbers = (most: number) => upTo(most).map((code) => ({ code, title: code }))
  switch (name) {
    case 'falls':
      return [
        {
          kind: 'choice',
          name: 'falls',
          label: said.falls,
          hint: said.fallsHint,
          missing: said.missingFalls,
          options: numbers(mostFallsTold).map(({ code, title }) => ({
            code,
            title: code === '0' ? said.none : code === String(mostFallsTold) ? said.threeOrMore : title,
          })),
        },
      ]
    case 'fall':
      return [
        ...(fallsIn(typed) < mostFallsTold ? [] : [countField(said)]),
        ...upTo(fallsIn(typed))
          .slice(1)
          .map((number): Field => ({
            kind: 'several',
            name: `fall${number}`,
            label: fill(said.fall, { number }),
            hint:
              fallsIn(typed) >= mostFallsTold && number === '1'
                ? `${said.worstFalls} ${said.fallHint}`
                : said.fallHint,
            options: fallTellings.map((code) => ({ code, title: said[code] })),
          })),
      ]
    case 'key':
      return keyQuestions.map(yesNo)
    case 'confidence':
      return [
        {
          kind: 'choice',
          name: 'confidence',
          label: said.confidence,
          hint: said.confidenceHint,
          isInline: true,
          options: numbers(10),
        },
      ]
    case 'exercise':
      return [
        {
          kind: 'choice',
          name: 'exerciseDays',
          label: said.exercise,
          hint: said.exerciseHint,
          isInline: true,
          options: numbers(7),
        },
      ]
    case 'note':
      return [
        {
          kind: 'text',
          name: 'note',
          label: said.note,
          hint: said.noteHint,
          rows: 5,
          schema: z.string().refine((text) => text.trim().length <= longestNoteTold, {
            error: ({ input }) => fill(said.noteTooLong, { count: String(String(input).trim().length) }),
          }),
        },
      ]
  }
}

/** How many falls “3 or more” are. A best guess is enough, and nobody has to. */
const countField = (said: Words['questions']): Field => ({
  kind: 'text',
  name: 'fallCount',
  label: said.fallCount,
  hint: said.fallCountHint,
  inputmode: 'numeric',
  width: 'short',
  autocomplete: 'off',
  schema: z
    .string()
    .refine((text) => text.trim() === '' || countIn(text) !== null, { error: said.fallCountWrong }),
})

const countIn = (text: string): number | null => {
  const typed = plainDigits(text).trim()
  const count = /^\d{1,2}$/.test(typed) ? Number(typed) : 0
  return count >= mostFallsTold && count <= mostFallsCounted ? count : null
}

const titles: Partial<Record<StepName, 'fallTitle' | 'key'>> = { fall: 'fallTitle', key: 'key' }

export const stepOf = (name: StepName, words: Words, typed: Typed): Step => {
  const title = titles[name]
  return {
    name,
    title: title === undefined ? null : words.questions[title],
    fields: fieldsOf(name, words, typed),
  }
}

/** The pages that these answers call for, in their order. What came of falls is asked only if there were any. */
export const stepsOf = (words: Words, typed: Typed): Step[] =>
  stepNames.map((name) => stepOf(name, words, typed)).filter(({ fields }) => fields.length > 0)

/** What was sent of a page: a code of its boxes, or nothing; text as it was typed. */
export const typedIn = ({ fields }: Step, sent: URLSearchParams): Typed =>
  Object.fromEntries(
    fields.flatMap((field) =>
      boxesOf(field).map((box) => {
        if (field.kind === 'text' || field.kind === 'day') return [box, sent.get(box) ?? '']
        const codes = optionsOf(field).map(({ code }) => code)
        const chosen = sent.getAll(box).filter((code) => codes.includes(code))
        return [box, (field.kind === 'several' ? [...new Set(chosen)] : chosen.slice(0, 1)).join(' ')]
      }),
    ),
  )

/** The first page on which something is wrong or missing; null if the answers can be sent. */
export const firstFaulty = (words: Words, typed: Typed): Step | null =>
  stepsOf(words, typed).find((step) => !isFaultless(faultsOf(step, typed))) ?? null

const yesNoIn = (typed: Typed, name: string): boolean | null =>
  typed[name] === 'yes' ? true : typed[name] === 'no' ? false : null
const numberIn = (typed: Typed, name: string): number | null =>
  (typed[name] ?? '') === '' ? null : Number(typed[name])

/** The answers as they are stored, besides when and in which words they were asked. */
export const toldIn = (typed: Typed): Omit<QuestionsTold, 'occasion' | 'words' | 'isAllWell'> => {
  const falls = fallsIn(typed)
  return {
    falls,
    ...(falls >= mostFallsTold && { fallCount: countIn(typed['fallCount'] ?? '') }),
    described: upTo(falls)
      .slice(1)
      .map((number) => {
        const ticked = (typed[`fall${number}`] ?? '').split(' ')
        return {
          hurt: ticked.includes('hurt'),
          longLie: ticked.includes('longLie'),
          ambulance: ticked.includes('ambulance'),
        }
      }),
    fallenInYear: yesNoIn(typed, 'fallenInYear'),
    unsteady: yesNoIn(typed, 'unsteady'),
    worried: yesNoIn(typed, 'worried'),
    confidence: numberIn(typed, 'confidence'),
    exerciseDays: numberIn(typed, 'exerciseDays'),
    note: (typed['note'] ?? '').trim() || null,
  }
}
