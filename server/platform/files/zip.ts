import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

export interface ZippedFile {
  name: string
  content: string | Buffer
  /** True for documents, which are already compressed. */
  isCompressed?: boolean
}

/** A file that is read when its turn comes. */
export interface StreamedFile {
  name: string
  stream: Readable
}

/** Puts all files into one archive, in this order. */
export const zip = async (files: readonly (ZippedFile | StreamedFile)[]): Promise<Buffer> => {
  const archive = new ZipFile()
  for (const file of files)
    if ('stream' in file) archive.addReadStream(file.stream, file.name)
    else archive.addBuffer(Buffer.from(file.content), file.name, { compress: file.isCompressed !== true })
  archive.end()
  return buffer(archive.outputStream)
}

/** A name that every system can unpack: no folders, and no characters that Windows refuses. */
export const zipName = (name: string): string =>
  name
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    .replace(/^\.+/, '_')
    .slice(0, 200)
