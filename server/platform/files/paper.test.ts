import { beforeAll, describe, expect, it } from 'vitest'
import { inventedWords } from '../../../contract/platform/calls/demonstration.ts'
import { readPages, squeeze, type PdfPage } from '../../testing/reading/pdfPages.ts'
import { renderSheet } from './sheetPdf.ts'

const column = (title: string, kind: 'text' | 'day' | 'nhsNumber' = 'text') => ({
  id: title,
  title,
  kind,
  hasPeople: false,
})
const columns = [
  column('Patient'),
  column('NHS Number', 'nhsNumber'),
  column('Date of Birth', 'day'),
  column('Flags'),
  column('Address'),
]
const name = `${'FEATHERSTONEHAUGH'.repeat(2)}, ${'Bartholomew-'.repeat(3)} (Mrs)`
const sentence = 'Consent refused to all. '
const sentences = 600
const longWord = 'W'.repeat(200)
/** One row is longer than two pages. */
const rows = [sentence.trim(), longWord, sentence.repeat(sentences).trim(), longWord, longWord]
const printedBy = 'Bartholomew'.repeat(15)

let pages: PdfPage[]
beforeAll(async () => {
  const body = await renderSheet(
    {
      title: `${'Awaiting assessment, '.repeat(8)}In treatment: call sheet`,
      said: 'As it stood on 22-Nov-2026. All.',
      section: {
        title: `${rows.length} patients`,
        note: null,
        isList: true,
        columns,
        rows: rows.map((flags, place) => ({
          values: [name, `999000007${place}`, '1941-01-01', flags, 'A'.repeat(255)],
          isTotal: false,
          key: null,
        })),
        chart: null,
        empty: 'Nobody.',
      },
      isWide: true,
      printedBy,
      printedAt: '2026-11-22T10:00:00Z',
    },
    inventedWords,
  )
  pages = await readPages(body)
})

const numberOf = (page: PdfPage) => page.words.find(({ text }) => /^Page \d+ of \d+$/.test(text))

describe('a list whose texts are as long as they come', () => {
  it('keeps every word on the paper, and its pages numbered beside all else', () => {
    expect(pages.length).toBeGreaterThan(3)
    for (const [place, page] of pages.entries()) {
      const number = numberOf(page)
      expect(number?.text).toBe(`Page ${place + 1} of ${pages.length}`)
      expect(page.squeezed).toContain(
        `printedby${printedBy},22/11/202610:00.Confidential.${squeeze(inventedWords)}`,
      )
      for (const word of page.words) {
        expect(word.left).toBeGreaterThan(20)
        expect(word.right).toBeLessThan(page.width - 20)
        expect(word.bottom).toBeGreaterThan(20)
        if (word !== number && word.bottom === number?.bottom) expect(word.right).toBeLessThan(number.left)
      }
    }
  })

  it('draws every word of every row, above the foot of the page', () => {
    const foot = Math.max(
      ...pages.flatMap(({ words }) =>
        words.filter(({ text }) => text.startsWith('Falls prevention service: ')).map(({ bottom }) => bottom),
      ),
    )
    const drawn = pages.map(({ words }) =>
      squeeze(
        words
          .filter(({ bottom }) => bottom > foot + 8)
          .map(({ text }) => text)
          .join(''),
      ),
    )
    const said = drawn.join('').split('Consentrefusedtoall.').length - 1
    // The headings split a sentence that continues on the next page.
    expect(said).toBeGreaterThan(sentences - pages.length)
    expect(said).toBeLessThanOrEqual(sentences + 1)
  })

  it('says on each page whose rows are on it', () => {
    for (const page of pages.filter(({ squeezed }) => squeezed.includes('Consentrefused'))) {
      expect(page.squeezed).toContain('NHSNumber')
      expect(page.squeezed).toContain(squeeze(name))
      expect(page.text).toMatch(/999-000-007\d/)
    }
  })

  it('breaks no other row', () => {
    for (const number of ['999-000-0071', '999-000-0073', '999-000-0074']) {
      const on = pages.filter(({ text }) => text.includes(number))
      expect(on).toHaveLength(1)
      expect(on[0]?.squeezed).toContain(longWord)
    }
  })
})
