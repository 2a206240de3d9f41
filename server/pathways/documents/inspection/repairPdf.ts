import type * as Pdf from '@cantoo/pdf-lib'
import { assertReads } from './qpdf.ts'
import { incomplete } from './rejectedFile.ts'

/**
 * Repairs a PDF whose table of objects is wrong or missing, as mail gateways and scanners leave it. Reads it object by
 * object, as every reader then does, and rewrites it with a new table. Refuses it if anything is lost: an object that
 * another refers to, a page that is counted, or a stream that no longer unpacks.
 */
export const repairPdf = async (content: Buffer): Promise<Buffer> => {
  const written = await writeAgain(withoutEmptyPlace(content))
  if (written === null) throw incomplete()
  await assertReads(written)
  return written
}

/**
 * Removes a `startxref` without the position that should follow, as left in a truncated file. It has no meaning, and
 * makes the reader stop.
 */
const withoutEmptyPlace = (content: Buffer): Buffer => {
  const at = content.lastIndexOf('startxref')
  const end = at === -1 || content.length - at > 100 ? '' : content.toString('latin1', at)
  const isEmpty = /^startxref\s*(?:%%EOF\s*)?$/.test(end)
  return isEmpty ? content.subarray(0, at) : content
}

type Library = typeof Pdf

/**
 * Null if part of the file is lost. The library is loaded only when a PDF is damaged, and throws plain errors for what
 * it cannot read.
 */
const writeAgain = async (content: Buffer): Promise<Buffer | null> => {
  const library: Library = await import('@cantoo/pdf-lib')
  try {
    const found = await library.PDFDocument.load(content, {
      updateMetadata: false,
      throwOnInvalidObject: true,
      // An empty password opens a PDF that is only protected against changes.
      password: '',
    })
    if (!isWhole(library, found)) return null
    return Buffer.from(
      await found.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false }),
    )
  } catch {
    return null
  }
}

/** Every reference leads to an object, there is one catalogue, and its tree has as many pages as it counts. */
const isWhole = (library: Library, found: Pdf.PDFDocument): boolean => {
  const { PDFArray, PDFDict, PDFName, PDFRef, PDFStream } = library
  const leadsSomewhere = (value: Pdf.PDFObject): boolean => {
    if (value instanceof PDFRef) return found.context.lookup(value) !== undefined
    if (value instanceof PDFArray) return value.asArray().every(leadsSomewhere)
    if (value instanceof PDFDict) return value.values().every(leadsSomewhere)
    return !(value instanceof PDFStream) || leadsSomewhere(value.dict)
  }
  const all = found.context.enumerateIndirectObjects().map(([, object]) => object)
  const catalogues = all.filter(
    (object) => object instanceof PDFDict && object.get(PDFName.of('Type')) === PDFName.of('Catalog'),
  )
  return (
    catalogues.length === 1 &&
    all.every(leadsSomewhere) &&
    found.catalog.Pages().Count().asNumber() === found.getPageCount()
  )
}
