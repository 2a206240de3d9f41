import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { incomplete, locked, twoInOne, RejectedFile, unpacksTooFar } from './rejectedFile.ts'

/** What an Office file is made of, by name in lower case. */
export interface OfficePackage {
  entries: ReadonlyMap<string, Entry>
  /** The bytes of a part as they unpack; fails when there are more or fewer than its directory says. */
  read: (entry: Entry) => AsyncIterable<unknown>
}

const mostEntries = 2_000
const mostUnpackedBytes = 100 * 1024 * 1024

/**
 * The parts of a zip, within bounds that its directory must promise before (FI-5). Refuses what is encrypted, named
 * twice, or leaves room beside its parts, where another reader could find another file.
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
      // A second name, in other letters, could be the one that another reader goes by.
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

/** yauzl and zlib only fail on what they read. */
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
/** What may follow a part: its sizes once more, when they were not known before (APPNOTE 4.3.9). */
const descriptorBytes = 24

/** The parts lie one after the other from the first byte on, and are named the same where they are and in the directory. */
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
