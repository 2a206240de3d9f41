import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { ImportProblem } from './problem.ts'

/*
 * A file that is read in the wrong encoding is imported with “ZoÃ«” for “Zoë”, in every row and without an error. So
 * all of its bytes are compared with the encoding in the mapping before anything is read.
 */

export const encodings = ['utf-8', 'windows-1252', 'utf-16le'] as const
export type Encoding = (typeof encodings)[number]

const marks: readonly [bytes: readonly number[], written: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]
/** How files begin that are not text. */
const others: readonly (readonly number[])[] = [
  // ZIP, and so an Excel or LibreOffice workbook; an old workbook; PDF; gzip.
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
  [0x1f, 0x8b],
]
const beginsWith = (bytes: Buffer, beginning: readonly number[]): boolean =>
  beginning.every((byte, at) => bytes[at] === byte)

/** Bytes that are undefined in Windows-1252. */
const noLetter = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

/** A file on disk by its path, or an uploaded one whose bytes are in memory. */
export type CsvSource = string | { name: string; parts: readonly Buffer[] }

export const nameOfSource = (source: CsvSource): string =>
  typeof source === 'string' ? basename(source) : source.name

interface Seen {
  beginning: Buffer
  bytes: number
  /** At even and odd positions: in UTF-16 every other byte of Western text is zero. */
  zeros: [even: number, odd: number]
  hasHigh: boolean
  hasNoLetter: boolean
  isUtf8: boolean
  isUtf16: boolean
}

/** @throws ImportProblem if the bytes are not in the encoding. It names the encoding that they are probably in. */
export const assertEncoding = async (source: CsvSource, encoding: Encoding): Promise<void> => {
  const seen = await lookAt(source)
  if (seen.bytes === 0) return
  const name = nameOfSource(source)
  if (others.some((beginning) => beginsWith(seen.beginning, beginning)))
    throw new ImportProblem([
      `${name} is not written in ${encoding}: it is a workbook, an archive or another file that is not text. Save it as CSV in UTF-8.`,
    ])
  const likely = likelyOf(seen)
  const contradicts: Record<Encoding, boolean> = {
    'utf-8': !seen.isUtf8 || likely.startsWith('utf-16'),
    // Windows-1252 text with characters above 127 is never valid UTF-8 by chance.
    'windows-1252': seen.hasNoLetter || likely.startsWith('utf-16') || (seen.isUtf8 && seen.hasHigh),
    'utf-16le': !seen.isUtf16 || likely !== 'utf-16le',
  }
  if (!contradicts[encoding]) return
  throw new ImportProblem([`${name} is not written in ${encoding}: ${adviceFor(likely, encoding)}`])
}

/** The encoding that the bytes look like, for a file of which nobody says how it is written. */
export const likelyEncoding = async (source: CsvSource): Promise<Encoding> => {
  const likely = likelyOf(await lookAt(source))
  return encodings.find((encoding) => encoding === likely) ?? 'utf-8'
}

const adviceFor = (likely: string, said: Encoding): string => {
  if (likely === 'utf-16be')
    return 'the two bytes of each letter are in reverse order (UTF-16 big-endian). Save it as CSV in UTF-8.'
  if (likely === said)
    return 'some of its bytes are not valid in that encoding. Export it again as CSV in UTF-8.'
  return `its bytes look like ${likely}. Set "encoding": "${likely}" in the mapping, and check a name with an accent in the dry run.`
}

const likelyOf = ({ beginning, bytes, zeros: [even, odd], isUtf8 }: Seen): string => {
  const mark = marks.find(([known]) => beginsWith(beginning, known))
  if (mark !== undefined) return mark[1]
  if (odd * 4 > bytes) return 'utf-16le'
  if (even * 4 > bytes) return 'utf-16be'
  return isUtf8 ? 'utf-8' : 'windows-1252'
}

const lookAt = async (source: CsvSource): Promise<Seen> => {
  const seen: Seen = {
    ...{ beginning: Buffer.alloc(0), bytes: 0, zeros: [0, 0] },
    ...{ hasHigh: false, hasNoLetter: false, isUtf8: true, isUtf16: true },
  }
  const utf8 = decoding('utf-8')
  const utf16 = decoding('utf-16le')
  for await (const bytes of bytesOf(source)) {
    if (seen.bytes === 0) seen.beginning = bytes.subarray(0, 4)
    for (const [at, byte] of bytes.entries()) {
      if (byte === 0) seen.zeros[(seen.bytes + at) % 2 === 0 ? 0 : 1] += 1
      else if (byte > 127) {
        seen.hasHigh = true
        if (noLetter.has(byte)) seen.hasNoLetter = true
      }
    }
    seen.bytes += bytes.length
    seen.isUtf8 &&= utf8(bytes)
    seen.isUtf16 &&= utf16(bytes)
  }
  seen.isUtf8 &&= utf8()
  seen.isUtf16 &&= utf16()
  return seen
}

/**
 * Whether the bytes, together with those before, can be decoded. Without bytes: whether the input ends at the end of a
 * character.
 */
const decoding = (encoding: Encoding): ((bytes?: Buffer) => boolean) => {
  const decoder = new TextDecoder(encoding, { fatal: true })
  return (bytes) => {
    try {
      decoder.decode(bytes, { stream: bytes !== undefined })
      return true
    } catch {
      return false
    }
  }
}

/** The text of a file whose encoding was checked. */
export async function* textOf(source: CsvSource, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const bytes of bytesOf(source)) yield decoder.decode(bytes, { stream: true })
  yield decoder.decode()
}

async function* bytesOf(source: CsvSource): AsyncGenerator<Buffer> {
  if (typeof source !== 'string') {
    yield* source.parts
    return
  }
  try {
    yield* createReadStream(source) as AsyncIterable<Buffer>
  } catch (error) {
    const { code } = error as { code?: string }
    if (code !== 'ENOENT' && code !== 'EACCES' && code !== 'EISDIR') throw error
    throw new ImportProblem([`${source} cannot be read: check the name and your right to read it.`])
  }
}

const windows1252 = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
    (letter, byte) => [letter, byte],
  ),
)
const beyondAscii = /[^\0-\x7F]{2,}/g
/** Western characters beyond ASCII: accented letters, dashes, quotation marks, the euro. */
const western = /^[\u00A0-\u017F\u2010-\u2026\u20AC]+$/

/** Whether another program decoded the text wrongly before it came here: “ZoÃ«” in a valid UTF-8 file. */
export const isMisread = (text: string): boolean =>
  (text.match(beyondAscii) ?? []).some((letters) => {
    const bytes = [...letters].map((letter) => windows1252.get(letter))
    if (bytes.includes(undefined)) return false
    try {
      const meant = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes as number[]))
      return western.test(meant)
    } catch {
      return false
    }
  })
