import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { DifferenceRow } from '../../../contract/exchange/pds/differences.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { sentTo } from '../../testing/patientService.ts'
import { click } from '../../testing/person.ts'
import { beSignedInWithPds, clinician, quietService, renderSite } from '../../testing/renderSite.tsx'

afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const row = (patientId: number, more: Partial<DifferenceRow>): DifferenceRow => ({
  ...{ patientId, pathwayId: patientId, familyName: 'Tracewell', firstName: 'Edith', namePrefix: 'Mrs' },
  ...{ nhsNumber: '9998500001', dateOfBirth: '1941-07-14', flags: [] },
  ...{ kinds: ['address'], foundAt: '2026-11-30T02:00:00.000Z' },
  ...more,
})
const service = (rows: DifferenceRow[], count = { differing: rows.length, died: 0 }) =>
  quietService({
    '/api/pds/differences': () =>
      json({
        ...{ rows, hasMore: false },
        lastNight: { night: '2026-11-30', asked: 412, ended: 'PDS asked us to slow down' },
      }),
    '/api/pds/differenceCount': () => json(count),
    '/api/pds/leave': () => json({ success: true }),
  })

describe('the list of differences', () => {
  test('says who, what differs and how far the last night came, with the death that cannot be left', async () => {
    beSignedInWithPds('on', clinician)
    const seen = service([row(1, { kinds: ['died', 'address'] }), row(2, { kinds: ['died'] })])
    renderSite('/falls/pds-differences')
    const table = await screen.findByRole('table')
    expect(table).toHaveTextContent('TRACEWELL, Edith (Mrs)')
    expect(table).toHaveTextContent('PDS says that the patient died')
    expect(screen.getByText(/about 412 people\. It ended early: PDS asked us to slow down/)).toBeVisible()
    const buttons = within(table).getAllByRole('button')
    expect(buttons).toHaveLength(1)
    await click(
      within(table).getByRole('button', { name: 'Leave the record of TRACEWELL, Edith (Mrs) as it is' }),
    )
    expect(sentTo('/api/pds/leave', seen)).toEqual([{ patientId: 1, kinds: ['address'] }])
  })

  test('says that nothing differs', async () => {
    beSignedInWithPds('on', clinician)
    service([])
    renderSite('/falls/pds-differences')
    expect(await screen.findByText('No record differs, as far as PDS was asked.')).toBeVisible()
  })
})

describe('Home', () => {
  test.each([
    ['on', { differing: 12, died: 1 }, /12 Differences from PDS, 1 may have died/],
    ['on', { differing: 2, died: 0 }, /2 Differences from PDS/],
    ['on', { differing: 0, died: 0 }, null],
    ['off', { differing: 12, died: 1 }, null],
  ] as const)('with PDS %s and %j: %s', async (pds, count, words) => {
    beSignedInWithPds(pds, clinician)
    service([], count)
    renderSite('/falls/admissions')
    await screen.findByRole('heading', { name: 'Today' })
    if (words === null) expect(screen.queryByText(/Differences from PDS/)).toBeNull()
    else expect(await screen.findByRole('link', { name: words })).toBeVisible()
  })
})
