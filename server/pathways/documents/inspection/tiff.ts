import { assertImageSize } from './pixels.ts'
import { tiffReader, type TiffEntry } from './tiffDirectory.ts'
import { incomplete, RejectedFile } from './rejectedFile.ts'

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
 * Checks every page of a TIFF against the limits. A TIFF with a location is refused, not rewritten: its parts refer to
 * each other by position, and scanners, which make most TIFFs, record no location.
 */
export const inspectTiff = (content: Buffer): Buffer => {
  try {
    const reader = tiffReader(content)
    if (reader === null) throw incomplete()
    const waiting = [{ at: reader.first, isPage: true }]
    const seen = new Set<number>()
    const count = counter(content.length)
    for (let here = waiting.pop(); here !== undefined; here = waiting.pop()) {
      if (seen.has(here.at) || seen.size >= mostDirectories) throw incomplete()
      seen.add(here.at)
      const { entries, next } = reader.directoryAt(here.at)
      count(entries.length)
      const byTag = new Map<number, TiffEntry>()
      for (const entry of entries) {
        // Readers differ on which of two entries with the same tag they use.
        if (byTag.has(entry.tag)) throw incomplete()
        byTag.set(entry.tag, entry)
      }
      const valuesOf = (tag: number): number[] => {
        const entry = byTag.get(tag)
        count(entry?.count ?? 0)
        return entry?.numbers() ?? []
      }
      if (here.isPage) {
        assertImageSize(valuesOf(tags.width)[0] ?? 0, valuesOf(tags.height)[0] ?? 0)
        for (const [starts, lengths] of [tags.strips, tags.tiles])
          assertWithin(content, valuesOf(starts), valuesOf(lengths))
      }
      const xmp = byTag.get(tags.xmp)?.bytes ?? Buffer.alloc(0)
      count(xmp.length / 4)
      if (byTag.has(tags.gps) || /GPS|Location/i.test(xmp.toString('latin1')))
        throw new RejectedFile('The picture says where it was taken. Save it as JPEG or PNG and upload that.')
      for (const at of valuesOf(tags.exif)) waiting.push({ at, isPage: false })
      for (const at of valuesOf(tags.subDirectories)) waiting.push({ at, isPage: true })
      if (waiting.length > mostDirectories) throw incomplete()
      if (next !== 0) waiting.push({ at: next, isPage: here.isPage })
    }
    return content
  } catch (error) {
    if (error instanceof RangeError) throw incomplete()
    throw error
  }
}

/**
 * Pages may share tables, which are read once per page: in total they may have no more values than would fit in the
 * file.
 */
const counter = (bytes: number) => {
  let left = bytes / 2
  return (values: number): void => {
    left -= values
    if (left < 0) throw incomplete()
  }
}

/** Every piece of the picture is within the file, so nothing was cut off. */
const assertWithin = (content: Buffer, starts: readonly number[], lengths: readonly number[]): void => {
  if (starts.length !== lengths.length) throw incomplete()
  if (starts.some((start, index) => start + (lengths[index] ?? 0) > content.length)) throw incomplete()
}
