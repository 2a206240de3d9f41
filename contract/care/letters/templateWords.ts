/*
 * How the text of a template becomes the text of a letter. {{goals}} is replaced by its value. Text from {{#goals}}
 * to {{/goals}} is kept only if there is a value; text from {{^exercise}} to {{/exercise}} only if there is none.
 * Multiple values get one line each.
 */

/** A piece in double braces, with any content. */
export const inBraces = /\{\{([^{}]*)\}\}/g

export interface TemplateField {
  kind: 'value' | 'with' | 'without' | 'end'
  name: string
}

const kinds: Readonly<Record<string, TemplateField['kind']>> = { '#': 'with', '^': 'without', '/': 'end' }

const readField = (between: string): TemplateField => {
  const written = between.trim()
  const kind = kinds[written.charAt(0)]
  return kind === undefined ? { kind: 'value', name: written } : { kind, name: written.slice(1).trim() }
}

/** Everything in double braces, in order of appearance. */
export const fieldsIn = (text: string): TemplateField[] =>
  [...text.matchAll(inBraces)].map(([, between = '']) => readField(between))

/** Whether there are braces without a partner. */
export const hasLooseBraces = (text: string): boolean => /\{\{|\}\}/.test(text.replaceAll(inBraces, ''))

/** The first part that is opened and not closed, or closed and not opened; null if all match. */
export const openPart = (text: string): string | null => {
  const begun: string[] = []
  for (const { kind, name } of fieldsIn(text)) {
    if (kind === 'with' || kind === 'without') begun.push(name)
    if (kind === 'end' && begun.pop() !== name) return name
  }
  return begun.at(-1) ?? null
}

/** Value of each field; an array for a list. */
export type FilledValues<Name extends string> = Readonly<
  Partial<Record<Name, string | readonly string[] | null>>
>

interface Filling<Name extends string> {
  isField: (name: string) => name is Name
  values: FilledValues<Name>
  /** Text to insert for a missing value. */
  missing: (name: Name) => string
  /** Drops list items without any value, and headings with nothing below them. */
  leavesOut: boolean
}

/*
 * Marker characters that nobody types. They stay in the text until the whole line is filled in, because only then is
 * it known whether the line stays.
 */
const ofPart = '\u0001'
const begins = '\u0002'
const next = '\u0003'
const ends = '\u0004'
const noValue = '\u0005'
const anySign = /[\u0001-\u0005]/g

/** The text with its fields filled in. A name that is not a field stays as written. */
export const fillIn = <Name extends string>(text: string, filling: Filling<Name>): string => {
  const { isField, values, missing, leavesOut } = filling
  const valuesOf = (name: Name): readonly string[] =>
    [values[name] ?? []].flat().filter((value) => value !== '')
  const parts: boolean[] = []
  const pieces = splitAtFields(text.replaceAll(anySign, '')).map((piece) => {
    if (typeof piece === 'string') return parts.includes(false) ? '' : piece
    const { kind, name, written } = piece
    if (!isField(name)) return written
    if (kind === 'end') parts.pop()
    else if (kind !== 'value') parts.push(valuesOf(name).length > 0 === (kind === 'with'))
    if (kind !== 'value') return ofPart
    if (parts.includes(false)) return ''
    const own = valuesOf(name)
    return own.length === 0 ? `${noValue}${missing(name)}` : `${begins}${own.join(next)}${ends}`
  })
  const lines = pieces
    .join('')
    .split('\n')
    .flatMap((line) => linesOf(line, leavesOut))
  return (leavesOut ? withoutEmptyHeadings(lines) : lines)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

const splitAtFields = (text: string): (string | (TemplateField & { written: string }))[] => {
  const pieces: (string | (TemplateField & { written: string }))[] = []
  let end = 0
  for (const found of text.matchAll(inBraces)) {
    const [written, between = ''] = found
    pieces.push(text.slice(end, found.index), { ...readField(between), written })
    end = found.index + written.length
  }
  return [...pieces, text.slice(end)]
}

const isPoint = (line: string): boolean => /^\s*- /.test(line)
const plain = (line: string): string => line.replaceAll(anySign, '')

/** The lines that a filled line becomes: none, itself, or one list item for each value. */
const linesOf = (line: string, leavesOut: boolean): string[] => {
  if (line.includes(ofPart) && plain(line).trim() === '') return []
  const words = line.replaceAll(ofPart, '')
  if (leavesOut && isPoint(words) && words.includes(noValue) && !words.includes(begins)) return []
  const several = words.split(begins).find((piece) => piece.includes(next))
  if (several === undefined || !isPoint(words)) return [plain(words.replaceAll(next, '; '))]
  const [before = ''] = words.split(`${begins}${several}`)
  const [all = '', after = ''] = several.split(ends)
  const rest = words.slice(before.length + begins.length + all.length + ends.length)
  return all
    .split(next)
    .map((value) => plain(`${before}${value}${rest === '' ? after : rest}`.replaceAll(next, '; ')))
}

const levelOf = (line: string): number => /^\s*(#+) +[^ ]/.exec(line)?.[1]?.length ?? 0

/** Removes each heading with nothing below it before the next heading of its level. Works from the end. */
const withoutEmptyHeadings = (lines: readonly string[]): string[] => {
  // The lines below belong to every heading above them with a level lower than this.
  let below = 0
  const kept = lines.toReversed().filter((line) => {
    const level = levelOf(line)
    if (level === 0) {
      if (line.trim() !== '') below = Infinity
      return true
    }
    const hasWords = level < below
    below = Math.min(below, level)
    return hasWords
  })
  return kept.toReversed()
}
