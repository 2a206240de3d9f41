import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { incomplete, locked, twoInOne, RejectedFile, unpacksTooFar } from './rejectedFile.ts'

/** The parts of an Office file, by name in lower case. */
export interface OfficePackage {
  entries: ReadonlyMap<string, Entry>
  /** The unpacked bytes of a part. Fails if their number differs from the size in the directory. */
  read: (entry: Entry) => AsyncIterable<unknown>
}

const mostEntries = 2_000
const mostUnpackedBytes = 100 * 1024 * 1024

/**
 * The parts of a zip, within limits that are checked against its directory before anything is unpacked (FI-5). Refuses
 * encrypted parts, duplicate names, and gaps beside the parts, where another reader could find another file.
 */
export const openPackage = async (content: Buffer): Promise<OfficePackage> => {
  try {
    const zip = await fromBufferPromise(content, {
      lazyEntries: true,
      strictFileNames: true,
      validateEntrySizes: true,
    })
    const entries = await promisedEntries(zip)
    requireNoRoom(content, zip, entries)
    const named = new Map<string, Entry>()
    for (const entry of entries) {
      const name = entry.fileName.toLowerCase()
      // Another reader might use the second of two names that differ only in case or encoding.
      if (named.has(name) || entry.fileName !== entry.fileNameRaw.toString('latin1')) throw incomplete()
      named.set(name, entry)
    }
    return { entries: named, read: (entry) => partOf(zip, entry) }
  } catch (error) {
    throw understood(error)
  }
}

const partOf = async function* (zip: ZipFile, entry: Entry): AsyncGenerator<unknown> {
  try {
    yield* await zip.openReadStreamPromise(entry)
  } catch (error) {
    throw understood(error)
  }
}

/** yauzl and zlib only fail because of the content they read. */
const understood = (error: unknown): RejectedFile => (error instanceof RejectedFile ? error : incomplete())

const promisedEntries = async (zip: ZipFile): Promise<Entry[]> => {
  if (zip.entryCount > mostEntries) throw unpacksTooFar()
  const entries: Entry[] = []
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    entries.push(entry)
    unpacked += entry.uncompressedSize
    if (entry.isEncrypted()) throw locked()
    if (unpacked > mostUnpackedBytes) throw unpacksTooFar()
  }
  return entries
}

const localHeaderBytes = 30
/** A data descriptor may follow a part: it repeats the sizes if they were not known beforehand (APPNOTE 4.3.9). */
const descriptorBytes = 24

/**
 * Requires parts to follow one another from the first byte, each with the same name in its own header and in the
 * directory.
 */
const requireNoRoom = (content: Buffer, zip: ZipFile, entries: readonly Entry[]): void => {
  let end = 0
  for (const entry of entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  )) {
    const at = entry.relativeOffsetOfLocalHeader
    if (at < end || at > end + (end === 0 ? 0 : descriptorBytes)) throw twoInOne()
    if (at + localHeaderBytes > content.length || content.readUInt32LE(at) !== 0x04034b50) throw incomplete()
    const nameBytes = content.readUInt16LE(at + 26)
    const name = content.subarray(at + localHeaderBytes, at + localHeaderBytes + nameBytes)
    if (!name.equals(entry.fileNameRaw)) throw twoInOne()
    end = at + localHeaderBytes + nameBytes + content.readUInt16LE(at + 28) + entry.compressedSize
  }
  if (zip.comment.length > 0) throw twoInOne()
}
