import { z } from 'zod'

/**
 * A reply that is a file: its media type, its bytes and the name to save it under. With the name null, the browser
 * shows the file instead of saving it.
 */
export interface FileReply {
  type: string
  name: string | null
  body: string | Uint8Array
  /** A person supplied the content and the name, so neither is trusted (FI-4). */
  isUploaded?: true
}

export const fileReply = z.custom<FileReply>()

export const mediaTypes = {
  html: 'text/html; charset=utf-8',
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** An archive of several files. */
export const zipType = 'application/zip'
