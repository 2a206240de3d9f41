import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetSession } from '../session.ts'
import { patientService } from '../testing/patientService.ts'
import { beSignedIn, clinician, renderSite } from '../testing/renderSite.tsx'

afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

test('CS-1: the pathway in the address is asked for as one of the patient in the address', async () => {
  beSignedIn(clinician)
  const seen = patientService()
  renderSite('/falls/pathway/view?id=21&patientId=11')
  await screen.findByRole('heading', { name: 'Referral' })
  expect(seen.find(({ path }) => path === '/api/pathway/get')?.query).toEqual({ id: '21', patientId: '11' })
})
