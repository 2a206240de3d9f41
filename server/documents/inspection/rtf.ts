import { incomplete, scripted, Unwelcome } from './unwelcome.ts'

const objects = /\\obj[a-z]|\\bin-?\d/i
const template = /\\template\b/i
const mostFields = 2_000
/** Fields that fetch or start something. */
const reachingOut = /^(?:\*|\s)*(?:DDE|DDEAUTO|INCLUDE|IMPORT|LINK)/i

/** RTF of words and pictures only: no embedded objects, no template or field that reaches outside. */
export const inspectRtf = (content: Buffer): Buffer => {
  const text = content.toString('latin1')
  if (text.includes('\u0000') || !isClosed(content)) throw incomplete()
  if (objects.test(text)) throw scripted()
  if (template.test(text) || fieldsOf(text).some((field) => reachingOut.test(field)))
    throw new Unwelcome('The file fetches something from elsewhere. Print it to a new PDF and upload that.')
  return content
}

const signs = { open: 0x7b, close: 0x7d, escape: 0x5c }

/** Every group that opens is closed, and nothing follows the last one. */
const isClosed = (content: Buffer): boolean => {
  let depth = 0
  for (let at = 0; at < content.length; at += 1) {
    const sign = content[at]
    if (sign === signs.escape) at += 1
    else if (sign === signs.open) depth += 1
    else if (sign === signs.close && --depth === 0) return content.toString('latin1', at + 1).trim() === ''
  }
  return false
}

/** The instruction of each field, without the formatting inside it. */
const fieldsOf = (text: string): string[] => {
  const fields: string[] = []
  for (const { index } of text.matchAll(/\\fldinst/gi)) {
    if (fields.length === mostFields)
      throw new Unwelcome('The file has too many fields. Print it to a new PDF and upload that.')
    fields.push(
      text
        .slice(index + 8, index + 2000)
        .replaceAll(/\\[a-z]+-?\d* ?|[{}]/gi, '')
        .trim(),
    )
  }
  return fields
}
