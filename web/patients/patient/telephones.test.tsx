import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { patientService, sentTo } from '../../testing/patientService.ts'
import { ednaView } from '../../testing/patients.ts'
import { click, fill } from '../../testing/person.ts'
import { beSignedIn, clinician, renderSite } from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const reached = {
  ...ednaView,
  phoneHome: '+44 (0)1632 960105',
  phoneHomeNote: 'ext 204',
  phoneMobile: '07700 900 108',
  phoneMobileNote: 'daughter',
}

test('a number is rung by pressing it, with what stands beside it', async () => {
  patientService({ '/api/patient/get': () => json(reached) })
  renderSite('/falls/patient?id=11')
  const links = await screen.findAllByRole('link', { name: '07700 900 108' })
  expect(links.map((link) => [link.getAttribute('href'), link.parentElement?.textContent])).toContainEqual([
    'tel:07700900108',
    '07700 900 108 (daughter)',
  ])
  expect(screen.getByRole('link', { name: '+44 (0)1632 960105' })).toHaveAttribute(
    'href',
    'tel:+441632960105',
  )
})

test('number and note are typed in one box, and what is taken from it goes', async () => {
  const seen = patientService({
    '/api/patient/get': () => json(reached),
    '/api/patient/save': () => json({ id: 11, version: 4 }),
  })
  renderSite('/falls/patient/contact?id=11')
  expect(await screen.findByLabelText('Home telephone')).toHaveValue('+44 (0)1632 960105 ext 204')
  const mobile = screen.getByLabelText('Mobile telephone')
  expect(mobile).toHaveValue('07700 900 108 (daughter)')
  fill(mobile, '07700 900 108')
  fill(screen.getByLabelText('Work telephone'), 'tel: 01632\u00A0960\u00A0106, ward 7')
  click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('heading', { name: 'Patient', level: 1 })
  expect(sentTo('/api/patient/save', seen)).toMatchObject([
    {
      ...{ phoneHome: '+44 (0)1632 960105', phoneHomeNote: 'ext 204' },
      ...{ phoneMobile: '07700 900 108', phoneMobileNote: null },
      ...{ phoneWork: '01632 960 106', phoneWorkNote: 'ward 7' },
    },
  ])
})
