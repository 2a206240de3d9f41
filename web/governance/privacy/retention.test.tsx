import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { PatientRetention } from '../../../contract/governance/retention.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { patientService } from '../../testing/patientService.ts'
import { beSignedIn, clinician, governance, renderSite, teamLead } from '../../testing/renderSite.tsx'

afterEach(() => {
  forgetSession('person')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const menu = () => screen.findByRole('navigation', { name: 'Main' })

test('a Team Lead sees in the menu that a decision waits, and nothing of retention while none does', async () => {
  patientService({ '/api/retention/waiting': () => json({ waiting: 2 }) })
  beSignedIn(teamLead)
  renderSite('/falls/help')
  const entry = await within(await menu()).findByRole('link', { name: 'Retention: 2 to confirm' })
  expect(entry).toHaveAttribute('href', '/falls/retention')

  document.body.replaceChildren()
  queryClient.clear()
  patientService({ '/api/retention/waiting': () => json({ waiting: 0 }) })
  renderSite('/falls/help')
  expect(within(await menu()).queryByRole('link', { name: /^Retention/ })).toBeNull()
})

test('nobody is asked how many wait who may not confirm', async () => {
  const seen = patientService()
  beSignedIn(clinician)
  renderSite('/falls/help')
  await menu()
  expect(seen.map(({ path }) => path)).not.toContain('/api/retention/waiting')
})

test('a patient who is out of use has the screen of retention, which says who it is', async () => {
  const kept: PatientRetention = {
    ...{ patientId: 11, familyName: 'Doublet', firstName: 'Ann', namePrefix: null, nhsNumber: null },
    ...{ dateOfBirth: '1931-02-01', flags: [], isActive: false, lastDay: '2010-01-06', dueDay: '2018-01-06' },
    ...{ isDue: true, hasOpenReferral: false, hasOpenRequest: false, holds: [], decision: null },
  }
  const notFound = { code: 'not-found', message: 'Not found.', requestId: 'r' }
  patientService({
    '/api/patient/get': () => json(notFound, 404),
    '/api/retention/get': () => json(kept),
    '/api/retention/waiting': () => json({ waiting: 0 }),
  })
  beSignedIn(governance)
  renderSite('/falls/patient/retention?id=11')
  expect(await screen.findByText(/born 01-Feb-1931/)).toHaveTextContent(
    /^DOUBLET, Ann, born 01-Feb-1931, .*registered in error/,
  )
  expect(screen.getByRole('button', { name: 'This record can be destroyed' })).toBeVisible()
})
