import { findFace, usualFace, type Face, type Weight } from './fontFiles.ts'
import { UnprintableCharacter } from './unprintable.ts'
import { hasDirection, visualRuns, type DirectedRun } from './textDirection.ts'

export interface WeightedText {
  text: string
  weight: Weight
}

/** A piece of a text that is drawn at once, in the order from left to right. */
export interface Run {
  face: Face
  weight: Weight
  /** As the font is asked to draw it. */
  text: string
  /** As it was typed, where signs stand in another order or for several letters; null where a reader can tell from the signs. */
  actual: string | null
}

/** Accents that are signs of their own, and scripts whose vowel signs may stand before the consonant that they follow. */
const reordering =
  /[\p{M}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Thai}\p{Script=Lao}]/u

const attached = /^[\p{M}\p{Join_Control}]$/u

/** Joiners, variation selectors and marks of direction: without a sign of their own. */
const withoutSign = /^\p{Default_Ignorable_Code_Point}$/u

/** Makes a key of a figure, on telephones. Another font than that of the figure would draw it over the figure. */
const frameOfKey = '\u20e3'

/** A font turns round the letters of its script, and not signs that have none, such as brackets. */
const turnedRound = (run: Run): Run =>
  hasDirection(run.text) ? run : { ...run, text: Array.from(run.text).toReversed().join('') }

const keyOf = (point: number, weight: Weight): string => `${weight} ${point}`
const found = new Map<string, Face | null>()

/** The fonts of one document, which are read when its text has first been looked through. */
export class Fonts {
  readonly #wanted = new Map<string, [point: number, weight: Weight]>()

  /** The text in pieces that one font can draw. Until `readWanted`, what is not read yet is measured and drawn as something else. */
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

  /** null for a character that has no sign and is not needed. */
  #faceFor(character: string, weight: Weight, before: Face | undefined): Face | null {
    const point = character.codePointAt(0) ?? 0
    if (character === frameOfKey) return null
    // Accents, joiners and the spaces between words belong to the letter before them.
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
   * Reads the fonts that the texts so far want; false where none was missing.
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
