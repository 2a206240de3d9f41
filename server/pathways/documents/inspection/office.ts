import type { Entry } from 'yauzl'
import type { FileKindName } from '../../../../contract/pathways/document.ts'
import { drawingReader } from './drawing.ts'
import { formulaReader } from './formulas.ts'
import { openPackage, type OfficePackage } from './officePackage.ts'
import { isPicture, mayBeFile } from './officePictures.ts'
import { byteTypes, drawingType, pictureTypes, xmlTypes } from './officeTypes.ts'
import { relationshipReader } from './relationships.ts'
import { carrying, scripted, unpacksTooFar } from './rejectedFile.ts'
import { wordFieldReader } from './wordFields.ts'
import { readXml, type XmlReader } from './xml.ts'

const mainTypes: Partial<Record<FileKindName, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
}

interface OfficeFile {
  office: OfficePackage
  types: ContentTypes
}
/** Packages already opened to find their kind, reused for the inspection. */
const opened = new WeakMap<Buffer, OfficeFile>()

const open = async (content: Buffer): Promise<OfficeFile> => {
  const known = opened.get(content)
  if (known !== undefined) return known
  const office = await openPackage(content)
  const file = { office, types: await readTypes(office) }
  opened.set(content, file)
  return file
}

/** The kind of Office file that a zip is, by its own content types; null for any other zip. */
export const officeKindOf = async (content: Buffer): Promise<FileKindName | null> => {
  const { office, types } = await open(content)
  const all = [...office.entries.keys()].map((name) => typeOf(types, name))
  // Includes parts that are listed but missing: a program that repairs the file may ask for them. Default types by
  // extension do not count, because programs list them out of habit.
  if ([...all, ...types.byPart.values()].some((type) => /macro|vba/.test(type))) throw scripted()
  const found = Object.entries(mainTypes).find(([, type]) => all.includes(type))
  return (found?.[0] as FileKindName | undefined) ?? null
}

const typeOf = ({ byPart, byEnding }: ContentTypes, name: string): string =>
  byPart.get(`/${name}`) ?? byEnding.get(name.slice(name.lastIndexOf('.') + 1)) ?? ''

/**
 * Allows text, tables and pictures only: every part has a known type and a known relationship, and is read to its end.
 * The file opens nothing outside itself; links that a person follows are allowed (FI-5).
 */
export const inspectOffice = async (content: Buffer, kind: FileKindName): Promise<Buffer> => {
  const { office, types } = await open(content)
  const readerOfWords = kind === 'docx' ? wordFieldReader : formulaReader
  for (const [name, entry] of office.entries) {
    if (name.endsWith('/') || name === contents) continue
    if (/vba(?:project|data)|macrosheets\/|activex\//.test(name)) throw scripted()
    if (/(?:^|\/)embeddings\//.test(name)) throw carrying()
    const type = typeOf(types, name)
    if (name.endsWith('.rels')) await readXml(office.read(entry), relationshipReader())
    else if (xmlTypes.has(type)) await readXml(office.read(entry), readerOfWords())
    else if (type === drawingType) await readXml(office.read(entry), drawingReader())
    else await inspectBytes(office, entry, type)
  }
  return content
}

const contents = '[content_types].xml'
/** The content types are kept in memory, unlike other parts. */
const largestTable = 2 * 1024 * 1024

/** All in lower case, because part names are compared in lower case. */
interface ContentTypes {
  byPart: ReadonlyMap<string, string>
  byEnding: ReadonlyMap<string, string>
}

const readTypes = async (office: OfficePackage): Promise<ContentTypes> => {
  const byPart = new Map<string, string>()
  const byEnding = new Map<string, string>()
  const table = office.entries.get(contents)
  const reader: XmlReader = {
    open: (name, attributes) => {
      const of = (key: string) => (attributes.get(key) ?? '').toLowerCase()
      if (name === 'Override') byPart.set(of('PartName'), of('ContentType'))
      if (name === 'Default') byEnding.set(of('Extension'), of('ContentType'))
    },
  }
  if ((table?.uncompressedSize ?? 0) > largestTable) throw unpacksTooFar()
  if (table !== undefined) await readXml(office.read(table), reader)
  return { byPart, byEnding }
}

const looksAt = 4_100

const inspectBytes = async (office: OfficePackage, entry: Entry, type: string): Promise<void> => {
  if (!pictureTypes.has(type) && !byteTypes.has(type)) throw carrying()
  const start: Buffer[] = []
  let length = 0
  for await (const chunk of office.read(entry)) {
    if (length < looksAt) start.push(chunk as Buffer)
    length += (chunk as Buffer).length
  }
  const beginning = Buffer.concat(start).subarray(0, looksAt)
  if (mayBeFile(beginning) || (pictureTypes.has(type) && !(await isPicture(beginning)))) throw carrying()
}
