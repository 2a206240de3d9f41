/** The part of yauzl 3 that the inspection of Office files uses; the package has no types. */
declare module 'yauzl' {
  import type { Readable } from 'node:stream'

  export interface Entry {
    fileName: string
    fileNameRaw: Buffer
    relativeOffsetOfLocalHeader: number
    compressedSize: number
    uncompressedSize: number
    isEncrypted(): boolean
  }
  export interface ZipFile {
    entryCount: number
    comment: string
    eachEntry(): AsyncIterableIterator<Entry>
    openReadStreamPromise(entry: Entry): Promise<Readable>
  }
  export const fromBufferPromise: (
    content: Buffer,
    options: { lazyEntries: true; strictFileNames: true; validateEntrySizes: true },
  ) => Promise<ZipFile>
}
