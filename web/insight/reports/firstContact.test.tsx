import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { click, fill } from '../../testing/person.ts'
import { administrator, beSignedIn, quietService, renderSite } from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(administrator))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

test('Administrators choose what counts as first contact', async () => {
  const seen = quietService({
    '/api/firstContact/get': () => json({ version: 4, countsAs: 'frat' }),
    '/api/firstContact/save': () => json({ id: 1, version: 5 }),
  })
  renderSite('/falls/administration')
  click(await screen.findByRole('link', { name: 'First contact' }))
  const choice = await screen.findByLabelText('First contact is')
  expect(choice).toHaveDisplayValue('The first FRAT')
  fill(choice, 'call')
  click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('heading', { level: 1, name: 'Administration' })
  expect(
    seen
      .filter(({ path }) => path === '/api/firstContact/save')
      .map(({ body }) => JSON.parse(body) as unknown),
  ).toEqual([{ countsAs: 'call', version: 4 }])
})
