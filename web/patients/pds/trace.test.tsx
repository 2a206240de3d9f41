import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { PdsPerson, TraceReply } from '../../../contract/exchange/pds/pds.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { patientService, sentTo } from '../../testing/patientService.ts'
import { click, fill } from '../../testing/person.ts'
import { beSignedInWithPds, clinician, renderSite } from '../../testing/renderSite.tsx'

afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const edith: PdsPerson = {
  ...{ nhsNumber: '9998500001', supersededNumber: null, familyName: 'Tracewell', firstName: 'Edith' },
  ...{ title: 'Mrs', namePrefix: 1, gender: 'Female', genderId: 1, dateOfBirth: '1941-07-14' },
  ...{ isSensitive: false, death: null, ended: {} },
  address: {
    ...{ addressLine1: '12', addressLine2: 'Larkfield Walk', addressLine3: '', town: 'Sampletown' },
    ...{ county: 'Exampleshire', postcode: 'ZZ9 4QF' },
  },
  ...{ phoneHome: '01632 960871', phoneWork: null, phoneMobile: null, email: null },
  practice: { code: 'Z99001', name: 'Example Green Surgery', postcode: 'ZZ99 1AB' },
}
const found: TraceReply = {
  ...{ traceId: 5, outcome: 'found', waitSeconds: null, person: edith, isTaken: false, takenBy: null },
}
const nobody: TraceReply = { ...found, outcome: 'none', person: null }
/** Of a sensitive person the service sends no more. */
const hidden: PdsPerson = {
  ...{
    ...edith,
    isSensitive: true,
    title: null,
    namePrefix: null,
    address: null,
    phoneHome: null,
    practice: null,
  },
}

const open = async (reply: TraceReply | Response, pds: 'on' | 'standIn' | 'off' = 'on') => {
  beSignedInWithPds(pds, clinician)
  const seen = patientService({
    '/api/pds/trace': () => (reply instanceof Response ? reply : json(reply)),
  })
  renderSite('/falls/register')
  await screen.findByRole('option', { name: 'Female' })
  return seen
}
const block = (title: string) => within(screen.getByRole('group', { name: title }))
const number = () => screen.getByLabelText('NHS number')
const trace = () => click(screen.getByRole('button', { name: 'Trace with PDS' }))
const boxOf = (label: string) => block('Patient').getByLabelText<HTMLInputElement>(label)

describe('a trace on the registration form', () => {
  test('by the number alone fills everything that PDS says, and saves nothing', async () => {
    const seen = await open(found)
    fill(number(), '999 850 0001')
    trace()
    await screen.findByRole('heading', { name: 'PDS found one person' })
    expect(sentTo('/api/pds/trace', seen)).toEqual([{ nhsNumber: '999 850 0001' }])
    expect(screen.getByRole('radio', { name: /^Family name, PDS/ })).toBeChecked()
    click(screen.getByRole('button', { name: 'Use these' }))
    expect(boxOf('Family name')).toHaveValue('Tracewell')
    expect(boxOf('First name (optional)')).toHaveValue('Edith')
    expect(screen.getAllByLabelText('Gender')[0]).toHaveValue('1')
    expect(boxOf('Year')).toHaveValue('1941')
    expect(screen.getByLabelText('Address line 2')).toHaveValue('Larkfield Walk')
    expect(screen.getByLabelText('Home telephone')).toHaveValue('01632 960871')
    expect(screen.getByRole('combobox', { name: 'Registered GP' })).toHaveValue(
      'Example Green Surgery, ZZ99 1AB',
    )
    expect(screen.getByText('Filled in from PDS. Nothing is saved yet.')).toBeVisible()
    expect(seen.some(({ path }) => /\/(save|v1)/.test(path))).toBe(false)
  })

  test('sends its id with the registration, for the server to compare', async () => {
    const seen = await open(found)
    await screen.findByRole('option', { name: 'GP' })
    fill(number(), '9998500001')
    trace()
    click(await screen.findByRole('button', { name: 'Use these' }))
    click(screen.getByRole('button', { name: 'Today for Referral date' }))
    fill(screen.getByLabelText('Referrer'), '1')
    fill(screen.getByLabelText('Referral method'), '2')
    click(screen.getByRole('button', { name: 'Register and refer' }))
    await waitFor(() => expect(sentTo('/api/falls/v1/save', seen)).toHaveLength(1))
    expect(sentTo('/api/falls/v1/save', seen)[0]).toMatchObject({
      patient: { familyName: 'Tracewell', registeredGP: 'Z99001', pdsTraceId: 5 },
    })
  })

  test('keeps what is typed unless the user chooses otherwise', async () => {
    await open(found)
    fill(boxOf('Family name'), 'Trasewell')
    fill(boxOf('Day'), '14')
    fill(boxOf('Month'), '7')
    fill(boxOf('Year'), '1941')
    trace()
    const theirs = await screen.findByRole('radio', { name: /^Family name, PDS/ })
    expect(screen.getByRole('radio', { name: /^Family name, here/ })).toBeChecked()
    click(screen.getByRole('button', { name: 'Use these' }))
    expect(boxOf('Family name')).toHaveValue('Trasewell')
    expect(number()).toHaveValue('9998500001')
    expect(theirs).not.toBeInTheDocument()
    trace()
    click(await screen.findByRole('radio', { name: /^Family name, PDS/ }))
    click(screen.getByRole('button', { name: 'Use these' }))
    expect(boxOf('Family name')).toHaveValue('Tracewell')
  })

  test('offers what has ended, and says so, but not by itself', async () => {
    await open({ ...found, person: { ...edith, ended: { address: '2020-12-31' } } })
    fill(number(), '9998500001')
    trace()
    expect(await screen.findByText('Ended on 31-Dec-2020')).toBeVisible()
    expect(screen.getByRole('radio', { name: /^Address, here/ })).toBeChecked()
  })

  test('of a sensitive person offers who it is, and nothing of where', async () => {
    await open({ ...found, person: hidden })
    fill(number(), '9998500001')
    trace()
    expect(await screen.findByText('This person’s record is sensitive.')).toBeVisible()
    const rows = within(screen.getByRole('table', { name: /what PDS says/ })).getAllByRole('rowheader')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'NHS number',
      'Family name',
      'First name',
      'Gender',
      'Date of birth',
    ])
    click(screen.getByRole('button', { name: 'Use these' }))
    expect(screen.getByLabelText('Address line 1')).toHaveValue('')
  })

  test('says that a number was replaced, and that somebody died', async () => {
    const person = { ...edith, supersededNumber: '9998500079', death: { day: '2026-06-10', isFormal: false } }
    await open({ ...found, outcome: 'superseded', person })
    fill(number(), '9998500079')
    trace()
    expect(await screen.findByText(/PDS has 999-850-0001 in place of 999-850-0079/)).toBeVisible()
    expect(screen.getByText(/died on 10-Jun-2026/)).toBeVisible()
    expect(screen.getByText(/has not confirmed it/)).toBeVisible()
    expect(screen.getByRole('radio', { name: /^NHS number, PDS/ })).not.toBeChecked()
  })

  test('leads to the record that has the number already', async () => {
    await open({ ...found, isTaken: true, takenBy: 11 })
    fill(number(), '9998500001')
    trace()
    expect(await screen.findByText(/This person is registered already/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Open that record' })).toHaveAttribute(
      'href',
      '/falls/patient/view?id=11',
    )
  })

  test.each<readonly [TraceReply['outcome'], number | null, RegExp]>([
    ['several', null, /ask for the NHS number/],
    ['tooMany', null, /ask for the NHS number/],
    ['none', null, /may not have been issued/],
    ['invalidated', null, /was withdrawn/],
    ['refused', null, /did not accept the question/],
    ['notAllowed', null, /Tell those who run it/],
    ['timedOut', null, /took too long/],
    ['slowDown', 7, /asks for 7 seconds/],
    ['away', null, /cannot be reached/],
  ])('%s is said in plain words, and leaves the form as it was', async (outcome, waitSeconds, words) => {
    await open({ ...nobody, outcome, waitSeconds })
    fill(boxOf('Family name'), 'Trasewell')
    fill(number(), '9998500001')
    trace()
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Use these' })).toBeNull()
    expect(boxOf('Family name')).toHaveValue('Trasewell')
    expect(number()).toHaveValue('9998500001')
    click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText(words)).toBeNull()
  })

  test('says at the field what is missing', async () => {
    await open(json({ familyName: 'To trace without an NHS number, enter the family name' }, 400))
    trace()
    await waitFor(() => expect(boxOf('Family name')).toHaveFocus())
    expect(screen.getAllByText(/^To trace without an NHS number/)[0]).toBeVisible()
  })

  test('says that the service did not answer', async () => {
    await open(json({ message: 'The service is busy.' }, 503))
    fill(number(), '9998500001')
    trace()
    expect(await screen.findByText('The service is busy.')).toBeVisible()
    expect(number()).toHaveValue('9998500001')
  })

  test('says that a stand-in invents its answers', async () => {
    await open(found, 'standIn')
    fill(number(), '9998500001')
    trace()
    expect(await screen.findByText('Demonstration: invented answers.')).toBeVisible()
  })

  test('is not there where PDS is not set up', async () => {
    await open(found, 'off')
    expect(screen.queryByRole('button', { name: 'Trace with PDS' })).toBeNull()
  })
})

describe('a record that is open', () => {
  const openRecord = async (
    reply: TraceReply,
    { pds = 'on' as 'on' | 'off', saved = () => json({ id: 11, version: 4 }) } = {},
  ) => {
    beSignedInWithPds(pds, clinician)
    const seen = patientService({ '/api/pds/check': () => json(reply), '/api/patient/save': saved })
    const site = renderSite('/falls/patient/view?id=11')
    await screen.findByRole('heading', { name: 'Patient', level: 1 })
    return { seen, site }
  }
  const check = async () => {
    click(screen.getByRole('button', { name: 'Check with PDS' }))
    return within(await screen.findByRole('region', { name: /PDS/ }))
  }

  test('is compared on the user’s click, and each difference is accepted by itself', async () => {
    const { seen } = await openRecord(found)
    expect(sentTo('/api/pds/check', seen)).toEqual([])
    const card = await check()
    expect(sentTo('/api/pds/check', seen)).toEqual([{ patientId: 11 }])
    expect(sentTo('/api/patient/save', seen)).toEqual([])
    click(card.getByRole('button', { name: 'Accept Address of PDS' }))
    await waitFor(() => expect(sentTo('/api/patient/save', seen)).toHaveLength(1))
    const [sent] = sentTo('/api/patient/save', seen)
    expect(sent).toMatchObject({ id: 11, ...edith.address, pdsTraceId: 5 })
    expect(sent).not.toHaveProperty('phoneHome')
    expect(sent).not.toHaveProperty('registeredGP')
  })

  test('keeps what PDS does not say', async () => {
    await openRecord({ ...found, person: { ...edith, address: null, phoneHome: null, practice: null } })
    const card = await check()
    expect(card.queryByRole('rowheader', { name: /Address|telephone|GP/ })).toBeNull()
  })

  test('of somebody who died leads to the form for the death, with the day', async () => {
    const { seen } = await openRecord({
      ...found,
      person: { ...edith, death: { day: '2026-06-10', isFormal: true } },
    })
    const card = await check()
    click(card.getByRole('link', { name: 'Record the death' }))
    expect(await screen.findByRole('heading', { name: 'Deceased', level: 1 })).toBeVisible()
    expect(screen.getByLabelText('Month')).toHaveValue('6')
    expect(screen.getByText(/^PDS gives this date of death/)).toBeVisible()
    expect(sentTo('/api/patient/save', seen)).toEqual([])
  })

  test('of a sensitive person: who may restrict it, and nothing to accept of where', async () => {
    await openRecord({ ...found, person: hidden })
    const card = await check()
    expect(card.getByText(/Ask a Team Lead or Information Governance/)).toBeVisible()
    expect(card.getByRole('link', { name: 'Add a flag' })).toBeVisible()
    expect(card.queryByRole('button', { name: /Address|telephone|GP/ })).toBeNull()
  })

  test('whose new number another patient has is not given it: a merge is offered', async () => {
    await openRecord({
      ...found,
      ...{ outcome: 'superseded', isTaken: true, takenBy: 12 },
      person: { ...edith, supersededNumber: '9990000077' },
    })
    const card = await check()
    expect(card.getByText(/the number cannot be changed before they are merged/)).toBeVisible()
    expect(card.queryByRole('button', { name: 'Accept NHS number of PDS' })).toBeNull()
    expect(card.getByText(/A Team Lead can merge them/)).toBeVisible()
  })

  test('says why a difference could not be saved', async () => {
    const saved = () =>
      json({ code: 'conflict', message: 'Somebody changed this record.', requestId: 'r' }, 409)
    await openRecord(found, { saved })
    const card = await check()
    click(card.getByRole('button', { name: 'Accept Family name of PDS' }))
    expect(await screen.findByText('Somebody changed this record.')).toBeVisible()
  })

  test('has no such button where PDS is not set up', async () => {
    await openRecord(found, { pds: 'off' })
    expect(screen.queryByRole('button', { name: 'Check with PDS' })).toBeNull()
  })
})
