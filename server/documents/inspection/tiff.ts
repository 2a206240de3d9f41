import { demandModestPixels } from './pixels.ts'
import { tiffReader } from './tiffDirectory.ts'
import { incomplete, Unwelcome } from './unwelcome.ts'

const tags = {
  width: 256,
  height: 257,
  strips: [273, 279],
  tiles: [324, 325],
  subDirectories: 330,
  xmp: 700,
  exif: 34665,
  gps: 34853,
} as const
const mostDirectories = 500

/**
 * Every page of a TIFF within bounds. One that says where it was taken is refused rather than rewritten: its parts point
 * at each other by position, and scanners, which make most TIFFs, know no place.
 */
export const inspectTiff = (content: Buffer): Buffer => {
  try {
    const reader = tiffReader(content)
    if (reader === null) throw incomplete()
    const waiting = [{ at: reader.first, isPage: true }]
    const seen = new Set<number>()
    for (let here = waiting.pop(); here !== undefined; here = waiting.pop()) {
      if (seen.has(here.at) || seen.size >= mostDirectories) throw incomplete()
      seen.add(here.at)
      const { entries, next } = reader.directoryAt(here.at)
      const valuesOf = (tag: number) => entries.find((entry) => entry.tag === tag)?.numbers() ?? []
      if (here.isPage) {
        demandModestPixels(valuesOf(tags.width)[0] ?? 0, valuesOf(tags.height)[0] ?? 0)
        for (const [starts, lengths] of [tags.strips, tags.tiles])
          demandWithin(content, valuesOf(starts), valuesOf(lengths))
      }
      const xmp = entries.find(({ tag }) => tag === tags.xmp)?.bytes.toString('latin1') ?? ''
      if (entries.some(({ tag }) => tag === tags.gps) || /GPS|Location/i.test(xmp))
        throw new Unwelcome('The picture says where it was taken. Save it as JPEG or PNG and upload that.')
      waiting.push(...valuesOf(tags.exif).map((at) => ({ at, isPage: false })))
      waiting.push(...valuesOf(tags.subDirectories).map((at) => ({ at, isPage: true })))
      if (next !== 0) waiting.push({ at: next, isPage: here.isPage })
    }
    return content
  } catch (error) {
    if (error instanceof RangeError) throw incomplete()
    throw error
  }
}

/** Every piece of the picture lies in the file: none was cut off. */
const demandWithin = (content: Buffer, starts: readonly number[], lengths: readonly number[]): void => {
  if (starts.length !== lengths.length) throw incomplete()
  if (starts.some((start, index) => start + (lengths[index] ?? 0) > content.length)) throw incomplete()
}
