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
 * Returns the content as it may be stored: PDFs written again without what runs, pictures without what tells where they
 * were taken. Throws a RejectedFile that says why not. Reads what others wrote, so only the inspecting process calls it.
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
/** A PDF is written again from what was read; a zip has no room beside its parts. */
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
/** Formats that are themselves written in plain letters. */
const writtenInLetters = new Set(['pdf', 'rtf', 'xml', 'ps', 'eps'])

/** What the content is, by its own look; null for anything not allowed. */
const sniff = async (content: Buffer, claimed: FileKindName): Promise<FileKindName | null> => {
  // A zip is read by its directory, as Office reads it, and within bounds.
  if (content.subarray(0, 4).equals(zipStart)) return officeKindOf(content)
  if (claimed === 'pdf' && withoutBlanks(content).subarray(0, farthestHeader).includes('%PDF-')) return 'pdf'
  const found = await fileTypeFromBuffer(content)
  if (found?.ext === 'cfb' && (claimed === 'docx' || claimed === 'xlsx')) throw locked()
  if (found?.ext === 'heic') throw new HeicFile()
  // Plain words may begin like some picture or sound: BMI is no bitmap.
  if (isText(content) && !writtenInLetters.has(found?.ext ?? '')) return 'txt'
  return kindsByLibrary[found?.ext ?? ''] ?? null
}
/** A mail gateway may put a line in front; readers look so far (ISO 32000-2, Annex on compatibility of earlier versions). */
const farthestHeader = 1024

/** However many blank lines a program put in front. */
const withoutBlanks = (content: Buffer): Buffer =>
  content.subarray(
    Math.max(
      0,
      content.findIndex((byte) => !blanks.has(byte)),
    ),
  )
const blanks = new Set([0, 9, 10, 12, 13, 32])

const zipStart = Buffer.from('PK\u0003\u0004', 'latin1')
