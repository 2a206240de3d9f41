import bidiFactory, { type Bidi } from 'bidi-js'

/** A part of a line that is written in one direction. */
export interface DirectedRun {
  /** The text as passed to a font, which reverses right-to-left scripts itself. */
  text: string
  /** Its position in the line. */
  from: number
  typed: 'leftToRight' | 'rightToLeft'
}

// The types declare the factory as a property of the import; in Node the import is the factory itself.
const bidi = (bidiFactory as unknown as () => Bidi)()
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
/** Whether the text contains letters written from right to left. */
export const hasDirection = (text: string): boolean => rightToLeft.test(text)
/** Letters that are written from left to right. */
const leftToRightLetter =
  /(?!\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko})\p{L}/u

/**
 * Splits a line into runs of one direction, ordered from left to right (Unicode's bidirectional algorithm). Documents
 * are in English, so a line starts at the right only if it contains no left-to-right letters.
 */
export const visualRuns = (line: string): DirectedRun[] => {
  if (!hasDirection(line)) return line === '' ? [] : [{ text: line, from: 0, typed: 'leftToRight' }]
  const base = leftToRightLetter.test(line) ? 'ltr' : 'rtl'
  const found = bidi.getEmbeddingLevels(line, base)
  const isBackwards = (at: number): boolean => (found.levels[at] ?? 0) % 2 === 1
  const runs: number[][] = []
  for (const at of bidi.getReorderedIndices(line, found)) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    const goesOn =
      before !== undefined && isBackwards(before) === isBackwards(at) && Math.abs(before - at) === 1
    if (run !== undefined && goesOn) run.push(at)
    else runs.push([at])
  }
  return runs.map((places) => directed(line, places, isBackwards(places[0] ?? 0)))
}

const directed = (line: string, places: readonly number[], isBackwards: boolean): DirectedRun => {
  const from = Math.min(...places)
  const text = line.slice(from, Math.max(...places) + 1)
  if (!isBackwards) return { text, from, typed: 'leftToRight' }
  const mirrored = Array.from(text, (sign) => bidi.getMirroredCharacter(sign) ?? sign)
  return { text: mirrored.join(''), from, typed: 'rightToLeft' }
}
