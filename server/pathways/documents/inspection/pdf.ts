import type { Inspected } from './inspected.ts'
import { withoutActions } from './pdfActions.ts'
import { readObjects, replaceObjects, rewritePdf, type PdfObjects } from './qpdf.ts'
import { DamagedFile, scripted } from './rejectedFile.ts'
import { repairPdf } from './repairPdf.ts'

/**
 * A PDF as qpdf writes it again: what was read of it is all there is, whatever was in its gaps, tails and older versions,
 * and what runs by itself is taken out. One whose table of objects is wrong is repaired first. One that opens for everybody, and is
 * encrypted only to forbid changes, is inspected and kept decrypted. Refuses what asks for a password or has lost something, and what would be lost with its danger: attachments, films, forms of XML, signatures.
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
