/*
 * Reading what another system sent. Nothing about its shape is certain, so every step gives nothing where something else
 * stands.
 */

export type Part = Readonly<Record<string, unknown>>

export const partOf = (value: unknown): Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Part) : {}

/** A list, or what stands where a list should be as a list of one. */
export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]

export const partsOf = (value: unknown): Part[] => listOf(value).map(partOf)

/** A text without blanks around it; null for anything else, and for a blank one. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

export const textsOf = (value: unknown): string[] => listOf(value).flatMap((each) => textOf(each) ?? [])

interface Coding {
  system: string
  code: string
  display: string | null
}

/** The codings of concepts, whichever of them has them. */
export const codingsOf = (concepts: unknown): Coding[] =>
  partsOf(concepts).flatMap((concept) =>
    partsOf(concept['coding']).flatMap(({ system, code, display }) => {
      const given = textOf(code)
      return given === null ? [] : [{ system: textOf(system) ?? '', code: given, display: textOf(display) }]
    }),
  )

/** A concept in words: its text, or what its first coding shows. */
export const wordsOf = (concept: unknown): string | null => {
  const { text } = partOf(concept)
  const [first] = codingsOf(concept)
  return textOf(text) ?? first?.display ?? first?.code ?? null
}

/** Whether two systems are one: some write http and some https. */
export const isSystem = (one: string, other: string): boolean => plain(one) === plain(other)
const plain = (system: string): string => system.toLowerCase().replace(/^https?:\/\//, '')

/** The value of the first identifier of this system. */
export const identifierOf = (identifiers: unknown, system: string): string | null =>
  partsOf(identifiers)
    .flatMap((each) => (isSystem(textOf(each['system']) ?? '', system) ? (textOf(each['value']) ?? []) : []))
    .at(0) ?? null

/** Shortens a text so that it ends visibly. */
export const shortened = (text: string, maximum: number): string =>
  text.length <= maximum ? text : `${text.slice(0, maximum - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
