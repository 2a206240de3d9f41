import type { Endpoint, InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { askFile } from './api.ts'

/** Requests a file and saves it under the name that the service gives it. Throws ApiError. */
export const download = async <E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<void> =>
  saveFile(await askFile(endpoint, input))

/** Some browsers start to read only after the click. The copy in memory must be released after that (DP-7). */
const keptForMs = 60_000

/**
 * Passes a received file to the browser to save.
 * @param name file name; by default the name that the service gave
 */
export const saveFile = (
  { file, headers }: Awaited<ReturnType<typeof askFile>>,
  name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'download',
): void => {
  // Declared as bytes to save, never to show: a page made of them would have this product's origin (FI-4).
  const address = URL.createObjectURL(new Blob([file], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), keptForMs)
}
