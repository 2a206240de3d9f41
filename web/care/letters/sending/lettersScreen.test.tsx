import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { SentLetter, UnsentLetter } from '../../../../contract/care/letters/letter.ts'
import { forgetSession } from '../../../platform/session/session.ts'
import { json } from '../../../testing/fakeService.ts'
import { sentTo } from '../../../testing/patientService.ts'
import { click, fill } from '../../../testing/person.ts'
import { beSignedIn, clinician, quietService, renderSite } from '../../../testing/renderSite.tsx'

afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const whose = {
  ...{ id: 7, patientId: 1, pathwayId: 2, familyName: 'Marsh', firstName: 'Ivy', namePrefix: 'Mrs' },
  ...{ nhsNumber: '9998500001', flags: [], title: 'About your patient', recipient: 'gp' as const },
}
const failed: UnsentLetter = {
  ...whose,
  ...{ signedBy: 'Ada Okafor', signedAt: '2026-11-29T10:00:00Z', mailAddress: null, held: null },
  ...{
    outsideWays: ['mesh', 'post'],
    failed: 'By MESH: did not arrive',
    failure: 'The practice refused it.',
  },
}
const sent: SentLetter = {
  ...whose,
  dispatch: {
    ...{ id: 3, way: 'mesh', state: 'arrived', address: 'M85001', printId: null, failure: null },
    ...{ at: '2026-11-29T11:00:00Z', by: 'Ada Okafor' },
  },
}

test('A letter that did not arrive says why, and can be sent again by MESH', async () => {
  beSignedIn(clinician)
  const seen = quietService({
    '/api/letter/unsent': () => json([failed]),
    '/api/letter/sent': () => json([]),
    '/api/letter/send': () => json({ id: 4, version: 1 }),
  })
  renderSite('/falls/letters')
  const part = await screen.findByRole('region', { name: 'To be sent' })
  expect(await within(part).findByText('By MESH: did not arrive.')).toBeVisible()
  expect(part).toHaveTextContent('The practice refused it.')
  expect(within(part).getByRole('button', { name: /^Send by post: letter about MARSH, Ivy/ })).toBeVisible()
  await click(within(part).getByRole('button', { name: 'Send by MESH: letter about MARSH, Ivy (Mrs)' }))
  expect(sentTo('/api/letter/send', seen)).toEqual([{ id: 7, pathwayId: 2, way: 'mesh' }])
})

test('Letters that were sent are listed by their outcome', async () => {
  beSignedIn(clinician)
  const asked: (string | null)[] = []
  quietService({
    '/api/letter/unsent': () => json([]),
    '/api/letter/sent': ({ query }) => {
      const state = query['state'] ?? null
      asked.push(state)
      return json(state === 'failed' ? [] : [sent])
    },
  })
  renderSite('/falls/letters')
  expect(
    await screen.findByText(/^Sent by MESH: arrived, 29\/11\/2026 11:00 by Ada Okafor, to M85001/),
  ).toBeVisible()
  fill(screen.getByLabelText('Outcome'), 'failed')
  expect(await screen.findByText('No letter has this outcome.')).toBeVisible()
  expect(asked.at(-1)).toBe('failed')
})

test('Home counts letters that did not arrive, with a link to them', async () => {
  beSignedIn(clinician)
  quietService({ '/api/letter/notArrived': () => json({ letters: 3 }) })
  renderSite('/falls/home')
  const link = await screen.findByRole('link', { name: '3 Letters not arrived' })
  expect(link).toHaveAttribute('href', '/falls/letters')
})
