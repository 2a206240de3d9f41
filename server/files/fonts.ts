import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create } from 'fontkit'

/*
 * The fonts of printed reports: Source Sans 3 comes in one file for each script, so a text is cut into runs, each of
 * one file. They are read from the installed package when the first report is printed; nothing else is ever read.
 */

const scripts = [
  'latin',
  'latin-ext',
  'vietnamese',
  'greek',
  'greek-ext',
  'cyrillic',
  'cyrillic-ext',
] as const
export type Weight = 400 | 600

interface Face {
  /** Name under which a document knows it. */
  name: string
  file: Buffer
  has: ReadonlySet<number>
}

const read = (script: string, weight: Weight): Face => {
  const path = `@fontsource/source-sans-3/files/source-sans-3-${script}-${weight}-normal.woff`
  const file = readFileSync(fileURLToPath(import.meta.resolve(path)))
  return { name: `${script}-${weight}`, file, has: new Set(create(file).characterSet) }
}

let faces: Record<Weight, Face[]> | null = null
export const facesOf = (weight: Weight): Face[] => {
  faces ??= {
    400: scripts.map((script) => read(script, 400)),
    600: scripts.map((script) => read(script, 600)),
  }
  return faces[weight]
}

export interface Run {
  face: Face
  text: string
}

/** Replaces a character that none of the fonts has, such as a Chinese one. */
const unknownCharacter = '?'

/** The text in pieces that one font file can draw. */
export const runsOf = (text: string, weight: Weight): Run[] => {
  const [first, ...others] = facesOf(weight)
  if (first === undefined) throw new Error('There is no font')
  const runs: Run[] = []
  for (const character of text.normalize('NFC')) {
    const point = character.codePointAt(0) ?? 0
    const last = runs.at(-1)
    const face = [last?.face ?? first, first, ...others].find(({ has }) => has.has(point)) ?? null
    const printed = face === null ? unknownCharacter : character
    const used = face ?? first
    if (last?.face === used) last.text += printed
    else runs.push({ face: used, text: printed })
  }
  return runs
}
