import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { patientService } from '../../testing/patientService.ts'
import { click, fill } from '../../testing/person.ts'
import { administrator, beSignedIn, edna, governance, renderSite } from '../../testing/renderSite.tsx'
import { personInWords } from './peopleInWords.ts'

afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const row = {
  id: '71',
  at: '2026-03-02T09:15:00.000Z',
  who: 'Ada Okoro',
  userId: 9,
  role: 'Clinician',
  patientId: null,
  patient: null,
  nhsNumber: null,
  what: 'Looked at: Everything that the page of a referral shows, in one reply',
  times: 1,
  address: '10.1.2.3',
}
const person = {
  who: 'Ada Okoro',
  role: 'Clinician',
  first: '2026-02-01T10:00:00.000Z',
  last: '2026-03-02T09:15:00.000Z',
  opened: 4,
  changed: 2,
  listed: 1,
}
const seal = {
  segments: 3,
  lastSealedAt: '2026-03-02T09:15:00.000Z',
  unsealed: 0,
  oldestUnsealedAt: null,
  anchorPlace: null,
  lastAnchor: null,
  lastCheck: null,
}
const answer = {
  rows: [row],
  isMore: false,
  people: [person],
  patient: { id: 11, name: 'Ashworth, Edna', nhsNumber: '9990000077', dateOfBirth: '1945-07-14' },
}

describe('what one person had to do with a patient, in words', () => {
  test.each([
    [
      person,
      'Ada Okoro (Clinician) opened the record 4 times, changed it twice and saw the name among others, on a list or in a report, once, between 01/02/2026 10:00 and 02/03/2026 09:15.',
    ],
    [
      { ...person, role: null, opened: 0, listed: 0, first: person.last },
      'Ada Okoro changed the record twice, on 02/03/2026 09:15.',
    ],
  ])('%#', (given, words) => {
    expect(personInWords(given)).toBe(words)
  })
})

describe('who opened this patient', () => {
  test('is asked by NHS number, and answered in sentences and event by event', async () => {
    beSignedIn(governance)
    patientService({
      '/api/search/nhsNumber': () => json([edna]),
      '/api/audit/patient': () => json(answer),
      '/api/audit/seal': () => json(seal),
    })
    const site = renderSite('/falls/audit')
    await screen.findByRole('heading', { level: 1, name: 'Who opened this patient' })
    fill(await screen.findByLabelText('NHS Number'), '999 000 0077')
    click(screen.getByRole('button', { name: 'Ask' }))
    expect(await screen.findByText(personInWords(person))).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'Ashworth, Edna' })).toBeInTheDocument()
    expect(screen.getByText(row.what)).toBeInTheDocument()
    expect(site.state.location.search).toMatchObject({ question: 'patient', patientId: 11 })
    expect(document.title).toBe('Audit – Surefoot')
  })

  test('says at the field that nobody has the number', async () => {
    beSignedIn(governance)
    patientService({ '/api/search/nhsNumber': () => json([]), '/api/audit/seal': () => json(seal) })
    renderSite('/falls/audit')
    fill(await screen.findByLabelText('NHS Number'), '999 000 0077')
    click(screen.getByRole('button', { name: 'Ask' }))
    await waitFor(() =>
      expect(screen.getByLabelText('NHS Number')).toHaveAccessibleDescription(
        /No patient with this NHS number/,
      ),
    )
  })
})

describe('how the audit trail proves itself', () => {
  const show = async (more: object) => {
    beSignedIn(administrator)
    patientService({
      '/health/ready': () => json({ status: 'ok', parts: {} }),
      '/api/audit/seal': () => json({ ...seal, ...more }),
    })
    renderSite('/falls/administration')
    await screen.findByRole('heading', { name: 'Audit trail' })
    return screen.findByText(/Every event is sealed/)
  }

  test('stands on the administrators’ page, with what is not set up', async () => {
    expect(await show({})).toHaveTextContent('Every event is sealed, the last on 02/03/2026 09:15.')
    expect(screen.getByText(/Not noted outside the database/)).toBeInTheDocument()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('alarms when the check found something', async () => {
    const check = {
      endedAt: new Date().toISOString(),
      segments: 3,
      events: 2900,
      archivedEvents: 0,
      anchors: null,
    }
    await show({ lastCheck: { ...check, problems: 2, firstProblem: 'Segment 2: event 1204 was changed' } })
    expect(await screen.findByRole('alert')).toHaveTextContent('Segment 2: event 1204 was changed.')
  })
})
