import { fileTypeFromBuffer } from 'file-type'
import { fileKinds, kindOfName, kindsAllowed, type FileKindName } from '../../../contract/document.ts'
import { FieldFailure } from '../../errors.ts'
import { cleanFileName } from '../fileName.ts'
import { inspectJpeg } from './jpeg.ts'
import { inspectOffice, officeKindOf } from './office.ts'
import { inspectPdf } from './pdf.ts'
import { inspectPng } from './png.ts'
import { inspectRtf } from './rtf.ts'
import { hidesAnother } from './secondFile.ts'
import { inspectText, isText } from './text.ts'
import { inspectTiff } from './tiff.ts'
import { locked, twoInOne, Unwelcome } from './unwelcome.ts'

export interface InspectedFile {
  kind: FileKindName
  /** For display only. */
  fileName: string
  /** As it may be stored: pictures without what tells where they were taken. */
  content: Buffer
}

/**
 * Takes a file only when its name, its declared type and its content agree on one of the allowed kinds, and the content
 * keeps the rules of that kind (trust FI-1, FI-5). Throws a FieldFailure that says why not.
 */
export const inspectFile = async (file: File, allowed: readonly FileKindName[]): Promise<InspectedFile> => {
  try {
    const fileName = cleanFileName(file.name)
    const kind = kindOfName(fileName)
    if (kind === null || !allowed.includes(kind)) throw new Unwelcome(kindsAllowed(allowed))
    const content = Buffer.from(await file.arrayBuffer())
    if (!agrees(file.type, kind) || (await sniff(content, kind)) !== kind) throw misnamed(kind)
    const inspected = await inspectors[kind](content, kind)
    if (kind !== 'docx' && kind !== 'xlsx' && hidesAnother(inspected, kind)) throw twoInOne()
    return { kind, fileName, content: inspected }
  } catch (error) {
    if (error instanceof Unwelcome) throw new FieldFailure({ file: error.message })
    throw error
  }
}

const inspectors: Record<FileKindName, (content: Buffer, kind: FileKindName) => Buffer | Promise<Buffer>> = {
  pdf: inspectPdf,
  png: inspectPng,
  jpeg: inspectJpeg,
  tiff: inspectTiff,
  docx: inspectOffice,
  xlsx: inspectOffice,
  txt: inspectText,
  rtf: inspectRtf,
}

/** A sender that knows no type declares none, or plain bytes; any other declaration counts. */
const declaresNothing = new Set(['', 'application/octet-stream'])

const agrees = (declared: string, kind: FileKindName): boolean => {
  const type = declared.toLowerCase().split(';')[0]?.trim() ?? ''
  return declaresNothing.has(type) || (fileKinds[kind].types as readonly string[]).includes(type)
}

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
  const found = await fileTypeFromBuffer(content)
  if (found?.ext === 'cfb' && (claimed === 'docx' || claimed === 'xlsx')) throw locked()
  // Plain words may begin like some picture or sound: BMI is no bitmap.
  if (isText(content) && !writtenInLetters.has(found?.ext ?? '')) return 'txt'
  return kindsByLibrary[found?.ext ?? ''] ?? null
}
const zipStart = Buffer.from('PK\u0003\u0004', 'latin1')

const misnamed = (kind: FileKindName): Unwelcome =>
  new Unwelcome(
    `The content of the file is not ${fileKinds[kind].title}, as its name or type says. Nothing was stored.`,
  )
