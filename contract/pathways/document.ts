import { z } from 'zod'
import { endpoint, saveCall } from '../platform/calls/endpoint.ts'
import { fileReply } from '../platform/calls/file.ts'
import { existingId, requiredChoice, saved, version, versionInAddress } from '../platform/fields/fields.ts'

/** The size limits of one file, and of all files of one pathway that are not deleted (FI-1). */
export const maximumFileBytes = 10 * 1024 * 1024
export const maximumPathwayBytes = 200 * 1024 * 1024

interface FileKind {
  /** The name on screens. */
  title: string
  /** File name extensions; the first is the usual one. */
  endings: readonly string[]
  /** Media types that a sender may declare; downloads carry the first. */
  types: readonly string[]
}

/** All file types that can be uploaded (FI-1). An installation can allow fewer. */
export const fileKinds = {
  pdf: { title: 'PDF', endings: ['pdf'], types: ['application/pdf'] },
  png: { title: 'PNG', endings: ['png'], types: ['image/png'] },
  jpeg: { title: 'JPEG', endings: ['jpg', 'jpeg'], types: ['image/jpeg', 'image/pjpeg'] },
  tiff: { title: 'TIFF', endings: ['tif', 'tiff'], types: ['image/tiff'] },
  docx: {
    title: 'Word (docx)',
    endings: ['docx'],
    types: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  },
  xlsx: {
    title: 'Excel (xlsx)',
    endings: ['xlsx'],
    types: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  },
  txt: { title: 'text (txt)', endings: ['txt'], types: ['text/plain'] },
  // With Word installed, Windows declares RTF files as Word files.
  rtf: { title: 'RTF', endings: ['rtf'], types: ['application/rtf', 'text/rtf', 'application/msword'] },
} as const satisfies Record<string, FileKind>
export type FileKindName = keyof typeof fileKinds
export const fileKindNames = Object.keys(fileKinds) as FileKindName[]

/** The kind that the extension of a file name claims, or null. */
export const kindOfName = (fileName: string): FileKindName | null => {
  const ending = /\.([a-z0-9]+)$/i.exec(fileName.trim())?.[1]?.toLowerCase() ?? ''
  return fileKindNames.find((name) => (fileKinds[name].endings as readonly string[]).includes(ending)) ?? null
}

/** What to do with a HEIC photo, in the order shown. A line is shown only if the kind it produces is allowed. */
const waysFromHeic: readonly (readonly [FileKindName, string])[] = [
  ['png', 'Take a screenshot of the photo and choose that.'],
  ['jpeg', 'On a computer, open it and save it as JPEG.'],
  ['jpeg', 'For new photos on an iPhone choose Settings, Camera, Formats, Most Compatible.'],
]

const anyOf = (names: readonly FileKindName[]): string =>
  `Choose a file of one of these kinds: ${names.map((name) => fileKinds[name].title).join(', ')}`

/** Explains how to turn a HEIC photo into one of the allowed kinds. */
export const insteadOfHeic = (names: readonly FileKindName[]): string => {
  const ways = waysFromHeic.filter(([kind]) => names.includes(kind)).map(([, way]) => way)
  const format = 'This photo is in HEIC, a format of iPhones and of some other devices.'
  return [format, ...(ways.length > 0 ? ways : [anyOf(names)])].join(' ')
}
/** What to choose instead of this file, whose kind is not allowed. */
export const insteadOf = (fileName: string, names: readonly FileKindName[]): string =>
  /\.hei[cf]s?$/i.test(fileName.trim()) ? insteadOfHeic(names) : anyOf(names)
export const fileTooLarge = 'The file is larger than 10 MB. Nothing was stored.'
export const fileEmpty = 'The file is empty'

export const uploadInput = z.object({
  /** The pathway (named by the specification). */
  ParentId: existingId(),
  /** If sent, a pathway of another patient is refused (AZ-7, CS-1). */
  patientId: existingId().optional(),
  DocumentTypeId: requiredChoice('Document Type required'),
  file: z.file('File required').min(1, fileEmpty),
})

/** The upload screen: several files of one document type. */
export const uploadForm = z.object({
  DocumentTypeId: uploadInput.shape.DocumentTypeId,
  file: z.array(z.file()).min(1, 'File required'),
})

export const documentReply = z.object({
  id: z.int(),
  version: z.int(),
  /** false: deleted; a Team Lead can restore it. */
  isActive: z.boolean(),
  pathwayId: z.int(),
  documentTypeId: z.int(),
  fileName: z.string(),
  kind: z.enum(fileKindNames),
  sizeBytes: z.int(),
  /** 'checking': the virus scan has not finished, so the file cannot be downloaded yet (FI-6). */
  availability: z.enum(['available', 'checking', 'infected']),
  uploadedBy: z.string().nullable(),
  uploadedAt: z.string(),
  /** Who last deleted or restored it, and when; null if nobody has. */
  changedBy: z.string().nullable(),
  changedAt: z.string().nullable(),
  names: z.object({ documentType: z.string() }),
})
export type PathwayDocument = z.output<typeof documentReply>

/** A document, and the pathway that the screen shows it under. A document of another pathway is refused (AZ-7). */
const oneDocument = { id: existingId(), ParentId: existingId().optional() }
const changeInput = z.object({ ...oneDocument, version: version() })
const deleteByAddressInput = z.object({ ...oneDocument, version: versionInAddress() })

export const uploadDocument = endpoint({
  method: 'POST',
  path: '/api/document/upload',
  summary: 'Add a document to a referral',
  encoding: 'multipart',
  maximumFileBytes,
  input: uploadInput,
  reply: saved.extend({
    /** Present if the file could not be read as sent and was repaired without loss. The user should check it. */
    repaired: z.literal(true).optional(),
  }),
})

export const listDocuments = endpoint({
  method: 'GET',
  path: '/api/document/all',
  summary: 'The documents of a referral; for a Team Lead the deleted ones too, with includeInActive=true',
  input: z.object({ pathwayId: existingId(), includeInActive: z.enum(['true', 'false']).optional() }),
  reply: z.array(documentReply),
})

export const downloadDocument = endpoint({
  method: 'GET',
  path: '/api/document/download',
  summary: 'The file of a document, as an attachment',
  files: fileKindNames.map((name) => fileKinds[name].types[0]),
  input: z.object(oneDocument),
  reply: fileReply,
})

export const deleteDocumentByAddress = endpoint({
  method: 'GET',
  path: '/api/document/delete',
  summary: 'Delete a document, as specified; a repeat changes nothing. Prefer POST',
  input: deleteByAddressInput,
  reply: saved,
})

export const deleteDocument = saveCall({
  path: '/api/document/delete',
  summary: 'Delete a document; a Team Lead can restore it',
  input: changeInput,
})

export const restoreDocument = saveCall({
  path: '/api/document/restore',
  summary: 'Bring back a deleted document',
  input: changeInput,
})
