import { fileTypeFromBuffer } from 'file-type'
import type { FileKindName } from '../../../../contract/pathways/document.ts'
import type { Inspected } from './inspected.ts'
import { inspectJpeg } from './jpeg.ts'
import { inspectOffice, officeKindOf } from './office.ts'
import { inspectPdf } from './pdf.ts'
import { inspectPng } from './png.ts'
import { inspectRtf } from './rtf.ts'
import { hidesAnother } from './polyglot.ts'
import { inspectText, isText } from './text.ts'
import { inspectTiff } from './tiff.ts'
import { HeicFile, locked, misnamed, twoInOne } from './rejectedFile.ts'

/**
 * Returns the content as it may be stored: PDFs rewritten without active content, pictures without location data.
 * Throws a RejectedFile with the reason. Only the inspecting process calls this, because it parses untrusted input.
 */
export const inspectContent = async (content: Buffer, kind: FileKindName): Promise<Inspected> => {
  if ((await sniff(content, kind)) !== kind) throw misnamed(kind)
  if (kind === 'pdf') return inspectPdf(content)
  const inspected = await inspectors[kind](content, kind)
  if (mayHide.has(kind) && hidesAnother(inspected, kind)) throw twoInOne()
  return { content: inspected, isRepaired: false }
}

const inspectors: Record<
  Exclude<FileKindName, 'pdf'>,
  (content: Buffer, kind: FileKindName) => Buffer | Promise<Buffer>
> = {
  png: inspectPng,
  jpeg: inspectJpeg,
  tiff: inspectTiff,
  docx: inspectOffice,
  xlsx: inspectOffice,
  txt: inspectText,
  rtf: inspectRtf,
}
/**
 * Kinds in which another file can hide. A PDF is rewritten from what was read, and a zip may have no gaps beside its
 * parts.
 */
const mayHide = new Set<FileKindName>(['png', 'jpeg', 'tiff', 'txt', 'rtf'])

const kindsByLibrary: Record<string, FileKindName> = {
  pdf: 'pdf',
  png: 'png',
  apng: 'png',
  jpg: 'jpeg',
  tif: 'tiff',
  docx: 'docx',
  xlsx: 'xlsx',
  rtf: 'rtf',
}
/** Formats that are themselves plain text. */
const writtenInLetters = new Set(['pdf', 'rtf', 'xml', 'ps', 'eps'])

/** The kind of the content, judged by the content alone; null for anything not allowed. */
const sniff = async (content: Buffer, claimed: FileKindName): Promise<FileKindName | null> => {
  // A zip is read through its directory, as Office reads it, and within limits.
  if (content.subarray(0, 4).equals(zipStart)) return officeKindOf(content)
  if (claimed === 'pdf' && withoutBlanks(content).subarray(0, farthestHeader).includes('%PDF-')) return 'pdf'
  const found = await fileTypeFromBuffer(content)
  if (found?.ext === 'cfb' && (claimed === 'docx' || claimed === 'xlsx')) throw locked()
  if (found?.ext === 'heic') throw new HeicFile()
  // Plain text may start like a picture or sound format: "BM", as in BMI, also starts a bitmap.
  if (isText(content) && !writtenInLetters.has(found?.ext ?? '')) return 'txt'
  return kindsByLibrary[found?.ext ?? ''] ?? null
}
/**
 * A mail gateway may insert a line at the start. Readers look this far (ISO 32000-2, Annex on compatibility of earlier
 * versions).
 */
const farthestHeader = 1024

/** Removes blanks at the start, however many a program wrote. */
const withoutBlanks = (content: Buffer): Buffer =>
  content.subarray(
    Math.max(
      0,
      content.findIndex((byte) => !blanks.has(byte)),
    ),
  )
const blanks = new Set([0, 9, 10, 12, 13, 32])

const zipStart = Buffer.from('PK\u0003\u0004', 'latin1')
