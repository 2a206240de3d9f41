import { crc32, inflateSync } from 'node:zlib'
import { assertImageSize } from './pixels.ts'
import { incomplete, RejectedFile } from './rejectedFile.ts'

/*
 * Copies a PNG chunk by chunk, keeping what the picture needs. Drops the location and all other texts, animation,
 * unknown chunks and whatever follows the end (FI-5).
 */

const signatureBytes = 8
const needed = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'cHRM',
  'gAMA',
  'iCCP',
  'sBIT',
  'sRGB',
  'bKGD',
  'pHYs',
  'cICP',
])
const largestProfile = 4 * 1024 * 1024

export const inspectPng = (content: Buffer): Buffer => {
  const kept: Buffer[] = [content.subarray(0, signatureBytes)]
  let pictured = false
  let profiled = false
  for (let at = signatureBytes; ;) {
    if (at + 12 > content.length) throw incomplete()
    const length = content.readUInt32BE(at)
    const next = at + 12 + length
    if (next > content.length) throw incomplete()
    const name = content.toString('latin1', at + 4, at + 8)
    const data = content.subarray(at + 8, next - 4)
    if (crc32(content.subarray(at + 4, next - 4)) !== content.readUInt32BE(next - 4)) throw incomplete()
    if ((at === signatureBytes) !== (name === 'IHDR')) throw incomplete()
    if (name === 'IHDR') {
      if (length !== 13) throw incomplete()
      assertImageSize(data.readUInt32BE(0), data.readUInt32BE(4))
    }
    pictured ||= name === 'IDAT'
    if (needed.has(name)) {
      // Each profile has to be unpacked, and the standard allows only one.
      const isSecondProfile = name === 'iCCP' && profiled
      profiled ||= name === 'iCCP'
      if (!isSecondProfile && (name !== 'iCCP' || isModestProfile(data)))
        kept.push(content.subarray(at, next))
    } else if (/^[A-Z]/.test(name)) {
      throw new RejectedFile('The picture is of a newer kind of PNG. Save it as JPEG and upload that.')
    }
    if (name === 'IEND') break
    at = next
  }
  if (!pictured) throw incomplete()
  return Buffer.concat(kept)
}

/** A colour profile is dropped if it cannot be unpacked, or unpacks to far more than a profile needs. */
const isModestProfile = (data: Buffer): boolean => {
  const nameEnd = data.indexOf(0)
  try {
    return (
      nameEnd > 0 && inflateSync(data.subarray(nameEnd + 2), { maxOutputLength: largestProfile }).length > 0
    )
  } catch (error) {
    if (error instanceof RangeError || (error as NodeJS.ErrnoException).code?.startsWith('Z_')) return false
    throw error
  }
}
