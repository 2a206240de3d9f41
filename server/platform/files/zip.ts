import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

export interface ZippedFile {
  name: string
  content: string | Buffer
  /** True for documents, which are already compressed. */
  isCompressed?: boolean
}

/** Puts all files into one archive, in this order. */
export const zip = async (files: readonly ZippedFile[]): Promise<Buffer> => {
  const archive = new ZipFile()
  for (const { name, content, isCompressed = false } of files)
    archive.addBuffer(Buffer.from(content), name, { compress: !isCompressed })
  archive.end()
  return buffer(archive.outputStream)
}

/** A name that every system can unpack: no folders, and no characters that Windows refuses. */
export const zipName = (name: string): string =>
  name
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    .replace(/^\.+/, '_')
    .slice(0, 200)
