import type { Inspected } from './inspected.ts'
import { withoutActions } from './pdfActions.ts'
import { readObjects, replaceObjects, rewritePdf, type PdfObjects } from './qpdf.ts'
import { DamagedFile, scripted } from './rejectedFile.ts'
import { repairPdf } from './repairPdf.ts'

/**
 * Rewrites a PDF with qpdf. Only what qpdf read is kept, nothing from gaps, tails or older versions, and active content
 * is removed. A PDF whose table of objects is wrong is repaired first. A PDF that opens without a password, and is
 * encrypted only to forbid changes, is inspected and stored decrypted.
 *
 * Refuses a PDF that asks for a password or has lost something. Also refuses content that could only be made harmless
 * by losing it: attachments, films, XML forms, signatures.
 */
export const inspectPdf = async (content: Buffer): Promise<Inspected> => {
  try {
    return { content: await withoutDanger(content), isRepaired: false }
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error
    return { content: await withoutDanger(await repairPdf(content)), isRepaired: true }
  }
}

const withoutDanger = async (content: Buffer): Promise<Buffer> => {
  if (isHarmless(await readObjects(content))) return rewritePdf(content, 'packed')
  const unpacked = await rewritePdf(content, 'unpacked')
  const harmless = await replaceObjects(unpacked, withoutActions(await readObjects(unpacked)))
  if (!isHarmless(await readObjects(harmless))) throw scripted()
  return harmless
}

const isHarmless = (objects: PdfObjects): boolean => Object.keys(withoutActions(objects)).length === 0
