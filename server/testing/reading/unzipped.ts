import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

/** The files of an archive, by name, as another reader finds them. */
export const unzipped = async (body: unknown): Promise<Map<string, Buffer>> => {
  const archive = await fromBufferPromise(body as Buffer, {
    lazyEntries: true,
    strictFileNames: true,
    validateEntrySizes: true,
  })
  const files = new Map<string, Buffer>()
  for await (const entry of archive.eachEntry())
    files.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)))
  return files
}
