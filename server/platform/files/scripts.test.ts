import { beforeAll, describe, expect, it } from 'vitest'
import { manyScripts } from '../../testing/world/manyScripts.ts'
import { squeeze } from '../../testing/reading/pdfPages.ts'
import { pdfText } from '../../testing/reading/pdfText.ts'
import { renderDashboard } from './dashboardPdf.ts'
import { renderLetters } from './letterPdf.ts'
import { renderPdf } from './pdf.ts'
import type { RenderedSection } from './renderedReport.ts'
import { renderInWorker } from './renderWorkerPool.ts'
import { renderSheet } from './sheetPdf.ts'

/* Names and lines in more than twenty scripts are extracted from every kind of PDF as they were typed. */

const texts = manyScripts.map(([, text]) => text)
const printedAt = '2026-11-22T10:00:00Z'
const days = { dateFrom: '2026-10-01', dateTo: '2026-10-31' }

const section: RenderedSection = {
  title: 'People',
  note: null,
  isList: true,
  columns: [{ id: 'name', title: 'Patient', kind: 'text', hasPeople: false }],
  rows: texts.map((text) => ({ values: [text], isTotal: false, key: null })),
  chart: null,
  empty: 'Nobody.',
}

const aLetter = (title: string, body: string) => ({
  head: { serviceName: 'Fernhill Falls Service', address: null, telephone: null },
  to: ['محمد علي', '12 Mill Lane'],
  about: ['王 小明'],
  date: '2026-11-22',
  size: 'usual' as const,
  title,
  body,
  signedBy: 'شرح',
  identity: '김민준',
})

const kinds = {
  letter: () => renderLetters([aLetter('About you', texts.join('\n\n'))], ''),
  report: () =>
    renderPdf(
      {
        name: 'people',
        title: 'People',
        definition: ['Who they are.'],
        ...days,
        suppress: false,
        ranBy: 'Priya Nair',
        ranAt: printedAt,
        sections: [section],
      },
      '',
    ),
  sheet: () =>
    renderSheet(
      { title: 'Call sheet', said: 'All.', section, isWide: false, printedBy: 'Priya Nair', printedAt },
      '',
    ),
  dashboard: () =>
    renderDashboard(
      {
        period: days,
        before: days,
        countedAt: printedAt,
        figures: texts.map((title, place) => ({
          id: String(place),
          title,
          part: 'People',
          unit: 'count',
          value: 1,
          before: 1,
          atMost: null,
          better: null,
          definition: [],
          reportName: 'people',
          reportTitle: 'People',
          reportPeriod: days,
        })),
        trends: [],
        waiting: { total: 0, longest: [] },
        funnel: { thisMonth: days, definition: [], steps: [] },
      } as unknown as Parameters<typeof renderDashboard>[0],
      'Priya Nair',
      '',
    ),
}

describe.each(Object.entries(kinds))('a %s', (_, draw) => {
  let file: Uint8Array
  let read: string
  beforeAll(async () => {
    file = await draw()
    read = await pdfText(file)
  })

  it.each(manyScripts)('prints %s: %s', (_script, text) => {
    expect(read).toContain(squeeze(text.normalize('NFC')))
  })

  // PDF/UA allows a font no list of its glyphs, or a complete one.
  it('is PDF/UA, and its fonts have no list of glyphs that lacks some', () => {
    const written = Buffer.from(file).toString('latin1')
    expect(written).toContain('<pdfuaid:part>1</pdfuaid:part>')
    expect(written).toContain('/FontDescriptor')
    expect(written).not.toContain('/CIDSet')
  })
})

it('refuses what no font has, and draws the next PDF', async () => {
  const letters = (body: string) => renderInWorker({ type: 'letters', letters: [aLetter('About you', body)] })
  await expect(letters('Seen \u{13000} today')).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('the character “\u{13000}” (U+13000) cannot be printed') as string,
  })
  expect(await pdfText(await letters('Seen today'))).toContain('Seentoday')
})

it.each([
  ['what has no sign of its own', 'Seen\u200E to\u{FE0F}day', 'Seentoday'],
  // The frame was drawn over the digit, which became unreadable.
  ['the frame of a key around a figure', 'Take 1\uFE0F\u20E3 of 2\u20E3', 'Take1of2'],
])('leaves out %s', async (_, text, read) => {
  const letter = await renderLetters([aLetter('About you', text)], '')
  expect(await pdfText(letter)).toContain(read)
})
