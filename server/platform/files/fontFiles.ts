import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import subsetFont from 'subset-font'
import { shaperOf } from './shaping.ts'

/*
 * The font files for every PDF: Source Sans 3 as a whole and, for characters it lacks, the Noto fonts in slices of a
 * few hundred characters. A slice is read when a text first needs one of its characters. All files come from installed
 * packages.
 */

export type Weight = 400 | 600

/** A font to draw with, under a unique name. */
export interface Face {
  name: string
  font: Font
  has: (point: number) => boolean
  /** Whether its glyphs are letters that form words, as opposed to symbols. */
  isOfWords: boolean
}

interface Slice {
  path: string
  /** First and last code points of each range. The font may lack some of the characters. */
  ranges: readonly (readonly [number, number])[]
}

const usual = { 400: '400Regular/SourceSans3_400Regular.ttf', 600: '600SemiBold/SourceSans3_600SemiBold.ttf' }

/** In order of preference. Han characters shared by several languages are drawn as in mainland China. */
const families = [
  '@fontsource/noto-sans-math',
  '@fontsource-variable/noto-sans-symbols',
  '@fontsource/noto-sans-symbols-2',
  // Draws a letter and its dots as one glyph, so that text can be extracted from the PDF. Noto, used for rarer letters,
  // does not.
  '@fontsource-variable/vazirmatn',
  '@fontsource-variable/noto-sans-arabic',
  '@fontsource-variable/noto-sans-hebrew',
  '@fontsource-variable/noto-sans-devanagari',
  '@fontsource-variable/noto-sans-bengali',
  '@fontsource-variable/noto-sans-gujarati',
  '@fontsource-variable/noto-sans-gurmukhi',
  '@fontsource-variable/noto-sans-tamil',
  '@fontsource-variable/noto-sans-telugu',
  '@fontsource-variable/noto-sans-kannada',
  '@fontsource-variable/noto-sans-malayalam',
  '@fontsource-variable/noto-sans-sinhala',
  '@fontsource-variable/noto-sans-thai',
  '@fontsource-variable/noto-sans-lao',
  '@fontsource-variable/noto-sans-khmer',
  '@fontsource-variable/noto-sans-myanmar',
  '@fontsource-variable/noto-sans-armenian',
  '@fontsource-variable/noto-sans-georgian',
  '@fontsource-variable/noto-sans-ethiopic',
  '@fontsource-variable/noto-sans-sc',
  '@fontsource-variable/noto-sans-jp',
  '@fontsource-variable/noto-sans-tc',
  '@fontsource-variable/noto-sans-kr',
  '@fontsource-variable/noto-emoji',
] as const

/** A single file for all of mathematics, which its package labels Latin. */
const mathematics = { family: '@fontsource/noto-sans-math', ranges: 'U+2000-2BFF,U+1D400-1D7FF' }

const pathOf = (file: string): string => fileURLToPath(import.meta.resolve(file))

const rangesIn = (listed: string): Slice['ranges'] =>
  listed.split(',').map((range) => {
    const [from = '', to = from] = range.trim().slice(2).split('-')
    return [parseInt(from, 16), parseInt(to, 16)] as const
  })

const slicesOf = (family: (typeof families)[number]): Slice[] => {
  const listed = JSON.parse(readFileSync(pathOf(`${family}/unicode.json`), 'utf8')) as Record<string, string>
  const [scope = '', name = ''] = family.split('/')
  const axis = scope === '@fontsource-variable' ? 'wght' : '400'
  return Object.entries(listed).map(([slice, ranges]) => ({
    // The names of numbered slices have brackets.
    path: `${family}/files/${name}-${slice.replaceAll(/[[\]]/g, '')}-${axis}-normal.woff2`,
    ranges: rangesIn(family === mathematics.family ? mathematics.ranges : ranges),
  }))
}

let slices: Slice[] | null = null
const slicesFor = (point: number): Slice[] => {
  slices ??= families.flatMap(slicesOf)
  return slices.filter(({ ranges }) => ranges.some(([from, to]) => from <= point && point <= to))
}

const faceOf = (name: string, file: Buffer): Face => {
  const font = create(file)
  font.layout = shaperOf(file, (glyph) => font.getGlyph(glyph).advanceWidth)
  const points = new Set(font.characterSet)
  return { name, font, has: (point) => points.has(point), isOfWords: !/emoji|math|symbols/.test(name) }
}

const usualFaces: Partial<Record<Weight, Face>> = {}
/** Source Sans 3: Latin, Greek, Cyrillic, and the usual mathematical signs, arrows, superscripts and subscripts. */
export const usualFace = (weight: Weight): Face =>
  (usualFaces[weight] ??= faceOf(
    `source-sans-3 ${weight}`,
    readFileSync(pathOf(`@expo-google-fonts/source-sans-3/${usual[weight]}`)),
  ))

const loaded = new Map<string, Promise<Face>>()

/** pdfkit embeds neither WOFF2 nor variable fonts, so a slice is converted to a static TrueType font of one weight. */
const load = async ({ path }: Slice, weight: Weight): Promise<Face> => {
  const file = await readFile(pathOf(path))
  const characters = String.fromCodePoint(...create(file).characterSet)
  const plain = await subsetFont(file, characters, {
    targetFormat: 'truetype',
    ...(path.includes('-wght-') && { variationAxes: { wght: weight } }),
  })
  return faceOf(`${path} ${weight}`, plain)
}

/** The first font that has the character; null if none has. */
export const findFace = async (point: number, weight: Weight): Promise<Face | null> => {
  for (const slice of slicesFor(point)) {
    const key = `${slice.path} ${weight}`
    const known = loaded.get(key) ?? load(slice, weight)
    loaded.set(key, known)
    const face = await known
    if (face.has(point)) return face
  }
  return null
}
