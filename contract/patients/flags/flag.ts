import { z } from 'zod'
import { today } from '../../platform/dates/dates.ts'
import { saveCall } from '../../platform/calls/endpoint.ts'
import {
  existingId,
  optionalDate,
  optionalText,
  recordId,
  requiredDate,
  requiredText,
  version,
} from '../../platform/fields/fields.ts'
import { historyCall } from '../../platform/calls/record.ts'
import { saidBeside } from '../../platform/words/saidBeside.ts'
import { flagKindNames, flagKindOf, type FlagKindName } from './flagKinds.ts'
import { redFlagActionCodes, reviewInPast } from './redFlag.ts'

const reviewDate = requiredDate('Review Date required')

const optionalAction = z
  .union([z.enum(redFlagActionCodes), z.literal('').transform(() => null)], {
    error: 'Choose from the list',
  })
  .nullable()
  .optional()

/** The same as for the text about a red flag in a call. */
export const longestDetail = 1000

const flagFields = {
  kind: z.enum(flagKindNames, { error: 'Choose the flag' }),
  /** The sign, category or format, for the kinds that offer a choice. */
  category: optionalText(40),
  detail: optionalText(longestDetail),
  sinceDate: optionalDate({ done: true }),
  /** Red flags only: what was done. */
  action: optionalAction,
  reviewDate,
}

export const actionMissing = 'Say what was done'
export const onlyRedFlagsSay = 'Only a red flag says what was done'

interface TypedFlag {
  kind?: FlagKindName | undefined
  category?: string | null | undefined
  detail?: string | null | undefined
  action?: string | null | undefined
}

/** A form requires every category, including one that a program may leave out. */
const checkForm = (typed: TypedFlag, context: z.RefinementCtx): void => {
  checkKind(typed, context)
  if (typed.kind === undefined) return
  const choice = flagKindOf(typed.kind).category
  if (choice?.isOptional && !typed.category)
    context.addIssue({ code: 'custom', path: ['category'], message: choice.missing })
}

/** Checks what each kind requires, and that it has no fields that do not apply to it. */
const checkKind = ({ kind, category, detail, action }: TypedFlag, context: z.RefinementCtx): void => {
  if (kind === undefined) return
  const say = (path: keyof TypedFlag, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  const { category: choice, detail: words } = flagKindOf(kind)
  if (choice === undefined && category) say('category', 'This flag has no category')
  const mayBeLeftOut = choice?.isOptional === true && !category
  if (choice !== undefined && !mayBeLeftOut && !choice.choices.some(({ code }) => code === category))
    say('category', category ? 'Choose from the list' : choice.missing)
  if (kind === 'redFlag' && category === 'other' && !detail) say('detail', 'Say what was found')
  if (words.missing !== undefined && !detail) say('detail', words.missing)
  if (kind === 'redFlag' ? !action : action)
    say('action', kind === 'redFlag' ? actionMissing : onlyRedFlagsSay)
}

export const flagForm = z.object(flagFields).superRefine(...saidBeside(checkForm))
export const flagInput = z
  .object({ id: recordId(), version: version(), patientId: existingId(), ...flagFields })
  .superRefine(...saidBeside(checkKind))
export type FlagInput = z.output<typeof flagInput>

const notInPast = (day: string): boolean => day >= today()
export const reviewForm = z.object({ reviewDate: reviewDate.refine(notInPast, { error: reviewInPast }) })
export const endForm = z.object({ endedNote: requiredText('Say why the flag ends', 500) })
/** For a red flag that nobody has answered yet. */
export const endUnansweredForm = endForm.extend({
  action: z.enum(redFlagActionCodes, { error: actionMissing }),
})

/** The flag, and the version that the user saw. */
const whichFlag = { id: existingId(), version: version(), patientId: existingId().optional() }

const nullableText = z.string().nullable()

/** A flag of a patient, open or ended. */
export const flagReply = z.object({
  id: z.int(),
  version: z.int(),
  patientId: z.int(),
  kind: z.enum(flagKindNames),
  category: nullableText,
  detail: nullableText,
  sinceDate: nullableText,
  action: nullableText,
  reviewDate: z.string(),
  /** Where the flag was found, such as 'wellbeing'; null if it was set on the flags screen. */
  source: nullableText,
  setBy: nullableText,
  setAt: z.string(),
  reviewedBy: nullableText,
  reviewedAt: nullableText,
  endedBy: nullableText,
  endedAt: nullableText,
  endedNote: nullableText,
})
export type Flag = z.output<typeof flagReply>

export const saveFlag = saveCall({
  path: '/api/flag/save',
  summary: 'Set a flag for a patient (id 0) or change it',
  input: flagInput,
})

export const reviewFlag = saveCall({
  path: '/api/flag/review',
  summary: 'Record that a flag was reviewed and still applies, with the next review day',
  input: z.object({ ...whichFlag, ...reviewForm.shape }),
})

export const endFlag = saveCall({
  path: '/api/flag/end',
  summary:
    'End a flag, with a reason; a red flag needs the right to write clinical records, and what was done',
  /** What was done: required for a red flag that nobody has answered. */
  input: z.object({ ...whichFlag, ...endForm.shape, action: optionalAction }),
})

export const flagHistory = historyCall('flag', 'flag')
