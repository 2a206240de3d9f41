import { incomplete, scripted, Unwelcome } from './unwelcome.ts'

const objects = /\\obj[a-z]|\\bin-?\d/i
const template = /\\template\b/i
/** Fields that fetch or start something. */
const reachingOut = /^(?:\*|\s)*(?:DDE|DDEAUTO|INCLUDE|IMPORT|LINK)/i

/** RTF of words and pictures only: no embedded objects, no template or field that reaches outside. */
export const inspectRtf = (content: Buffer): Buffer => {
  const text = content.toString('latin1')
  if (text.includes('\u0000') || !isClosed(text)) throw incomplete()
  if (objects.test(text)) throw scripted()
  if (template.test(text) || fieldsOf(text).some((field) => reachingOut.test(field)))
    throw new Unwelcome('The file fetches something from elsewhere. Print it to a new PDF and upload that.')
  return content
}

/** Every group that opens is closed, and nothing follows the last one. */
const isClosed = (text: string): boolean => {
  let depth = 0
  for (const { 0: found, index } of text.matchAll(/\\[\\{}]|[{}]/g)) {
    if (found === '{') depth += 1
    else if (found === '}' && --depth === 0) return text.slice(index + 1).trim() === ''
  }
  return false
}

/** The instruction of each field, without the formatting inside it. */
const fieldsOf = (text: string): string[] =>
  [...text.matchAll(/\\fldinst/gi)].map(({ index }) =>
    text
      .slice(index + 8, index + 2000)
      .replaceAll(/\\[a-z]+-?\d* ?|[{}]/gi, '')
      .trim(),
  )
