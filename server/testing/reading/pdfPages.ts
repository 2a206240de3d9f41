import { getDocumentProxy } from 'unpdf'

export interface PdfPage {
  width: number
  height: number
  /** In the order in which it is drawn. */
  text: string
  /** The same without white space, since a text may be on several lines. */
  squeezed: string
  /** What is drawn at once, with its size and its place in points from the lower left corner. */
  words: { text: string; size: number; left: number; right: number; bottom: number }[]
}

export const squeeze = (text: string): string => text.replaceAll(/\s/g, '')

/** Every page of any PDF, as PDF.js reads it. */
export const readPages = async (file: Uint8Array): Promise<PdfPage[]> => {
  const pdf = await getDocumentProxy(new Uint8Array(file))
  const pages: PdfPage[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const [left = 0, bottom = 0, right = 0, top = 0] = page.view
    const { items } = await page.getTextContent()
    const drawn = items.flatMap((item) => ('str' in item ? [item] : []))
    const text = drawn.map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str)).join('')
    pages.push({
      width: right - left,
      height: top - bottom,
      text,
      squeezed: squeeze(text),
      words: drawn
        .filter(({ str }) => str.trim() !== '')
        .map(({ str, transform, width }) => {
          const [size = 0, , , , x = 0, y = 0] = transform as number[]
          return { text: str, size, left: x, right: x + width, bottom: y }
        }),
    })
  }
  await pdf.loadingTask.destroy()
  return pages
}
