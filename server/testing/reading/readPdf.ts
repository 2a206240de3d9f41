import { getDocumentProxy } from 'unpdf'

/** What PDF.js, a reader that is not ours, finds in a file. */
export interface PdfText {
  pages: number
  isTagged: boolean
  title: string
  language: string
  /** What a screen reader reads, in the order in which it is drawn, with each tagged part on a new line. */
  text: string
  /** What belongs only to a page, such as its number and repeated headings. */
  artifacts: string
  /** Whether the file has scripts, and whether opening it does more than show a page. */
  scripts: boolean
  opens: boolean
}

/** Reads a PDF with PDF.js, which throws if it cannot open the file. */
export const readPdf = async (file: Uint8Array): Promise<PdfText> => {
  const pdf = await getDocumentProxy(new Uint8Array(file))
  const read: string[] = []
  const artifacts: string[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    const marks: string[] = []
    for (const item of items) {
      const part = marks.includes('Artifact') ? artifacts : read
      if ('str' in item) part.push(item.hasEOL ? `${item.str}\n` : item.str)
      else if (item.type === 'endMarkedContent') marks.pop()
      else {
        // The types of the package lack the tag.
        marks.push((item as { tag?: string }).tag ?? '')
        part.push('\n')
      }
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
    text: read.join(''),
    artifacts: artifacts.join(''),
    scripts,
    opens,
  }
}

/** How many structure elements of each kind a PDF has that we wrote: its dictionaries are not packed. */
export const elementsIn = (file: Buffer): Record<string, number> => {
  const elements: Record<string, number> = {}
  for (const [, kind = ''] of file.toString('latin1').matchAll(/\/S \/(\w+)\n/g))
    elements[kind] = (elements[kind] ?? 0) + 1
  return elements
}
