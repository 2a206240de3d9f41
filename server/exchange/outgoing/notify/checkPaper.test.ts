import PDFDocument from 'pdfkit'
import { describe, expect, it } from 'vitest'
import { letterSizes, type LetterSize } from '../../../../contract/care/letters/recipients.ts'
import { usualFace } from '../../../platform/files/fontFiles.ts'
import { readPages } from '../../../testing/reading/pdfPages.ts'
import { whyNotPrinted } from './checkPaper.ts'
import { aLetterToPost } from './testing/aLetterToPost.ts'

const sizes = Object.keys(letterSizes) as LetterSize[]
const longAddress = [
  'Mrs Bartholomea Featherstonehaugh-Cholmondeley',
  ...['Flat 12, Willow Court Sheltered Housing', 'Upper Larkfield Walk', 'Eastover by the Water'],
  ...['Sampletown', 'Exampleshire', 'EX4 4QF'],
]
const longHead = {
  serviceName: 'Fernhill and Sampletown Community Falls Prevention and Bone Health Service',
  address: 'The Community Health Centre\nUnit 4, Mill Lane Business Park\nFernhill\nSampletown\nEX4 1AA',
  telephone: '01632 960001',
}

describe.each(sizes)('a letter in the size %s', (size) => {
  it.each([
    ['a short address', {}],
    ['the longest address', { to: longAddress }],
    ['a long letterhead', { head: longHead }],
    ['several pages', { body: 'We will visit you on Monday. '.repeat(200) }],
    ['no letterhead but its name', { head: { ...longHead, address: null, telephone: null } }],
  ])('with %s is one that Notify prints', async (_, change) => {
    expect(await whyNotPrinted(await aLetterToPost({ size, ...change }, 'Confidential.'))).toEqual([])
  })

  it('has its address as large as fits the window, and no smaller than Notify writes it', async () => {
    for (const to of [longAddress, longAddress.slice(-3), longAddress.slice(-5)]) {
      const [first] = await readPages(await aLetterToPost({ size, to }))
      const drawn = first?.words.filter(({ text }) => to.includes(text)) ?? []
      expect(drawn.map(({ text }) => text)).toEqual(to)
      for (const { size: points } of drawn) expect(points).toBeGreaterThanOrEqual(8)
      if (to.length === 3) expect(drawn[0]?.size).toBe(Math.min(letterSizes[size], 18))
    }
  })

  it('is refused, and not cut, if its address does not fit', async () => {
    const to = ['Mrs Edna Ashworth', 'x'.repeat(250), 'y'.repeat(250), 'z'.repeat(250), 'EX4 4QF']
    const pdf = await aLetterToPost({ size, to })
    const [first] = await readPages(pdf)
    expect(first?.squeezed).toContain('z'.repeat(250))
    expect((await whyNotPrinted(pdf)).length).toBeGreaterThan(0)
  })
})

const mm = 72 / 25.4

/** A page as Notify wants it, with something drawn on it. */
const aPage = (
  draw: (page: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Uint8Array> =>
  new Promise((resolve) => {
    const page = new PDFDocument({ size: 'A4', margin: 0, ...options })
    const parts: Uint8Array[] = []
    page.on('data', (part: Uint8Array) => parts.push(part))
    page.on('end', () => resolve(Buffer.concat(parts)))
    write(page, longAddress.slice(-4), 25, 42)
    draw(page)
    page.end()
  })

const write = (page: PDFKit.PDFDocument, lines: readonly string[], x: number, y: number): void => {
  page
    .registerFont('ours', usualFace(400).font as never)
    .font('ours')
    .fontSize(9)
  for (const [place, line] of lines.entries())
    page.text(line, x * mm, y * mm + place * 11, { lineBreak: false })
}

describe('a page', () => {
  it('with an address in the window is as it should be', async () => {
    expect(await whyNotPrinted(await aPage(() => undefined))).toEqual([])
  })

  it.each<[string, (page: PDFKit.PDFDocument) => void]>([
    ['above the edge', (page) => write(page, ['Words'], 100, 1)],
    ['left of the edge', (page) => write(page, ['Words'], 5, 120)],
    ['right of the edge', (page) => write(page, ['Words that are long'], 185, 120)],
    ['below the edge', (page) => write(page, ['Words'], 100, 291)],
    ['between window and letter', (page) => write(page, ['Words'], 30, 80)],
    ['above the window', (page) => write(page, ['Words'], 30, 32)],
    ['left of the window', (page) => write(page, ['A'], 16, 50)],
    ['between window and sender', (page) => write(page, ['Words'], 118, 50)],
    ['as a line at the edge', (page) => page.rect(2 * mm, 100 * mm, 5 * mm, 1).fill('black')],
    [
      'as a line that is moved there',
      (page) =>
        page
          .save()
          .translate(-100 * mm, 0)
          .rect(105 * mm, 100 * mm, 5, 5)
          .fill('black')
          .restore(),
    ],
    [
      'as a turned text',
      (page) => {
        page.save().rotate(-90, { origin: [8 * mm, 200 * mm] })
        write(page, ['Words'], 8, 200)
        page.restore()
      },
    ],
  ])('with something %s is not printed', async (_, draw) => {
    expect((await whyNotPrinted(await aPage(draw))).join(' ')).toContain('outside the window')
  })

  it.each<[string, string, (page: PDFKit.PDFDocument) => void]>([
    ['at its edge', 'page 2 is too near', (page) => write(page.addPage(), ['Words'], 5, 120)],
    [
      'with the mark of a new letter',
      'begins a new letter',
      (page) => write(page.addPage(), ['NOTIFY'], 1.8, 1.8),
    ],
    ['across', 'Page 2 is not upright', (page) => page.addPage({ layout: 'landscape' })],
    [
      'too many',
      '11 pages',
      (page) => {
        for (let more = 0; more < 10; more += 1) page.addPage()
      },
    ],
  ])('after the first that is %s is not printed', async (_, why, draw) => {
    expect((await whyNotPrinted(await aPage(draw))).join(' ')).toContain(why)
  })

  it('in a font that is not in the file is not printed', async () => {
    const pdf = await aPage((page) => page.font('Helvetica').text('Words', 30 * mm, 120 * mm))
    expect(await whyNotPrinted(pdf)).toEqual(['A font is not in the file.'])
  })

  it('of another size, or of too many bytes, is not printed', async () => {
    expect(await whyNotPrinted(await aPage(() => undefined, { size: 'A5' }))).toHaveLength(1)
    expect(await whyNotPrinted(new Uint8Array(5 * 1024 * 1024 + 1))).toEqual([
      'The letter is larger than 5 MB.',
    ])
  })
})
