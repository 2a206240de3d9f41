import { findFace, usualFace, type Face, type Weight } from './fontFiles.ts'
import { UnprintableCharacter } from './unprintable.ts'
import { hasDirection, visualRuns, type DirectedRun } from './textDirection.ts'

export interface WeightedText {
  text: string
  weight: Weight
}

/** A piece of text that is drawn at once. Runs are ordered from left to right. */
export interface Run {
  face: Face
  weight: Weight
  /** The text as passed to the font. */
  text: string
  /**
   * The text as typed, if glyphs are reordered or stand for several letters; null if a PDF reader can recover it from
   * the glyphs.
   */
  actual: string | null
}

/** Combining accents, and scripts whose vowel signs may stand before the consonant that they follow. */
const reordering =
  /[\p{M}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Thai}\p{Script=Lao}]/u

const attached = /^[\p{M}\p{Join_Control}]$/u

/** Joiners, variation selectors and direction marks, which have no glyph of their own. */
const withoutSign = /^\p{Default_Ignorable_Code_Point}$/u

/** Turns a digit into a key, as on a telephone. A font other than the digit's would draw it over the digit. */
const frameOfKey = '\u20e3'

/**
 * A font reverses the letters of its script, but not characters without a direction, such as brackets. Reverse those
 * here.
 */
const turnedRound = (run: Run): Run =>
  hasDirection(run.text) ? run : { ...run, text: Array.from(run.text).toReversed().join('') }

const keyOf = (point: number, weight: Weight): string => `${weight} ${point}`
const found = new Map<string, Face | null>()

/** The fonts of one document. They are loaded after a first pass over its text. */
export class Fonts {
  readonly #wanted = new Map<string, [point: number, weight: Weight]>()

  /**
   * Splits text into runs that one font can draw. Until `readWanted`, a character whose font is not loaded is measured
   * and drawn in the usual font.
   */
  runsOf(pieces: readonly WeightedText[]): Run[] {
    const signs = pieces.map(({ text, weight }) => ({
      text: text.normalize('NFC').replaceAll('\t', ' '),
      weight,
    }))
    const [first, ...others] = signs
    const weightAt = (place: number): Weight => {
      let end = first?.text.length ?? 0
      const piece = place < end ? first : others.find(({ text }) => (end += text.length) > place)
      return piece?.weight ?? 400
    }
    return visualRuns(signs.map(({ text }) => text).join('')).flatMap((run) => this.#byFace(run, weightAt))
  }

  #byFace({ text, from, typed }: DirectedRun, weightAt: (place: number) => Weight): Run[] {
    const runs: Run[] = []
    let place = from
    for (const character of text) {
      const weight = weightAt(place)
      place += character.length
      const last = runs.at(-1)
      const before = last?.weight === weight ? last : undefined
      const face = this.#faceFor(character, weight, before?.face)
      if (before !== undefined && (face === null || face === before.face))
        before.text += face === null ? '' : character
      else if (face !== null) runs.push({ face, weight, text: character, actual: null })
    }
    if (typed === 'rightToLeft') return runs.toReversed().map(turnedRound)
    return runs.map((run) => ({ ...run, actual: reordering.test(run.text) ? run.text : null }))
  }

  /** null for a character without a glyph, which can be left out. */
  #faceFor(character: string, weight: Weight, before: Face | undefined): Face | null {
    const point = character.codePointAt(0) ?? 0
    if (character === frameOfKey) return null
    // Accents, joiners and the spaces between words use the font of the letter before them.
    if (before?.has(point) === true && (attached.test(character) || (character === ' ' && before.isOfWords)))
      return before
    const usual = usualFace(weight)
    if (usual.has(point)) return usual
    if (before?.has(point) === true) return before
    if (withoutSign.test(character)) return null
    const key = keyOf(point, weight)
    const face = found.get(key)
    if (face === undefined) this.#wanted.set(key, [point, weight])
    return face ?? usual
  }

  /**
   * Loads the fonts that the text so far needs. Returns false if none was missing.
   * @throws UnprintableCharacter
   */
  async readWanted(): Promise<boolean> {
    if (this.#wanted.size === 0) return false
    for (const [key, [point, weight]] of this.#wanted) {
      const face = found.get(key) ?? (await findFace(point, weight))
      if (face === null) throw new UnprintableCharacter(String.fromCodePoint(point))
      found.set(key, face)
    }
    this.#wanted.clear()
    return true
  }
}
