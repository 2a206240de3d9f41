import type { FileKindName } from '../../../contract/document.ts'
import { readPackage, type OfficePackage } from './officePackage.ts'
import { relationshipsOf } from './relationships.ts'
import { scripted, Unwelcome } from './unwelcome.ts'

const mainTypes: Partial<Record<FileKindName, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
}

/** Packages that were read for their kind and are about to be inspected. */
const read = new WeakMap<Buffer, OfficePackage>()

/** Which kind of Office file a zip is, by its own table of contents; null for any other zip. */
export const officeKindOf = async (content: Buffer): Promise<FileKindName | null> => {
  const office = await readPackage(content)
  read.set(content, office)
  if (/macroEnabled|vbaProject/i.test(office.contentTypes)) throw scripted()
  const found = Object.entries(mainTypes).find(([, type]) => office.contentTypes.includes(`"${type}"`))
  return (found?.[0] as FileKindName | undefined) ?? null
}

/** Parts that a letter or a table is made of. Printer settings are the only bare bytes among them. */
const ordinaryPart =
  /\.(?:xml|rels|vml|png|jpe?g|jpe|gif|tiff?|bmp|emf|wmf|wdp|svg|odttf|sigs)$|^(?:word|xl)\/printersettings\/[^/]+\.bin$/

/**
 * Words and tables only: no macro, no embedded file, and nothing outside the file that opens with it, such as a
 * template; a link that a person follows is allowed (trust FI-5).
 */
export const inspectOffice = async (content: Buffer): Promise<Buffer> => {
  const office = read.get(content) ?? (await readPackage(content))
  for (const name of office.names) {
    if (/vba(?:project|data)|macrosheets\/|activex\//.test(name)) throw scripted()
    if (!ordinaryPart.test(name))
      throw new Unwelcome('The file carries another file inside it. Print it to a PDF and upload that.')
  }
  for (const { isExternal, type } of office.relationships.flatMap(relationshipsOf))
    if (isExternal && !type.endsWith('/hyperlink'))
      throw new Unwelcome('The file fetches something from elsewhere. Print it to a PDF and upload that.')
  return content
}
