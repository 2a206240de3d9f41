import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { partLength, type PartTaken } from '../../../contract/reference/deprivation.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { click } from '../../testing/person.ts'
import { administrator, beSignedIn, quietService, renderSite } from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(administrator))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const headings = 'Postcode,Decile\n'

test('a file of postcodes is sent in parts with its headings, looked at, and put to use', async () => {
  let isUsed = false
  const seen = quietService({
    '/api/deprivation/get': () =>
      json({
        inUse: isUsed ? { fileName: 'area.csv', postcodes: 20_000, usedFrom: '2026-11-23T10:00:00Z' } : null,
      }),
    '/api/deprivation/start': () => json({ id: 7 }),
    '/api/deprivation/part': ({ body }) => {
      const { text } = JSON.parse(body) as { text: string }
      const rows = text.split('\n').length - 2
      return json({
        ...{ rows, taken: rows - 1, repeated: 0, refused: 1 },
        examples: [{ row: 2, text: 'Nowhere: no postcode' }],
      } satisfies PartTaken)
    },
    '/api/deprivation/use': () => {
      isUsed = true
      return json({ postcodes: 20_000 })
    },
  })
  renderSite('/falls/administration')
  click(await screen.findByRole('link', { name: 'Deprivation by postcode' }))
  expect(await screen.findByText(/^No file is in use yet/)).toBeVisible()
  const lines = Array.from({ length: 25_000 }, (_, line) => `ZZ90 1AP,${(line % 10) + 1}\n`)
  const file = new File([headings, ...lines], 'area.csv', { type: 'text/csv' })
  fireEvent.change(screen.getByLabelText('File'), { target: { files: [file] } })
  click(screen.getByRole('button', { name: 'Check the file' }))

  expect(await screen.findByRole('heading', { name: 'What area.csv holds' })).toHaveFocus()
  expect(screen.getByText(/^Rows: 25,000\. Postcodes taken in: 24,998\. Rows left out: 2\.$/)).toBeVisible()
  const texts = seen
    .filter(({ path }) => path === '/api/deprivation/part')
    .map(({ body }) => (JSON.parse(body) as { text: string }).text)
  expect(texts.map((text) => text.startsWith(headings) && text.length <= partLength)).toEqual([true, true])
  expect(texts.map((text) => text.slice(headings.length)).join('')).toBe(lines.join(''))
  // Each with its line in the whole file.
  const inFirst = (texts[0]?.split('\n').length ?? 0) - 2
  expect(screen.getByText('Row 2: Nowhere: no postcode')).toBeVisible()
  expect(screen.getByText(`Row ${inFirst + 2}: Nowhere: no postcode`)).toBeVisible()

  click(screen.getByRole('button', { name: 'Use this file' }))
  expect(await screen.findByText(/^In use since .+: area\.csv\. Postcodes: 20,000\.$/)).toBeVisible()
  expect(
    seen.filter(({ path }) => path === '/api/deprivation/use').map(({ body }) => JSON.parse(body) as unknown),
  ).toEqual([{ id: 7 }])
})
