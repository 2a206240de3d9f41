import type { Endpoint, InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { askFile } from './api.ts'

/** Asks for a file and saves it under the name that the service gives it. Throws ApiError. */
export const download = async <E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<void> =>
  saveFile(await askFile(endpoint, input))

/** Some browsers begin to read only after the click; after that the copy in memory must go (DP-7). */
const keptForMs = 60_000

/** Hands a file that has come to the browser to be saved. @param name what it is called; as the service says unless given */
export const saveFile = (
  { file, headers }: Awaited<ReturnType<typeof askFile>>,
  name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'download',
): void => {
  // Bytes to save and never to show: a page made of them would be of this product's origin (FI-4).
  const address = URL.createObjectURL(new Blob([file], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), keptForMs)
}
