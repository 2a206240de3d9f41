import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { incomplete, locked, Unwelcome } from './unwelcome.ts'

/** What an Office file is made of. */
export interface OfficePackage {
  /** Lower case. */
  names: string[]
  /** The text of [Content_Types].xml. */
  contentTypes: string
  /** The text of every part that says what the file refers to. */
  relationships: string[]
}

const mostEntries = 2_000
const mostUnpackedBytes = 100 * 1024 * 1024
/** Of a part that is read as text. */
const largestText = 2 * 1024 * 1024

/**
 * Unpacks a zip once, keeping only its tables of contents, within bounds that its directory must promise before and each
 * part must keep (trust FI-5). Refuses what is encrypted, named twice, or defines XML entities.
 */
export const readPackage = async (content: Buffer): Promise<OfficePackage> => {
  try {
    const zip = await fromBufferPromise(content, {
      lazyEntries: true,
      strictFileNames: true,
      validateEntrySizes: true,
    })
    return await readEntries(zip, await promisedEntries(zip))
  } catch (error) {
    if (error instanceof Unwelcome) throw error
    // yauzl and zlib only fail on what they read.
    throw incomplete()
  }
}

const promisedEntries = async (zip: ZipFile): Promise<Entry[]> => {
  if (zip.entryCount > mostEntries) throw tooMuchInside()
  const entries: Entry[] = []
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    entries.push(entry)
    unpacked += entry.uncompressedSize
    if (entry.isEncrypted()) throw locked()
    if (unpacked > mostUnpackedBytes) throw tooMuchInside()
  }
  return entries
}

const readEntries = async (zip: ZipFile, entries: readonly Entry[]): Promise<OfficePackage> => {
  const office: OfficePackage = { names: [], contentTypes: '', relationships: [] }
  for (const entry of entries) {
    const name = entry.fileName.toLowerCase()
    if (office.names.includes(name)) throw incomplete()
    if (name.endsWith('/')) continue
    office.names.push(name)
    const isContents = name === '[content_types].xml'
    const text = await readPart(zip, entry, isContents || name.endsWith('.rels'))
    if (isContents) office.contentTypes = text
    else if (name.endsWith('.rels')) office.relationships.push(text)
  }
  return office
}

/** Unpacks a part to its end, so that one that lies about its size is found out; answers its text when wanted. */
const readPart = async (zip: ZipFile, entry: Entry, wanted: boolean): Promise<string> => {
  if (wanted && entry.uncompressedSize > largestText) throw tooMuchInside()
  const isXml = /\.(?:xml|rels|vml|svg)$/i.test(entry.fileName)
  const kept: Buffer[] = []
  let before = Buffer.alloc(0)
  let isFirst = true
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    const bytes = chunk as Buffer
    if (isXml) {
      // Office writes UTF-8; another encoding could hide what is looked for.
      if (isFirst && (bytes[0] === 0xfe || bytes[0] === 0xff || bytes.subarray(0, 4).includes(0)))
        throw incomplete()
      const joined = Buffer.concat([before, bytes])
      if (joined.includes('<!DOCTYPE') || joined.includes('<!ENTITY')) throw incomplete()
      before = joined.subarray(-9)
      isFirst = false
    }
    if (wanted) kept.push(bytes)
  }
  return Buffer.concat(kept).toString('utf8')
}

const tooMuchInside = (): Unwelcome =>
  new Unwelcome('The file unpacks to far more than its size. Print it to a PDF and upload that.')
