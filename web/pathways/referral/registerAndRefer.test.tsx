import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { today } from '../../../contract/platform/dates/dates.ts'
import { bringTyped } from '../../patients/search/typedPerson.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { errorSummary } from '../../testing/errorSummary.ts'
import { json } from '../../testing/fakeService.ts'
import { patientService, sentTo } from '../../testing/patientService.ts'
import { click, fill } from '../../testing/person.ts'
import { beSignedIn, clinician, renderSite } from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const practice = {
  gp: { id: 'Z99001', name: 'Example Green Surgery', postcode: 'ZZ99 1AB' },
  branch: null,
}
const save = (): void => click(screen.getByRole('button', { name: 'Register and refer' }))
const block = (title: string) => within(screen.getByRole('group', { name: title }))
const open = async (answers: Parameters<typeof patientService>[0] = {}) => {
  const seen = patientService({ '/api/gp/search': () => json([practice]), ...answers })
  const site = renderSite('/falls/register')
  await screen.findByRole('option', { name: 'Female' })
  await screen.findByRole('option', { name: 'GP' })
  fill(block('Patient').getByLabelText('Family name'), 'Testworthy')
  fill(screen.getByLabelText('Gender'), '1')
  fill(screen.getByLabelText('NHS number'), '999 900 0002')
  fill(screen.getByRole('combobox', { name: 'Registered GP' }), 'exa')
  click(await screen.findByRole('option', { name: /^Example Green Surgery/ }))
  click(screen.getByRole('button', { name: 'Today for Referral date' }))
  fill(screen.getByLabelText('Referrer'), '1')
  fill(screen.getByLabelText('Referral method'), '2')
  return { seen, site }
}

test('what is needed is sent in one call, and leads to the pathway', async () => {
  const { seen, site } = await open()
  fill(screen.getByLabelText('Postcode'), 'ZZ9 9ZZ')
  fill(screen.getByLabelText('Mobile telephone'), '07700 900 001')
  save()
  expect(await screen.findByRole('heading', { name: 'Pathway', level: 1 })).toBeVisible()
  expect(site.state.location.search).toMatchObject({ id: 21, patientId: 11 })
  expect(seen.filter(({ path }) => /\/(save|v1)/.test(path)).map(({ path }) => path)).toEqual([
    '/api/falls/v1/save',
  ])
  const [sent] = sentTo('/api/falls/v1/save', seen)
  expect(sent).toMatchObject({
    patient: {
      id: 0,
      familyName: 'Testworthy',
      nhsNumber: '999 900 0002',
      registeredGP: 'Z99001',
      postcode: 'ZZ9 9ZZ',
      phoneMobile: '07700 900 001',
      notDuplicateOf: [],
    },
    referral: { referralDate: today(), referrerId: 1, referralMethodId: 2 },
  })
  expect(sent).not.toHaveProperty('nextOfKin')
})

test('a next of kin goes with them, and needs a family name as soon as anything is said of one', async () => {
  const { seen } = await open()
  const kin = block('Next of kin (optional)')
  fill(kin.getByLabelText('Relationship (optional)'), 'Daughter')
  save()
  const summary = within(await errorSummary())
  expect(summary.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Family name required'])
  click(summary.getByRole('link'))
  expect(kin.getByLabelText('Family name')).toHaveFocus()
  fill(kin.getByLabelText('Family name'), 'Marlowe')
  save()
  await waitFor(() => expect(sentTo('/api/falls/v1/save', seen)).toHaveLength(1))
  expect(sentTo('/api/falls/v1/save', seen)[0]).toMatchObject({
    nextOfKin: { familyName: 'Marlowe', relationship: 'Daughter' },
  })
})

test('what the service refuses stands at its field, and nothing that was typed is lost', async () => {
  await open({
    '/api/falls/v1/save': () =>
      json({ 'patient.nhsNumber': 'This NHS number belongs to another patient' }, 400),
  })
  save()
  click(await screen.findByRole('link', { name: 'This NHS number belongs to another patient' }))
  expect(screen.getByLabelText('NHS number')).toHaveFocus()
  expect(screen.getByLabelText('Referral method')).toHaveValue('2')
})

test('names that can be read in two ways are asked about, and fill nothing before', async () => {
  bringTyped({ person: {}, names: 'Xu Wei' })
  patientService()
  renderSite('/falls/register')
  const asked = within(await screen.findByRole('group', { name: /“Xu Wei”. Which is the family name/ }))
  expect(block('Patient').getByLabelText('Family name')).toHaveValue('')
  click(asked.getByRole('button', { name: 'Xu' }))
  expect(block('Patient').getByLabelText('Family name')).toHaveValue('Xu')
  expect(block('Patient').getByLabelText('Family name')).toHaveFocus()
  expect(block('Patient').getByLabelText('First name (optional)')).toHaveValue('Wei')
  expect(screen.queryByText(/Which is the family name/)).toBeNull()
})

test('names that the list of first names knows begin the form, in either order', async () => {
  bringTyped({ person: {}, names: 'Ottershaw Mabel' })
  patientService()
  renderSite('/falls/register')
  await waitFor(() => expect(block('Patient').getByLabelText('Family name')).toHaveValue('Ottershaw'))
  expect(block('Patient').getByLabelText('First name (optional)')).toHaveValue('Mabel')
})

test('what was typed to find somebody begins the next form, and no form after it', async () => {
  bringTyped({ person: { familyName: 'Pomfret' } })
  patientService()
  const site = renderSite('/falls/register')
  await waitFor(() => expect(block('Patient').getByLabelText('Family name')).toHaveValue('Pomfret'))
  await site.navigate({ to: '/falls/referral-search' })
  await screen.findByRole('heading', { name: 'Patient search', level: 1 })
  await site.navigate({ to: '/falls/register' })
  await screen.findByRole('heading', { name: 'Register and refer', level: 1 })
  expect(block('Patient').getByLabelText('Family name')).toHaveValue('')
})
