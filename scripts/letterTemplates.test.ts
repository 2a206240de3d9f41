import { expect, it } from 'vitest'
import { firstTemplates } from '../db/reference/letterTemplates.ts'
import { docOf, wordsOf } from '../web/care/letters/editor/letterDoc.ts'

it.each(firstTemplates)('$name is in the editor what it is in the file', ({ body }) => {
  expect(wordsOf(docOf(body, true))).toBe(body)
})
