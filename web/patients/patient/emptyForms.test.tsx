import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { formInvalid } from '../../../contract/platform/words/messages.ts'
import { patientQuery } from '../../platform/calls/patientQueries.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { errorSummary } from '../../testing/errorSummary.ts'
import { json } from '../../testing/fakeService.ts'
import { ednaView } from '../../testing/patients.ts'
import { patientService, sentTo } from '../../testing/patientService.ts'
import { click, fill } from '../../testing/person.ts'
import { beSignedIn, clinician, renderSite } from '../../testing/renderSite.tsx'
import { patienceMs } from '../../testing/patience.ts'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const submit = async (name: string): Promise<void> => click(await screen.findByRole('button', { name }))
const messages = async (): Promise<(string | null)[]> =>
  within(await errorSummary())
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

const chooseNumber = 'Please tick NHS Number Unknown or enter an NHS Number'

test.each([
  [
    'patient/demographics?id=0&newReferral=true',
    'Register',
    ['Family name required', 'Gender required', chooseNumber],
  ],
  [
    'referral-create',
    'Save',
    [
      'Family name required',
      'Gender required',
      chooseNumber,
      'Referral Date required',
      'Referrer required',
      'Referral Method required',
    ],
  ],
  [
    'register',
    'Register and refer',
    [
      'Family name required',
      'Gender required',
      chooseNumber,
      'Registered GP required',
      'Referral Date required',
      'Referrer required',
      'Referral Method required',
    ],
  ],
  ['patient/nextofkin?id=11', 'Save', ['Family name required']],
  ['patient/gp-search?id=11', 'Save', ['Registered GP required']],
  [
    'pathway/referral?id=0&patientId=11',
    'Save',
    ['Referral Date required', 'Referrer required', 'Referral Method required'],
  ],
])(
  'the empty form %s says what is required, each at its field too, and sends nothing',
  async (path, name, all) => {
    const seen = patientService()
    renderSite(`/falls/${path}`)
    await submit(name)
    expect(await messages()).toEqual(all)
    expect(await errorSummary()).toHaveTextContent(formInvalid)
    expect(document.activeElement).toBe((await errorSummary()).closest('.nhsuk-error-summary'))
    for (const message of all)
      expect(screen.getAllByText(message).some((each) => each.matches('.nhsuk-error-message'))).toBe(true)
    expect(seen.filter(({ method }) => method === 'POST')).toEqual([])
  },
)

test.each([
  ['address', ['Address line 1', 'Town', 'Postcode'], { addressLine1: null, town: null, postcode: null }],
  ['contact', ['Home telephone'], { phoneHome: null, email: null }],
  ['consent', [], { consentRefusedDate: null, timeConsentRefused: null }],
  ['deceased', [], { deceasedDate: null }],
])('the screen %s may be emptied, and then clears what was recorded', async (path, labels, sent) => {
  const seen = patientService()
  const site = renderSite(`/falls/patient/${path}?id=11`)
  await screen.findByRole('button', { name: 'Save' })
  for (const label of labels) fill(screen.getByLabelText(label), '')
  await submit('Save')
  await screen.findByRole('heading', { name: 'Patient', level: 1 })
  expect(sentTo('/api/patient/save', seen)).toEqual([
    expect.objectContaining({ id: 11, version: 3, familyName: 'Ashworth', genderId: 1, ...sent }),
  ])
  expect(site.state.location.search).toEqual({ id: 11, section: path })
})

test('a link of the summary leads to its field', async () => {
  patientService()
  renderSite('/falls/referral-create')
  await submit('Save')
  click(within(await errorSummary()).getByRole('link', { name: 'Gender required' }))
  expect(screen.getByLabelText('Gender')).toHaveFocus()
  click(within(await errorSummary()).getByRole('link', { name: 'Referral Date required' }))
  const date = within(screen.getByRole('group', { name: 'Referral date' }))
  expect(date.getByLabelText('Day')).toHaveFocus()
})

describe('the NHS number', () => {
  test.each(['999 000 0078', '12345', '3200000015', '5999999995', '٩٩٩٠٠٠٠٠٧٧'])(
    '%j is refused',
    async (typed) => {
      patientService()
      renderSite('/falls/patient/demographics?id=11')
      fill(await screen.findByLabelText('NHS number'), typed)
      await submit('Save')
      expect(await messages()).toEqual(['NHS Number Invalid'])
    },
  )

  test.each([
    ['patient/demographics?id=0', 'Register', '/api/patient/save'],
    ['referral-create', 'Save', '/api/falls/v1/save'],
  ])(
    'is cleared by ticking that it is unknown, on %s, and asked for again by unticking',
    async (path, name, to) => {
      const seen = patientService()
      renderSite(`/falls/${path}`)
      const number = await screen.findByLabelText('NHS number')
      fill(number, '9990000077')
      const unknown = screen.getByRole('checkbox', { name: 'NHS number unknown' })
      click(unknown)
      expect(number).toHaveValue('')
      expect(number).toBeDisabled()
      await screen.findByRole('option', { name: 'Female' })
      fill(screen.getByLabelText('Family name'), 'Ashworth')
      fill(screen.getByLabelText('Gender'), '1')
      click(unknown)
      expect(number).toBeEnabled()
      await submit(name)
      expect(await messages()).toContain(chooseNumber)
      click(unknown)
      if (path === 'referral-create') {
        const [day, month, year] = within(screen.getByRole('group', { name: 'Referral date' })).getAllByRole(
          'textbox',
        )
        if (!day || !month || !year) throw new Error('A date has three boxes')
        fill(day, '5')
        fill(month, 'Jan')
        fill(year, '2020')
        fill(screen.getByLabelText('Referrer'), '1')
        fill(screen.getByLabelText('Referral method'), '2')
      }
      await submit(name)
      await vi.waitFor(() => expect(sentTo(to, seen)).toHaveLength(1), patienceMs)
      const [sent] = sentTo(to, seen)
      expect(sent?.['patient'] ?? sent).toMatchObject({ nhsNumber: null, nhsNumberUnknown: true })
    },
  )

  test('of one repeated digit is warned about', async () => {
    patientService()
    renderSite('/falls/patient/demographics?id=0')
    fill(await screen.findByLabelText('NHS number'), '444 444 4444')
    expect(await screen.findByText(/repeats one digit/)).toBeVisible()
  })
})

describe('before a referral is made, the patient check says what is missing and leads to it', () => {
  const incomplete = {
    ...ednaView,
    nhsNumber: null,
    registeredGP: null,
    names: { ...ednaView.names, registeredGP: null },
  }
  const linkOf = (name: string) => screen.findByRole('link', { name })
  const expectMissing = async (): Promise<void> => {
    // Directly below the heading of the page, so that no heading level is skipped.
    expect(
      await screen.findByRole('heading', { name: /Before a referral can be made$/, level: 2 }),
    ).toBeVisible()
    expect(await linkOf('NHS Number Unknown or NHS Number required')).toHaveAttribute(
      'href',
      '/falls/patient/demographics?id=11&newReferral=true',
    )
    expect(await linkOf('Registered GP required')).toHaveAttribute(
      'href',
      '/falls/patient/gp-search?id=11&newReferral=true',
    )
  }

  test('on the way to it', async () => {
    patientService({}, () => incomplete)
    renderSite('/falls/patient/view?id=11')
    await submit('New referral')
    await expectMissing()
  })

  test('at the address of its form too, which asks for nothing yet', async () => {
    patientService({}, () => incomplete)
    renderSite('/falls/pathway/referral?id=0&patientId=11')
    await expectMissing()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })

  test('but not where somebody is writing the referral already', async () => {
    let now = ednaView
    patientService({}, () => now)
    renderSite('/falls/pathway/referral?id=0&patientId=11')
    const date = within(await screen.findByRole('group', { name: 'Referral date' }))
    fill(date.getByLabelText('Day'), '5')
    now = { ...incomplete, familyName: 'Barnes' }
    await queryClient.refetchQueries(patientQuery(11))
    await screen.findByText(/^BARNES, Edna/)
    expect(date.getByLabelText('Day')).toHaveValue('5')
  })
})

test('a title that left its list stays with the next of kin, shown and saved', async () => {
  const nextOfKin = {
    id: 5,
    version: 1,
    patientId: 11,
    familyName: 'Ashworth',
    firstName: 'Daniel',
    namePrefix: 9,
    relationship: null,
    phoneNumber: null,
    phoneNumberNote: null,
    names: { namePrefix: 'Cllr' },
  }
  const seen = patientService({}, () => ({ ...ednaView, nextOfKin }))
  const site = renderSite('/falls/patient/view?id=11')
  expect(await screen.findByText('ASHWORTH, Daniel (Cllr)')).toBeVisible()
  await site.navigate({ to: '/falls/patient/nextofkin', search: { id: 11 } })
  await screen.findByRole('option', { name: 'Cllr (no longer in use)' })
  expect(screen.getByLabelText('Title (optional)')).toHaveDisplayValue('Cllr (no longer in use)')
  await submit('Save')
  await vi.waitFor(
    () => expect(sentTo('/api/nextOfKin/save', seen)).toMatchObject([{ namePrefix: 9 }]),
    patienceMs,
  )
})

describe('the practice', () => {
  const practices = [
    { gp: { id: 'Z99001', name: 'Example Green Surgery', postcode: 'ZZ99 1AB' }, branch: null },
    {
      gp: { id: 'Z99002', name: 'Mill View Practice', postcode: 'ZZ99 2AB' },
      branch: { id: 'Z99002001', name: 'Mill View Practice (Branch)', postcode: 'ZZ99 2CD' },
    },
  ]
  const open = async () => {
    const seen = patientService({ '/api/gp/search': () => json(practices) })
    renderSite('/falls/patient/gp-search?id=11')
    const box = await screen.findByRole('combobox')
    fill(box, 'mill')
    return {
      seen,
      box,
      branch: await screen.findByRole('option', { name: /^Mill View Practice \(Branch\)/ }),
    }
  }

  test('is chosen from the list with its branch', async () => {
    const { seen, branch } = await open()
    expect(screen.getByText('2 practices')).toBeInTheDocument()
    click(branch)
    await submit('Save')
    await screen.findByRole('heading', { name: 'Patient', level: 1 })
    expect(sentTo('/api/patient/save', seen)).toMatchObject([
      { registeredGP: 'Z99002', registeredGP_Branch: 'Z99002001' },
    ])
  })

  test('may be another than was chosen first, and what is typed for it stays', async () => {
    const { seen, box, branch } = await open()
    click(branch)
    fill(box, 'example')
    click(await screen.findByRole('option', { name: /^Example Green Surgery/ }))
    fill(box, 'mill v')
    expect(box).toHaveValue('mill v')
    click(await screen.findByRole('option', { name: /^Example Green Surgery/ }))
    expect(box).toHaveValue('Example Green Surgery, ZZ99 1AB')
    await submit('Save')
    await screen.findByRole('heading', { name: 'Patient', level: 1 })
    expect(sentTo('/api/patient/save', seen)).toMatchObject([
      { registeredGP: 'Z99001', registeredGP_Branch: null },
    ])
  })

  test.each([
    ['typed and not chosen', null],
    ['changed after it was chosen', 'Mill View Practice, Mill'],
  ])('that is %s is not taken for another', async (_, changed) => {
    const { seen, box, branch } = await open()
    if (changed !== null) {
      click(branch)
      expect(box).toHaveValue('Mill View Practice, Mill View Practice (Branch), ZZ99 2CD')
      fill(box, changed)
    }
    await submit('Save')
    expect(await messages()).toEqual(['Choose the practice from the list, or empty the box'])
    expect(sentTo('/api/patient/save', seen)).toEqual([])
  })
})
