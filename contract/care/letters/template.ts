import { z } from 'zod'
import { endpoint, saveCall } from '../../platform/calls/endpoint.ts'
import {
  existingId,
  recordId,
  requiredChoice,
  requiredText,
  version,
  yesNo,
} from '../../platform/fields/fields.ts'
import { includeInActive } from '../../platform/calls/includeInActive.ts'
import { unknownFields } from './mergeFields.ts'
import { letterOccasions, letterRecipients } from './recipients.ts'
import { hasLooseBraces, openPart } from './templateWords.ts'

/*
 * Letter templates, maintained by administrators. Each save creates a new version, and a letter records the version
 * it was written from (decision 110).
 */

/** More than fits on six pages. */
const longestBody = 12_000
const longestTitle = 120

const withKnownFields = (text: z.ZodType<string, string>) =>
  text.superRefine((words, context) => {
    const [unknown] = unknownFields(words)
    if (unknown !== undefined)
      context.addIssue({ code: 'custom', message: `There is no field {{${unknown}}}` })
    else if (hasLooseBraces(words))
      context.addIssue({ code: 'custom', message: 'Write a field as {{name}}, with two braces on each side' })
    else if (openPart(words) !== null)
      context.addIssue({
        code: 'custom',
        message: `Begin a part with {{#${openPart(words)}}} or {{^${openPart(words)}}}, and end it with {{/${openPart(words)}}}`,
      })
  })

/** Title and body of a letter, both in a template and in the signed letter. */
export const letterWords = {
  title: requiredText('Title required', longestTitle),
  body: requiredText('The letter has no text', longestBody),
}

const fields = {
  name: requiredText('Name required', 100),
  recipient: z.enum(
    letterRecipients.map(({ code }) => code),
    { error: 'Recipient required' },
  ),
  occasion: z.enum(
    letterOccasions.map(({ code }) => code),
    { error: 'Occasion required' },
  ),
  documentTypeId: requiredChoice('Document Type required'),
  title: withKnownFields(letterWords.title),
  body: withKnownFields(letterWords.body),
  isActive: yesNo().optional(),
}
export const letterTemplateForm = z.object(fields)

const nullableText = z.string().nullable()

export const letterTemplateRow = z.object({
  id: z.int(),
  version: z.int(),
  name: z.string(),
  recipient: fields.recipient,
  occasion: fields.occasion,
  isActive: z.boolean(),
})
export type LetterTemplateRow = z.output<typeof letterTemplateRow>

export const letterTemplateView = letterTemplateRow.extend({
  documentTypeId: z.int(),
  title: z.string(),
  body: z.string(),
  /** All versions, latest first. */
  versions: z.array(
    z.object({
      version: z.int(),
      title: z.string(),
      body: z.string(),
      savedBy: nullableText,
      savedAt: z.string(),
    }),
  ),
  names: z.object({ documentType: z.string() }),
})
export type LetterTemplateView = z.output<typeof letterTemplateView>

export const listLetterTemplates = endpoint({
  method: 'GET',
  path: '/api/letterTemplate/all',
  summary: 'Letter templates; active ones unless includeInActive=true',
  input: includeInActive,
  reply: z.array(letterTemplateRow),
})

export const getLetterTemplate = endpoint({
  method: 'GET',
  path: '/api/letterTemplate/get',
  summary: 'A template with all its versions',
  input: z.object({ id: existingId() }),
  reply: letterTemplateView,
})

export const saveLetterTemplate = saveCall({
  path: '/api/letterTemplate/save',
  summary: 'Add a template (id 0), or save a new version of one. Letters that were signed stay as they are',
  input: z.object({ id: recordId(), version: version(), ...fields }),
})

export const letterTemplateEndpoints = [listLetterTemplates, getLetterTemplate, saveLetterTemplate] as const
