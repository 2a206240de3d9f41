import {
  addListPart,
  partBytes,
  startListUpload,
} from '../../../contract/exchange/caseFinding/caseFinding.ts'
import { call } from '../../platform/calls/api.ts'

/** Bytes as base64, in pieces that a call of a function can take. */
const base64Of = (bytes: Uint8Array): string => {
  let text = ''
  for (let from = 0; from < bytes.length; from += 8192)
    text += String.fromCharCode(...bytes.subarray(from, from + 8192))
  return btoa(text)
}

/**
 * Uploads a file as it is, because the server finds out in which encoding it is written. Returns the id of the upload.
 */
export const uploadList = async (
  file: File,
  onProgress: (done: number, all: number) => void,
): Promise<number> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { id } = await call(startListUpload, {})
  const parts = Math.ceil(bytes.length / partBytes)
  for (let part = 1; part <= parts; part += 1) {
    onProgress(part - 1, parts)
    const piece = bytes.subarray((part - 1) * partBytes, part * partBytes)
    await call(addListPart, { id, part, bytes: base64Of(piece) })
  }
  onProgress(parts, parts)
  return id
}
