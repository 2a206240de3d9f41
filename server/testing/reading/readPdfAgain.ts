import { getDocumentProxy } from 'unpdf'

/** What another reader than our own (PDF.js) finds in a file. */
export interface PdfReadAgain {
  pages: number
  isTagged: boolean
  title: string
  language: string
  /** What belongs to the structure, in the order in which it is drawn; without page numbers and repeated headings. */
  text: string
  /** Whether it has scripts, and whether anything but a page is to open with it. */
  scripts: boolean
  opens: boolean
}

/** Reads a PDF with PDF.js, which throws on what it cannot open. */
export const readPdfAgain = async (file: Uint8Array): Promise<PdfReadAgain> => {
  const pdf = await getDocumentProxy(new Uint8Array(file))
  const said: string[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    const marks: string[] = []
    for (const item of items) {
      if ('str' in item) {
        if (!marks.includes('Artifact')) said.push(item.str)
      } else if (item.type === 'endMarkedContent') marks.pop()
      // The tag is there, though the types do not have it.
      else marks.push((item as { tag?: string }).tag ?? '')
    }
  }
  const { info } = (await pdf.getMetadata()) as { info: { Title?: string; Language?: string } }
  const isTagged = (await pdf.getMarkInfo())?.Marked === true
  const { numPages: pages } = pdf
  const scripts = await pdf.hasJSActions()
  const opens = ((await pdf.getOpenAction()) as { action?: string } | null)?.action !== undefined
  await pdf.loadingTask.destroy()
  return {
    pages,
    isTagged,
    title: info.Title ?? '',
    language: info.Language ?? '',
    text: said.join(''),
    scripts,
    opens,
  }
}
