import type { Endpoint, InputOf } from '../contract/endpoint.ts'
import { askFile } from './api.ts'

/** Asks for a file and saves it under the name that the service gives it. Throws ApiError. */
export const download = async <E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<void> =>
  saveFile(await askFile(endpoint, input))

/** Saves a file that has come, under the name that the service gave it. */
export const saveFile = ({ file, headers }: Awaited<ReturnType<typeof askFile>>): void => {
  const name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'download'
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has begun to save by the next turn; after that the copy in memory must go (DP-7).
  setTimeout(() => URL.revokeObjectURL(address), 1000)
}
