import { z } from 'zod'

/** A reply that is a file: its media type, its bytes, and the name it is saved under; null is shown, not saved. */
export interface FileReply {
  type: string
  name: string | null
  body: string | Uint8Array
  /** Content and name came from a person, so nothing in them is trusted (FI-4). */
  isUploaded?: true
}

export const fileReply = z.custom<FileReply>()

export const mediaTypes = {
  html: 'text/html; charset=utf-8',
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** Several files in one. */
export const zipType = 'application/zip'
