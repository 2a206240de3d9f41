import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

export interface ZippedFile {
  name: string
  content: string | Buffer
  /** Documents are compressed already. */
  isCompressed?: boolean
}

/** All files in one archive, in this order. */
export const zip = async (files: readonly ZippedFile[]): Promise<Buffer> => {
  const archive = new ZipFile()
  for (const { name, content, isCompressed = false } of files)
    archive.addBuffer(Buffer.from(content), name, { compress: !isCompressed })
  archive.end()
  return buffer(archive.outputStream)
}

/** A name that every system can unpack: no folders of its own, none of the signs that Windows refuses. */
export const zipName = (name: string): string =>
  name
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    .replace(/^\.+/, '_')
    .slice(0, 200)
