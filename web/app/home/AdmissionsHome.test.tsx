import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ageOn, today } from '../../../contract/platform/dates/dates.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import {
  beSignedIn,
  clinician,
  countersAnswer,
  edna,
  quietService,
  renderSite,
} from '../../testing/renderSite.tsx'
import { click, fill, fillAndEnter, press } from '../../testing/person.ts'
import { patienceMs } from '../../testing/patience.ts'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const cardOf = async (title: string): Promise<HTMLElement> => screen.findByRole('region', { name: title })
const searchIn = async (title: string): Promise<void> =>
  click(within(await cardOf(title)).getByRole('button', { name: 'Search' }))

describe('the seven counters', () => {
  test('are red above 0 and green at 0, say it in words, and lead to their lists', async () => {
    quietService(countersAnswer({ awaitingAssessment: { count: 42 }, inExercise: { count: 1 } }))
    renderSite('/falls/admissions')
    await screen.findByText('42')
    const counters = within(screen.getByRole('region', { name: 'Work lists' })).getAllByRole('link')
    expect(
      counters.map((counter) => [
        counter.getAttribute('href'),
        counter.textContent,
        counter.className.split('--')[1],
      ]),
    ).toEqual([
      ['/falls/awaiting-assessment', 'Awaiting assessment 42 waiting ', 'some'],
      ['/falls/awaiting-wellbeing', 'Awaiting wellbeing 0 nobody waiting ', 'none'],
      ['/falls/awaiting-treatment', 'Awaiting treatment 0 nobody waiting ', 'none'],
      ['/falls/in-exercise', 'In exercise 1 in exercise ', 'some'],
      ['/falls/awaiting-followup', 'Awaiting follow-up 0 nobody waiting ', 'none'],
      ['/falls/awaiting-second-followup', 'Awaiting second follow-up 0 nobody waiting ', 'none'],
      ['/falls/awaiting-discharge', 'Awaiting discharge 0 nobody waiting ', 'none'],
    ])
  })

  test('are asked for in one call', async () => {
    const seen = quietService()
    renderSite('/falls/admissions')
    expect(await screen.findAllByText('nobody waiting')).toHaveLength(6)
    expect(seen.filter(({ path }) => path.startsWith('/api/kpi/')).map(({ path }) => path)).toEqual([
      '/api/kpi/all',
    ])
  })
})

test('a role that may read no work list has no counters', async () => {
  beSignedIn({ id: 9, name: 'Admissions', profile: 'Information Governance' })
  const seen = quietService()
  renderSite('/falls/admissions')
  await cardOf('Find by NHS number')
  expect(screen.queryByRole('region', { name: 'Work lists' })).toBeNull()
  expect(seen.filter(({ path }) => path.startsWith('/api/kpi/'))).toEqual([])
})

describe('searching', () => {
  test.each([
    ['', 'NHS Number required'],
    ['99900', 'NHS Number is invalid.'],
    ['99900000771', 'NHS Number is invalid.'],
  ])('for the NHS number %j says %j and asks nothing of the service', async (typed, message) => {
    const seen = quietService()
    renderSite('/falls/admissions')
    if (typed !== '') fill(await screen.findByLabelText('NHS number'), typed)
    await searchIn('Find by NHS number')
    expect(await screen.findAllByText(message)).not.toHaveLength(0)
    expect(seen.some(({ path }) => path.startsWith('/api/search'))).toBe(false)
  })

  test('by no detail at all says so', async () => {
    quietService()
    renderSite('/falls/admissions')
    await searchIn('Find by details')
    expect(await screen.findAllByText('Please enter a search parameter.')).not.toHaveLength(0)
  })

  test('shows the patient in eight columns, with what is missing named, and opens the pathway', async () => {
    const unnamed = {
      ...edna,
      patientId: 12,
      pathwayId: null,
      familyName: 'Okafor',
      firstName: null,
      namePrefix: null,
      nhsNumber: null,
      dateOfBirth: null,
      postcode: null,
      referralDate: null,
      referrer: null,
      registeredGP: null,
    }
    const seen = quietService({
      '/api/search/nhsNumber': () => json([edna, unnamed], 200, { 'x-total-count': '2' }),
    })
    renderSite('/falls/admissions')
    fill(await screen.findByLabelText('NHS number'), '999-000-0077')
    await searchIn('Find by NHS number')
    expect(await screen.findByRole('heading', { name: '2 patients found' })).toHaveFocus()
    const [head, first, second] = screen
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent))
    expect(head).toEqual([
      'Patient',
      'NHS Number',
      'Date of Birth',
      'Gender',
      'Postcode',
      'Referral Date',
      'Referrer',
      'Registered GP',
      'Action',
    ])
    expect(first).toEqual([
      'ASHWORTH, Edna (Mrs)',
      '999-000-0077',
      '14-Jul-1945',
      'Female',
      'ZZ9 9ZZ',
      '05-Jan-2020',
      'GP',
      'Example Green Surgery',
      'View',
    ])
    expect(second).toEqual([
      'OKAFOR',
      'Unknown',
      'Not Recorded',
      'Female',
      'Not Recorded',
      'Not Recorded',
      'Not Recorded',
      'Not Recorded',
      'View',
    ])
    expect(screen.getByRole('link', { name: 'View ASHWORTH, Edna (Mrs)' })).toHaveAttribute(
      'href',
      '/falls/pathway/view?id=21&patientId=11',
    )
    expect(screen.getByRole('link', { name: 'View OKAFOR' })).toHaveAttribute(
      'href',
      '/falls/patient/view?id=12',
    )
    expect(seen.find(({ path }) => path === '/api/search/nhsNumber')?.body).toBe('{"nhsNumber":"9990000077"}')
  })

  test('without a find offers to register the patient', async () => {
    quietService({ '/api/search/demographics': () => json([], 200, { 'x-total-count': '0' }) })
    renderSite('/falls/admissions')
    fill(await screen.findByLabelText('Family name'), 'Nobody')
    await searchIn('Find by details')
    expect(await screen.findByRole('heading', { name: 'No patients found' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Register a new patient' })).toHaveAttribute(
      'href',
      '/falls/patient/demographics?id=0&newReferral=true',
    )
  })

  test('for half the register asks to refine', async () => {
    quietService({
      '/api/search/demographics': () => json([edna], 200, { 'x-total-count': 'more than 1000' }),
    })
    renderSite('/falls/admissions')
    await screen.findByRole('option', { name: 'Female' })
    fill(screen.getByLabelText('Gender'), '1')
    await searchIn('Find by details')
    expect(await screen.findByRole('heading', { name: 'More than 1000 patients found' })).toBeVisible()
    expect(screen.getByText(/Refine the search/)).toBeVisible()
  })

  test('beyond its hundredth row is read on, sorted and filtered by the service', async () => {
    const seen = quietService({
      '/api/search/demographics': ({ body }) => {
        const { after, q, sort } = JSON.parse(body) as Record<string, string | undefined>
        const familyName = sort ?? q ?? (after === undefined ? 'Beginning' : 'Following')
        const row = { ...edna, familyName, patientId: after === undefined ? 1 : 2 }
        return json([row], 200, {
          'x-total-count': q === undefined ? 'more than 1000' : '2',
          ...(after === undefined && { 'x-next-after': 'there' }),
        })
      },
    })
    renderSite('/falls/admissions')
    await screen.findByRole('option', { name: 'Female' })
    fill(screen.getByLabelText('Gender'), '1')
    await searchIn('Find by details')
    expect(await screen.findByText('Showing 1 of more than 1000 patients')).toBeVisible()
    click(screen.getByRole('button', { name: 'Show 100 more' }))
    expect(await screen.findByText(/FOLLOWING/)).toBeVisible()
    expect(screen.getByText(/BEGINNING/)).toBeVisible()
    click(screen.getByRole('button', { name: /^Patient/ }))
    expect(await screen.findByText(/^PATIENT,/)).toBeVisible()
    fill(screen.getByLabelText('Filter'), 'okafor')
    expect(await screen.findByText('2 of more than 1000 patients')).toBeVisible()
    const asked = seen
      .filter(({ path }) => path === '/api/search/demographics')
      .map(({ body }) => JSON.parse(body) as { limit?: number })
    expect(asked).toMatchObject([
      {},
      { after: 'there', limit: 100 },
      { sort: 'patient', limit: 100 },
      { sort: 'patient', q: 'okafor', limit: 100 },
    ])
  })

  test('a search that is answered after a later one is not shown', async () => {
    const answers: ((response: Response) => void)[] = []
    quietService({
      '/api/search/nhsNumber': () => new Promise<Response>((resolve) => answers.push(resolve)),
      '/api/search/demographics': () =>
        json([{ ...edna, familyName: 'Okafor' }], 200, { 'x-total-count': '1' }),
    })
    renderSite('/falls/admissions')
    fill(await screen.findByLabelText('NHS number'), '999-000-0077')
    await searchIn('Find by NHS number')
    await vi.waitFor(() => expect(answers).toHaveLength(1), patienceMs)
    fill(screen.getByLabelText('Family name'), 'Okafor')
    await searchIn('Find by details')
    await screen.findByRole('link', { name: 'View OKAFOR, Edna (Mrs)' })
    answers[0]?.(json([edna, edna], 200, { 'x-total-count': '2' }))
    await vi.waitFor(
      () =>
        expect(
          within(screen.getByRole('region', { name: 'Find by NHS number' })).getByRole('button', {
            name: 'Search',
          }),
        ).toHaveAttribute('aria-disabled', 'false'),
      patienceMs,
    )
    expect(screen.getByRole('heading', { name: '1 patient found' })).toBeVisible()
  })

  test('a search that fails does not leave the former patients on the screen', async () => {
    let fails = false
    quietService({
      '/api/search/nhsNumber': () => (fails ? json({ message: 'Too many searches.' }, 429) : json([edna])),
    })
    renderSite('/falls/admissions')
    fill(await screen.findByLabelText('NHS number'), '9990000077')
    await searchIn('Find by NHS number')
    await screen.findByRole('heading', { name: '1 patient found' })
    fails = true
    await searchIn('Find by NHS number')
    expect(await screen.findByText('Too many searches.')).toBeVisible()
    expect(screen.queryByText('ASHWORTH, Edna (Mrs)')).toBeNull()
  })

  test('from the header finds by name, and no word of it reaches address or storage', async () => {
    const seen = quietService({
      '/api/search/patients': () =>
        json([
          { ...edna, address: '3 Mill Row, Exampleton', isNear: false },
          {
            ...edna,
            patientId: 13,
            familyName: 'Prosser',
            dateOfBirth: null,
            formerFamilyName: 'Ashworth',
            address: '',
            isNear: false,
          },
          { ...edna, patientId: 12, familyName: 'Ashwood', deceased: true, address: '', isNear: true },
        ]),
    })
    const site = renderSite('/falls/in-treatment')
    await screen.findByRole('heading', { name: 'In treatment' })
    press('/')
    expect(screen.getByRole('searchbox', { name: /^Find a patient/ })).toHaveFocus()
    fillAndEnter(screen.getByRole('searchbox', { name: /^Find a patient/ }), 'Ashworth Edna 1945')
    expect(await screen.findByRole('heading', { name: '3 patients found' })).toHaveFocus()
    expect(screen.getByText('Looked for: Ashworth Edna, born in 1945')).toBeVisible()
    expect(site.state.location.href).toBe('/falls/referral-search')
    expect(seen.find(({ path }) => path === '/api/search/patients')?.body).toBe(
      '{"text":"Ashworth Edna 1945"}',
    )
    const age = ageOn('1945-07-14', today())
    const names = screen.getAllByRole('row').map((row) => row.firstElementChild?.textContent)
    expect(names).toEqual([
      'Patient',
      `ASHWORTH, Edna (Mrs) ${age} years · 3 Mill Row, Exampleton`,
      'PROSSER, Edna (Mrs) Formerly Edna Ashworth',
      'ASHWOOD, Edna (Mrs) Died Near name',
    ])
    const kept = JSON.stringify([
      site.state.location,
      window.history.state,
      { ...sessionStorage },
      { ...localStorage },
      document.title,
    ])
    expect(kept).not.toMatch(/ashworth|edna|9990000077|1945/i)
  })

  test('takes what was typed to the form of a new patient, once and by no address', async () => {
    quietService({ '/api/search/patients': () => json([], 200, { 'x-total-count': '0' }) })
    const site = renderSite('/falls/admissions')
    const box = await screen.findByRole('searchbox', { name: /^Find a patient/ })
    fillAndEnter(box, 'Anneke van der Berg 3/7/1941')
    click(await screen.findByRole('link', { name: 'Register a new patient' }))
    await screen.findByRole('heading', { name: 'Register a patient' })
    expect(screen.getByLabelText('Family name')).toHaveValue('van der Berg')
    expect(screen.getByLabelText(/^First name/)).toHaveValue('Anneke')
    expect(
      ['Day', 'Month', 'Year'].map((part) => screen.getByLabelText<HTMLInputElement>(part).value),
    ).toEqual(['3', '7', '1941'])
    expect(JSON.stringify([site.state.location, window.history.state, { ...sessionStorage }])).not.toMatch(
      /anneke|berg|1941/i,
    )
    await site.navigate({ to: '/falls/admissions' })
    click(await screen.findByRole('link', { name: 'Register a patient' }))
    await screen.findByRole('heading', { name: 'Register a patient' })
    expect(screen.getByLabelText('Family name')).toHaveValue('')
  })

  test('takes postcode and telephone that were typed to the page that asks for them', async () => {
    quietService({ '/api/search/patients': () => json([], 200, { 'x-total-count': '0' }) })
    renderSite('/falls/admissions')
    fillAndEnter(
      await screen.findByRole('searchbox', { name: /^Find a patient/ }),
      'Okafor m146ab 07700 900123',
    )
    click(await screen.findByRole('link', { name: 'register and refer on one page' }))
    await screen.findByRole('heading', { name: 'Register and refer' })
    expect(screen.getAllByLabelText('Family name')[0]).toHaveValue('Okafor')
    expect(screen.getByLabelText('Postcode')).toHaveValue('M14 6AB')
    expect(screen.getByLabelText('Mobile telephone')).toHaveValue('07700900123')
  })

  test.each(['Register a patient', 'Register and refer'])(
    'takes the details that were typed to %s',
    async (link) => {
      quietService()
      renderSite('/falls/admissions')
      fill(await screen.findByLabelText('Family name'), 'Okafor')
      fill(screen.getByLabelText('First name'), 'Ada')
      click(screen.getByRole('link', { name: link }))
      await screen.findByRole('heading', { name: link })
      expect(screen.getAllByLabelText('Family name')[0]).toHaveValue('Okafor')
      expect(screen.getAllByLabelText(/^First name/)[0]).toHaveValue('Ada')
    },
  )

  test('from the header says when nobody has exactly the name', async () => {
    quietService({
      '/api/search/patients': () => json([{ ...edna, address: '', isNear: true }]),
    })
    renderSite('/falls/admissions')
    fillAndEnter(await screen.findByRole('searchbox', { name: /^Find a patient/ }), 'Ashwroth')
    expect(await screen.findByText('Nobody has exactly this name. These names are similar.')).toBeVisible()
  })

  test('from the header for a number that is not ten long says so', async () => {
    quietService()
    renderSite('/falls/admissions')
    fillAndEnter(await screen.findByRole('searchbox', { name: /^Find a patient/ }), '99900')
    expect(await screen.findByText('NHS Number is invalid.')).toBeVisible()
  })
})

test('the patients whom this person had open last lead to their pathways', async () => {
  quietService({
    '/api/patient/recent': () => json([{ ...edna, address: '3 Mill Row, Exampleton', isNear: false }]),
  })
  renderSite('/falls/referral-search')
  const recent = await cardOf('Patients you had open last')
  expect(within(recent).getByRole('link', { name: 'ASHWORTH, Edna (Mrs)' })).toHaveAttribute(
    'href',
    '/falls/pathway/view?id=21&patientId=11',
  )
  expect(recent).toHaveTextContent('999-000-0077 · 3 Mill Row, Exampleton · ZZ9 9ZZ')
})
