import { withoutActions } from './pdfActions.ts'
import { readObjects, replaceObjects, rewritePdf, type PdfObjects } from './qpdf.ts'
import { scripted } from './rejectedFile.ts'

/**
 * A PDF as qpdf writes it again: what was read of it is all there is, whatever was in its gaps, tails and older versions,
 * and what runs by itself is taken out. Refuses what is encrypted or damaged, and what would be lost with its danger:
 * attachments, films, forms of XML, signatures.
 */
export const inspectPdf = async (content: Buffer): Promise<Buffer> => {
  if (isHarmless(await readObjects(content))) return rewritePdf(content, 'packed')
  const unpacked = await rewritePdf(content, 'unpacked')
  const harmless = await replaceObjects(unpacked, withoutActions(await readObjects(unpacked)))
  if (!isHarmless(await readObjects(harmless))) throw scripted()
  return harmless
}

const isHarmless = (objects: PdfObjects): boolean => Object.keys(withoutActions(objects)).length === 0
