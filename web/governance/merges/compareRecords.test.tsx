import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { MergePreview } from '../../../contract/governance/merge.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { ednaView } from '../../testing/patients.ts'
import { patientService, sentTo } from '../../testing/patientService.ts'
import { click } from '../../testing/person.ts'
import { beSignedIn, renderSite, teamLead } from '../../testing/renderSite.tsx'

afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const first = { ...ednaView, id: 11, version: 3, nhsNumber: null, postcode: 'ZZ9 9ZZ', holds: [] }
const later = { ...ednaView, id: 12, version: 9, nhsNumber: '9990000085', postcode: 'ZZ8 8ZZ', holds: [] }

test('the record with a known number stays, at the versions that were compared, with what was chosen of the other', async () => {
  beSignedIn(teamLead)
  const preview: MergePreview = { survivor: first, merged: later, refusal: null, dismissed: null }
  const seen = patientService({
    '/api/merge/preview': () => json(preview),
    '/api/patient/merge': () => json({ id: 12, version: 10, mergeId: 1 }),
  })
  renderSite('/falls/compare-records?patientId=11&otherId=12')
  click(await screen.findByRole('button', { name: 'Merge the records' }))
  await waitFor(() => expect(sentTo('/api/patient/merge', seen)).toHaveLength(1))
  expect(sentTo('/api/patient/merge', seen)[0]).toMatchObject({
    survivorId: 12,
    survivorVersion: 9,
    mergedId: 11,
    mergedVersion: 3,
    takes: [],
  })
})
