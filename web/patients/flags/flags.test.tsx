import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FlagChip } from '../../../contract/patients/flags/chips.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { currentSession, forgetSession, setProfile } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { ednaPathway, ednaSafetyNets, ednaView } from '../../testing/patients.ts'
import { patientService, sentTo } from '../../testing/patientService.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { beSignedIn, clinician, governance, renderSite, teamLead } from '../../testing/renderSite.tsx'
import { createSite } from '../../app/routes.tsx'
import { representatives } from '../../../contract/testing/representatives.ts'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const chips: FlagChip[] = [
  { kind: 'redFlag', text: 'Red flag: blackout', late: 'to be dealt with by 01-Jan-2026' },
  { kind: 'consentRefused', text: 'Consent refused: 03-Mar-2026 14:30', late: null },
  { kind: 'similarName', text: 'Similar name', late: null },
]
const flagged = (answers = {}) =>
  patientService(
    {
      '/api/pathway/get': () => json({ ...ednaPathway, flags: chips }),
      '/api/flag/all': () => json(ednaSafetyNets),
      '/api/concern/all': () =>
        json([
          { id: 1, name: 'Vision', isActive: true },
          { id: 2, name: 'Blackouts', isActive: true, redFlagSign: 'blackout' },
        ]),
      '/api/clinician/all': () => json([{ id: 1, name: 'Okafor, Ada', isActive: true }]),
      ...answers,
    },
    () => ({ ...ednaView, flags: chips }),
  )

const click = (control: HTMLElement) => fireEvent.click(control)
const type = (control: HTMLElement, value: string) => fireEvent.change(control, { target: { value } })
/** Selects an option by its text or its value. */
const selectOptions = (control: HTMLElement, wanted: string) => {
  const option = [...(control as HTMLSelectElement).options].find(
    ({ text, value }) => text === wanted || value === wanted,
  )
  expect(option).toBeDefined()
  fireEvent.change(control, { target: { value: option?.value } })
}

/** Every address of a patient or pathway in the site map, with ids in place of the parameters. */
const screensOfAPatient = (): string[] =>
  Object.keys(createSite().routesByPath)
    .filter((path) => /^\/falls\/(patient|pathway)\/./.test(path))
    .map((path) => path.replaceAll(/\$\w+/g, '0'))
    .map((path) => `${path}?id=${path.startsWith('/falls/patient') ? '11' : '21&patientId=11'}`)

describe('the chips', () => {
  test('stand on the banner of every screen of the patient, in their order', async () => {
    const addresses = screensOfAPatient()
    expect(addresses.length).toBeGreaterThan(25)
    for (const address of representatives(addresses, (_, index) => index % 8)) {
      flagged()
      // A user who may open the screen.
      beSignedIn(address.includes('subject-request') ? governance : teamLead)
      renderSite(address)
      const banner = await screen.findByRole('region', { name: 'Patient' })
      const shown = within(within(banner).getByRole('list', { name: 'Flags' })).getAllByRole('listitem')
      expect({ address, shown: shown.map(({ textContent }) => textContent) }).toEqual({
        address,
        shown: [
          'Red flag: blackout, to be dealt with by 01-Jan-2026',
          'Consent refused: 03-Mar-2026 14:30',
          'Similar name',
        ],
      })
      document.body.replaceChildren()
    }
  })

  test('are not there when there is nothing to say', async () => {
    patientService()
    renderSite('/falls/patient/view?id=11')
    const banner = await screen.findByRole('region', { name: 'Patient' })
    expect(within(banner).queryByRole('list', { name: 'Flags' })).toBeNull()
  })
})

describe('the page of flags', () => {
  test('says what is past, what nobody answered, whom to ring and who is of like name', async () => {
    flagged()
    renderSite('/falls/patient/flags?id=11')
    const open = await screen.findByRole('region', { name: 'Flags' })
    expect(open).toHaveTextContent('Red flag: Blackout or syncope')
    expect(open).toHaveTextContent('Not answered: nobody has said what was done.')
    expect(open).toHaveTextContent('To be dealt with by 01-Jan-2026 (past).')
    expect(open).toHaveTextContent('in a wellbeing assessment')
    expect(within(open).getByRole('link', { name: /^Answer Red flag/ })).toHaveTextContent('Answer')
    expect(within(open).queryByRole('link', { name: /^Edit Red flag/ })).toBeNull()
    expect(screen.getByRole('region', { name: 'Ended flags' })).toHaveTextContent('Speaks English')
    expect(screen.getByRole('region', { name: 'Mental capacity' })).toHaveTextContent('Not able to decide')
    expect(screen.getByRole('region', { name: 'Other patients of similar name' })).toHaveTextContent(
      'ASHWORTH, Edna, born 01-Jan-1946',
    )
    expect(screen.getByRole('link', { name: '01632 960 007' })).toHaveAttribute('href', 'tel:01632960007')
  })

  test('a red flag asks which sign, what was done and by when before it is sent', async () => {
    const seen = flagged({ '/api/flag/save': () => json({ id: 9, version: 1 }) })
    renderSite('/falls/patient/flag/0?id=11')
    selectOptions(await screen.findByLabelText('Flag'), 'Red flag')
    click(screen.getByRole('button', { name: 'Save' }))
    // Consent was refused, so the first save of the session asks.
    expect(await screen.findByRole('link', { name: 'Choose the sign' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Say what was done' })).toBeInTheDocument()
    expect(sentTo('/api/flag/save', seen)).toEqual([])
    selectOptions(screen.getByLabelText('Which sign'), 'Long lie of over an hour')
    selectOptions(screen.getByLabelText('What was done'), '999 called')
    click(screen.getByRole('button', { name: 'Save' }))
    click(await screen.findByRole('button', { name: 'Save all the same' }))
    await waitFor(() =>
      expect(sentTo('/api/flag/save', seen)).toMatchObject([
        { id: 0, patientId: 11, kind: 'redFlag', category: 'longLie', action: 'emergency' },
      ]),
    )
  })
})

describe('the forms of flags, capacity and contacts', () => {
  test.each([
    ['/falls/patient/flag/0?id=11', 'Add a flag'],
    ['/falls/patient/capacity/0?id=11', 'Add an assessment of capacity'],
    ['/falls/patient/contacts/0?id=11', 'Add a contact'],
  ])('%s can be filled though the flags do not load', async (address, title) => {
    flagged({ '/api/flag/all': () => json({ message: 'Down' }, 500) })
    renderSite(address)
    expect(await screen.findByRole('heading', { name: title })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Save' })).toBeVisible()
  })

  test('keep what is typed when somebody else ends the flag meanwhile', async () => {
    let [flags, read] = [ednaSafetyNets.flags, 0]
    flagged({
      '/api/flag/all': () => {
        read += 1
        return json({ ...ednaSafetyNets, flags })
      },
    })
    renderSite('/falls/patient/flag-end/7?id=11')
    const why = await screen.findByRole('textbox')
    type(why, 'Seen by the GP')
    flags = flags.map((each) => ({ ...each, endedAt: '2026-01-03T10:00:00Z', endedNote: 'Answered' }))
    const before = read
    await act(() => queryClient.invalidateQueries())
    expect(read).toBe(before + 1)
    // The screen renders after the read.
    await act(() => new Promise((drawn) => setTimeout(drawn, 50)))
    expect(screen.getByRole('textbox')).toHaveValue('Seen by the GP')
  })

  const [aFlag] = ednaSafetyNets.flags
  if (aFlag === undefined) throw new Error('She has a flag')
  const withFlag = (more: Partial<typeof aFlag>) =>
    flagged({ '/api/flag/all': () => json({ ...ednaSafetyNets, flags: [{ ...aFlag, ...more }] }) })
  const unanswered = { kind: 'redFlag', category: 'blackout', action: null } as const

  test.each([
    [today(), false],
    [addDays(today(), -1), true],
  ])('are past once their review day is: %s is %s', async (reviewDate, isPast) => {
    withFlag({ ...unanswered, reviewDate })
    renderSite('/falls/patient/flags?id=11')
    const said = within(
      (await screen.findByRole('heading', { name: 'Flags', level: 2 })).closest('section') as HTMLElement,
    )
    expect(said.queryAllByText('(past)')).toHaveLength(isPast ? 1 : 0)
  })

  test('a red flag is ended by those who may write clinical records, other flags by all who set them', async () => {
    beSignedIn({ id: 2, name: 'Admissions', profile: 'Admissions' })
    const { profile } = currentSession() ?? {}
    if (profile == null) throw new Error('Nobody is signed in')
    setProfile({ ...profile, settings: { ...profile.settings, admissionsWriteClinical: false } })
    flagged({
      '/api/flag/all': () =>
        json({
          ...ednaSafetyNets,
          flags: [
            { ...aFlag, ...unanswered },
            { ...aFlag, id: 9, kind: 'interpreter', category: null },
          ],
        }),
    })
    renderSite('/falls/patient/flags?id=11')
    expect(await screen.findByRole('link', { name: /^Review Red flag/ })).toBeVisible()
    expect(screen.getByRole('link', { name: /^End Interpreter/ })).toBeVisible()
    expect(screen.queryByRole('link', { name: /^End Red flag/ })).toBeNull()
  })

  test.each([
    ['asks what was done where nobody answered', null, true],
    ['asks only why where somebody did', 'sameDayGp', false],
  ])('ending a red flag %s', async (_, action, asks) => {
    withFlag({ ...unanswered, action })
    renderSite('/falls/patient/flag-end/7?id=11')
    await screen.findByRole('textbox')
    expect(screen.queryAllByRole('combobox', { name: /done/i })).toHaveLength(asks ? 1 : 0)
  })

  test('say that a flag that is not there was not found', async () => {
    flagged()
    renderSite('/falls/patient/flag-review/0?id=11')
    expect(await screen.findByText('This record is not there, or you may not see it.')).toBeVisible()
  })
})

describe('somebody who refused consent', () => {
  test('is asked about once for a session, and no save leaves on a no', async () => {
    const seen = flagged({ '/api/contact/save': () => json({ id: 5, version: 1 }) })
    const site = renderSite('/falls/patient/contacts/0?id=11')
    const fillAndSave = async () => {
      type(await screen.findByLabelText('Name'), 'Daniel')
      type(screen.getByLabelText('Role'), 'Son')
      click(screen.getByRole('button', { name: 'Save' }))
    }
    await fillAndSave()
    const dialog = await screen.findByRole('dialog', { hidden: true })
    expect(dialog).toHaveTextContent('This person refused consent')
    expect(dialog).toHaveTextContent('Consent refused: 03-Mar-2026 14:30')
    click(within(dialog).getByRole('button', { name: 'Go back', hidden: true }))
    const again = await screen.findByRole('button', { name: 'Save' })
    expect(sentTo('/api/contact/save', seen)).toEqual([])
    click(again)
    click(await screen.findByRole('button', { name: 'Save all the same', hidden: true }))
    await screen.findByRole('heading', { name: 'Flags and contacts' })
    expect(sentTo('/api/contact/save', seen)).toHaveLength(1)
    await site.navigate({
      to: '/falls/patient/contacts/$contactId',
      params: { contactId: '0' },
      search: { id: 11 },
    })
    await fillAndSave()
    await waitFor(() => expect(sentTo('/api/contact/save', seen)).toHaveLength(2))
  })
})

describe('red flags in a wellbeing assessment', () => {
  test('are asked about when a concern means one, and go with the save', async () => {
    const seen = flagged({
      '/api/pathway/get': () => json(ednaPathway),
      '/api/wellbeing/save': () => json({ id: 1, version: 1 }),
    })
    renderSite('/falls/pathway/wellbeing/0?id=21&patientId=11')
    click(await screen.findByLabelText('Blackouts'))
    expect(screen.getByRole('checkbox', { name: 'Blackout or syncope' })).toBeChecked()
    const answer = await screen.findByRole('group', { name: 'Blackout or syncope' })
    fireEvent.change(screen.getByLabelText('Day', { selector: '#assessment\\.assessmentDate-day' }), {
      target: { value: '5' },
    })
    fireEvent.change(screen.getByLabelText('Month', { selector: '#assessment\\.assessmentDate-month' }), {
      target: { value: '1' },
    })
    fireEvent.change(screen.getByLabelText('Year', { selector: '#assessment\\.assessmentDate-year' }), {
      target: { value: '2026' },
    })
    selectOptions(screen.getByLabelText('Clinician'), '1')
    selectOptions(screen.getByLabelText('Location'), '1')
    click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('link', { name: 'Say what was done' })).toBeInTheDocument()
    selectOptions(within(answer).getByLabelText('What was done?'), 'Same-day GP')
    click(screen.getByRole('checkbox', { name: 'Sudden rise in falls' }))
    click(screen.getByRole('checkbox', { name: 'Sudden rise in falls' }))
    click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(sentTo('/api/wellbeing/save', seen)).toMatchObject([
        { concerns: [2], redFlags: [{ sign: 'blackout', action: 'sameDayGp' }] },
      ]),
    )
  })
})
