import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { ednaSafetyNets } from '../../testing/patients.ts'
import { patientService } from '../../testing/patientService.ts'
import { administrator, beSignedIn, clinician, renderSite } from '../../testing/renderSite.tsx'

afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const missing = () => json({ message: 'Not Found' }, 404)

test.each([
  ['a pathway', '/falls/pathway/view?id=999&patientId=11', null],
  ['the patient of a new referral', '/falls/pathway/referral?id=0&patientId=999', null],
  ['a patient', '/falls/patient/view?id=999', null],
  ['a FRAT', '/falls/pathway/frat/999?id=21&patientId=11', 'Go back to the pathway'],
  ['an attendance', '/falls/pathway/attendance/999/0?id=21&patientId=11', 'Go back to the pathway'],
  ['a task', '/falls/pathway/task/999?id=21&patientId=11', 'Go back to the pathway'],
  ['a BMI of the patient', '/falls/patient/bmi/999?id=11', 'Go back to the patient'],
  ['a flag', '/falls/patient/flag/999?id=11', 'Go back to the patient'],
  ['a user', '/falls/user/view?id=999', 'Go to the list of users'],
])('the address of %s that is not there leads to a heading and ways on', async (what, address, way) => {
  beSignedIn(what === 'a user' ? administrator : clinician)
  patientService({
    '/api/flag/all': () => json(ednaSafetyNets),
    '/api/task/all': () => json([]),
    ...(/id=999/i.test(address) && { '/api/pathway/get': missing, '/api/patient/get': missing }),
  })
  renderSite(address)
  expect(await screen.findByRole('heading', { level: 1, name: 'Not found' })).toBeVisible()
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  expect(document.title).toBe('Not found – Surefoot')
  expect(screen.getByText('This record is not there, or you may not see it.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to the home screen' })).toHaveAttribute('href', '/falls')
  if (way !== null) expect(screen.getByRole('link', { name: way })).toBeVisible()
})
