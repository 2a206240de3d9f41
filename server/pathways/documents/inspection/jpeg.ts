import { orientationOf } from './exif.ts'
import { assertImageSize } from './pixels.ts'
import { incomplete } from './rejectedFile.ts'

/*
 * Copies a JPEG part by part, keeping only what the picture needs. Drops camera data with the location, comments,
 * thumbnails, second pictures and whatever follows the end (FI-5). Keeps the orientation of the camera, or the picture
 * would lie on its side.
 */

const start = 0xd8
const end = 0xd9
const scan = 0xda
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const isApplication = (marker: number): boolean => marker >= 0xe0 && marker <= 0xef
const comment = 0xfe
const startsWith = (data: Buffer, text: string): boolean => data.toString('latin1', 0, text.length) === text

export const inspectJpeg = (content: Buffer): Buffer => {
  const kept: Buffer[] = [Buffer.from([0xff, start])]
  let at = 2
  let framed = false
  let oriented = false
  for (;;) {
    if (content[at] !== 0xff) throw incomplete()
    while (content[at] === 0xff) at += 1
    const marker = content[at] ?? 0
    at += 1
    if (marker === end) break
    if (marker === start || at + 2 > content.length) throw incomplete()
    const length = content.readUInt16BE(at)
    const data = content.subarray(at + 2, at + length)
    if (length < 2 || at + length > content.length) throw incomplete()
    at += length
    if (isFrame(marker)) {
      if (data.length < 6) throw incomplete()
      assertImageSize(data.readUInt16BE(3), data.readUInt16BE(1))
      framed = true
    }
    if (marker === 0xe1 && startsWith(data, 'Exif\0\0') && !oriented) {
      const orientation = orientationOf(data.subarray(6))
      if (orientation > 1) kept.push(segment(marker, orientationOnly(orientation)))
      oriented = true
    }
    const needed = neededOf(marker, data)
    if (needed !== null) kept.push(segment(marker, needed))
    if (marker === scan) {
      if (!framed) throw incomplete()
      const next = endOfScan(content, at)
      kept.push(content.subarray(at, next))
      at = next
    }
  }
  if (!framed) throw incomplete()
  return Buffer.concat([...kept, Buffer.from([0xff, end])])
}

/** The bytes of a part that the picture needs; null for none. */
const neededOf = (marker: number, data: Buffer): Buffer | null => {
  if (marker === comment) return null
  if (!isApplication(marker)) return data
  // The JFIF part without its thumbnail.
  if (marker === 0xe0 && startsWith(data, 'JFIF\0') && data.length >= 14)
    return Buffer.concat([data.subarray(0, 12), Buffer.from([0, 0])])
  if (marker === 0xe2 && startsWith(data, 'ICC_PROFILE\0')) return data
  if (marker === 0xee && startsWith(data, 'Adobe')) return data.subarray(0, 12)
  return null
}

const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

/** An Exif part with only the orientation (TIFF tag 0x0112, one SHORT). */
const orientationOnly = (orientation: number): Buffer =>
  Buffer.concat([
    Buffer.from('Exif\0\0MM\0*\0\0\0\u0008\0\u0001\u0001\u0012\0\u0003\0\0\0\u0001\0', 'latin1'),
    Buffer.from([orientation, 0, 0, 0, 0, 0, 0]),
  ])

/** Where the coded picture data end: at the next marker that is neither a stuffed byte nor a restart. */
const endOfScan = (content: Buffer, from: number): number => {
  for (let at = content.indexOf(0xff, from); at !== -1; at = content.indexOf(0xff, at + 1)) {
    const next = content[at + 1]
    if (next === undefined) break
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  throw incomplete()
}
