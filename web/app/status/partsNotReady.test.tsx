import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { patientService } from '../../testing/patientService.ts'
import { administrator, beSignedIn, renderSite } from '../../testing/renderSite.tsx'

afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const administrationWith = (lists: string) => {
  beSignedIn(administrator)
  patientService({
    '/health/ready': () => json({ status: 'unavailable', parts: { database: 'ok', lists } }, 503),
  })
  renderSite('/falls/administration')
}

test('The administrators’ page says that the lists were not moved to today', async () => {
  administrationWith('late')
  expect(await screen.findByRole('alert')).toHaveTextContent('The work lists were not moved to today')
})

test('It says nothing while every part is well', async () => {
  administrationWith('ok')
  await screen.findByRole('heading', { level: 1, name: 'Administration' })
  expect(screen.queryByRole('alert')).toBeNull()
})
