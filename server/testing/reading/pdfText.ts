import { PDFiumLibrary } from '@hyzyla/pdfium'
import { squeeze } from './pdfPages.ts'

/** The text of a PDF without white space, as PDFium reads it, the reader of Chromium: also what a screen reader is given there. */
export const pdfText = async (file: Uint8Array): Promise<string> => {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(file)
  const text = Array.from(document.pages(), (page) => page.getText()).join('\n')
  document.destroy()
  library.destroy()
  return squeeze(text).normalize('NFC')
}
