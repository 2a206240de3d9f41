import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json, type Answer } from '../../testing/fakeService.ts'
import { ednaPathway } from '../../testing/patients.ts'
import { patientService } from '../../testing/patientService.ts'
import { click } from '../../testing/person.ts'
import { beSignedIn, clinician, renderSite } from '../../testing/renderSite.tsx'

const tab = { opener: window as Window | null, location: { replace: vi.fn() }, close: vi.fn() }
const open = vi.fn(() => tab)
beforeEach(() => vi.stubGlobal('open', open))
afterEach(() => {
  forgetSession('person')
  queryClient.clear()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

const address = 'https://app.example.org/launch?iss=x&launch=y'
const show = async (apps: object[], more: Record<string, Answer> = {}) => {
  beSignedIn(clinician)
  const seen = patientService({
    '/api/pathway/get': () => json(ednaPathway),
    '/api/fhirLaunch/apps': () => json(apps),
    '/api/fhirLaunch/open': () => json({ address }),
    ...more,
  })
  renderSite('/falls/pathway/view?id=21&patientId=11')
  await screen.findByRole('heading', { name: 'Pathway' })
  return seen
}
const viewer = { id: 4, name: 'Frailty viewer' }

describe('an app', () => {
  test('is opened about the patient in a new tab, which knows nothing of this one', async () => {
    const seen = await show([viewer])
    click(await screen.findByRole('button', { name: /^Open in an app/ }))
    click(screen.getByRole('button', { name: 'Frailty viewer' }))
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith(address))
    expect(open).toHaveBeenCalledWith('', '_blank')
    expect(tab.opener).toBeNull()
    const asked = seen.find(({ path }) => path === '/api/fhirLaunch/open')
    expect(JSON.parse(asked?.body ?? '')).toEqual({ clientId: 4, patientId: 11 })
  })

  test('that cannot be opened leaves no tab behind, and it is said why', async () => {
    await show([viewer], {
      '/api/fhirLaunch/open': () => json({ message: 'No app can read this record.' }, 409),
    })
    click(await screen.findByRole('button', { name: /^Open in an app/ }))
    click(screen.getByRole('button', { name: 'Frailty viewer' }))
    expect(await screen.findByText('No app can read this record.')).toBeInTheDocument()
    expect(tab.close).toHaveBeenCalled()
  })

  test('is not offered where there is none', async () => {
    const seen = await show([])
    await waitFor(() => expect(seen.some(({ path }) => path === '/api/fhirLaunch/apps')).toBe(true))
    expect(screen.queryByRole('button', { name: /^Open in an app/ })).toBeNull()
  })

  test('is not offered for a restricted record', async () => {
    const restricted = { kind: 'restricted', text: 'Restricted record', late: null }
    const seen = await show([viewer], {
      '/api/pathway/get': () => json({ ...ednaPathway, flags: [...ednaPathway.flags, restricted] }),
    })
    expect(screen.queryByRole('button', { name: /^Open in an app/ })).toBeNull()
    expect(seen.some(({ path }) => path === '/api/fhirLaunch/apps')).toBe(false)
  })
})
