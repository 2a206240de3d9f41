import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetSession } from '../session/session.ts'
import { ednaPathway, recordedFrat } from '../../testing/patients.ts'
import { json } from '../../testing/fakeService.ts'
import { patientService } from '../../testing/patientService.ts'
import { click } from '../../testing/person.ts'
import { beSignedIn, clinician, renderSite } from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

test('a question that is answered with Go back gives the focus back to the button that asked it', async () => {
  patientService({ '/api/pathway/get': () => json({ ...ednaPathway, frat: [recordedFrat] }) })
  renderSite('/falls/pathway/frat/51?id=21&patientId=11')
  const ask = await screen.findByRole('button', { name: 'Delete this FRAT' })
  ask.focus()
  click(ask)
  expect(screen.getByRole('button', { name: 'Go back' })).toHaveFocus()
  click(screen.getByRole('button', { name: 'Go back' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(ask).toHaveFocus())
})

test('and to the page, where that button is gone', async () => {
  patientService({ '/api/pathway/get': () => json({ ...ednaPathway, frat: [recordedFrat] }) })
  renderSite('/falls/pathway/frat/51?id=21&patientId=11')
  const ask = await screen.findByRole('button', { name: 'Delete this FRAT' })
  ask.focus()
  click(ask)
  const goBack = screen.getByRole('button', { name: 'Go back' })
  ask.remove()
  click(goBack)
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})
