import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LikelyDuplicate } from '../../../contract/platform/calls/likelyDuplicate.ts'
import type { Problem } from '../../../contract/platform/calls/problem.ts'
import { idempotencyKeyHeader } from '../../../contract/accounts/session.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { errorSummary } from '../../testing/errorSummary.ts'
import { json, type Answer, type Seen } from '../../testing/fakeService.ts'
import { ednaView } from '../../testing/patients.ts'
import { patientService, sentTo } from '../../testing/patientService.ts'
import { click, fill } from '../../testing/person.ts'
import { beSignedIn, clinician, renderSite } from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  vi.useRealTimers()
  forgetSession('person')
  vi.unstubAllGlobals()
})

const alike: LikelyDuplicate = {
  id: 31,
  familyName: 'Ashworth',
  firstName: 'Edna',
  namePrefix: 'Mrs',
  dateOfBirth: '1945-07-14',
  nhsNumber: '9990000077',
  postcode: null,
}

const refusal = (code: Problem['code'], message: string, more: Partial<Problem> = {}): Response =>
  json({ code, message, requestId: 'test', ...more } satisfies Problem, 409)

const notJudged = ({ body }: Seen): boolean => !body.includes('"notDuplicateOf":[31]')

/** Refuses until the user has judged the candidates. */
const once =
  (reply: unknown): Answer =>
  (seen) =>
    notJudged(seen)
      ? refusal('likely-duplicate', 'This person may be registered already. Please check before going on.', {
          duplicates: [alike],
        })
      : json(reply)

const type = async (): Promise<void> => {
  await screen.findByRole('option', { name: 'Female' })
  fill(screen.getByLabelText('Family name'), 'Ashwort')
  fill(screen.getByLabelText('Gender'), '1')
  click(screen.getByRole('checkbox', { name: 'NHS number unknown' }))
}

const register = async (answer: Answer) => {
  const seen = patientService({ '/api/patient/save': answer })
  const site = renderSite('/falls/patient/demographics?id=0&newReferral=true')
  await type()
  click(screen.getByRole('button', { name: 'Register' }))
  return { seen, site }
}

describe('a patient who may be registered already', () => {
  test('is shown in place of the form, with what tells people apart', async () => {
    await register(once({ id: 11, version: 1 }))
    const heading = await screen.findByRole('heading', { name: 'Is it this person?' })
    await waitFor(() => expect(heading).toHaveFocus())
    const rows = within(screen.getByRole('table', { name: 'ASHWORTH, Edna (Mrs)' })).getAllByRole('row')
    expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['', 'You typed', 'Registered'],
      ['Name', 'ASHWORT', 'ASHWORTH, Edna differs'],
      ['Date of birth', 'Not Recorded', '14-Jul-1945'],
      ['NHS number', 'Unknown', '999-000-0077'],
      ['Postcode', 'Not asked yet', 'Not Recorded'],
    ])
    expect(screen.getByRole('link', { name: 'Open ASHWORTH, Edna (Mrs)' })).toHaveAttribute(
      'href',
      '/falls/patient/view?id=31',
    )
    expect(screen.queryByRole('button', { name: 'Register' })).toBeNull()
  })

  test('is opened with one press, which asks nothing; what was typed is offered on return', async () => {
    const { site, seen } = await register(once({ id: 11, version: 1 }))
    const section = await screen.findByRole('region', { name: 'Is it this person?' })
    // The safe choice comes first and looks like the usual button.
    const [open, ...others] = section.querySelectorAll<HTMLElement>('a, button')
    expect(open).toHaveAccessibleName('Open ASHWORTH, Edna (Mrs)')
    expect(open).toHaveClass('nhsuk-button')
    expect(others.map(({ className }) => className)).not.toContain('nhsuk-button')
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false)
    click(open ?? section)
    await waitFor(() => expect(site.state.location.pathname).toBe('/falls/patient/view'))
    await screen.findByRole('heading', { level: 1, name: 'Patient' })
    expect(confirm).not.toHaveBeenCalled()
    expect(sentTo('/api/draft/save', seen)).toMatchObject([{ changes: { familyName: 'Ashwort' } }])
    await act(async () => site.history.back())
    expect(await screen.findByRole('button', { name: 'Bring it back' })).toBeVisible()
  })

  test('is somebody else: the registration continues, to the new referral', async () => {
    const { seen, site } = await register(once({ id: 11, version: 1 }))
    click(await screen.findByRole('button', { name: 'Somebody else: register a new patient' }))
    expect(await screen.findByRole('heading', { name: 'New referral' })).toBeVisible()
    expect(site.state.location.search).toEqual({ id: 0, patientId: 11, newReferral: true })
    expect(sentTo('/api/patient/save', seen)).toMatchObject([
      { familyName: 'Ashwort', notDuplicateOf: [] },
      { familyName: 'Ashwort', notDuplicateOf: [31] },
    ])
    const keys = seen
      .filter(({ path }) => path === '/api/patient/save')
      .map(({ headers }) => headers.get(idempotencyKeyHeader))
    expect(new Set(keys).size).toBe(2)
  })

  test('can be reconsidered: back at the form everything is as it was typed, and is not lost without asking', async () => {
    const { site } = await register(once({ id: 11, version: 1 }))
    click(await screen.findByRole('button', { name: 'Go back to the form' }))
    expect(screen.getByLabelText('Family name')).toHaveValue('Ashwort')
    expect(screen.getByLabelText('Family name')).toHaveFocus()
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false)
    click(screen.getByRole('link', { name: 'Cancel' }))
    await waitFor(() => expect(confirm).toHaveBeenCalledOnce())
    expect(site.state.location.pathname).toBe('/falls/patient/demographics')
    confirm.mockRestore()
  })

  test('is somebody else, and then something is wrong with the form: it says so at the field', async () => {
    await register((seen) =>
      notJudged(seen)
        ? once(null)(seen)
        : json({ nhsNumber: 'This NHS number belongs to another patient' }, 400),
    )
    click(await screen.findByRole('button', { name: /register a new patient/ }))
    const said = await screen.findByRole('link', { name: 'This NHS number belongs to another patient' })
    expect(await errorSummary()).toContainElement(said)
    expect(screen.getByRole('button', { name: 'Register' })).toBeVisible()
  })

  test('is asked about on the older create screen too, and the referral is saved in one go', async () => {
    const seen = patientService({ '/api/falls/v1/save': once({ id: 21, version: 1, patientId: 11 }) })
    const site = renderSite('/falls/referral-create')
    await type()
    const date = within(screen.getByRole('group', { name: 'Referral date' }))
    fill(date.getByLabelText('Day'), '5')
    fill(date.getByLabelText('Month'), '1')
    fill(date.getByLabelText('Year'), '2020')
    fill(screen.getByLabelText('Referrer'), '1')
    fill(screen.getByLabelText('Referral method'), '1')
    click(screen.getByRole('button', { name: 'Save' }))
    click(await screen.findByRole('button', { name: /register a new patient/ }))
    expect(await screen.findByRole('heading', { name: 'Pathway' })).toBeVisible()
    expect(site.state.location.search).toMatchObject({ id: 21, patientId: 11 })
    expect(sentTo('/api/falls/v1/save', seen)).toMatchObject([
      { patient: { notDuplicateOf: [] } },
      { patient: { notDuplicateOf: [31] }, referral: { referralDate: '2020-01-05' } },
    ])
  })
})

describe('a registration whose answer is lost', () => {
  const keysOf = (seen: Seen[]) =>
    seen
      .filter(({ path }) => path === '/api/patient/save')
      .map(({ headers }) => headers.get(idempotencyKeyHeader))

  test('is sent again as the same one', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let isLost = true
    const { seen } = await register(() => {
      if (isLost) throw new TypeError('The connection broke')
      return json({ id: 11, version: 1 })
    })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(
      await screen.findByText(
        /The service cannot be reached, and we could not confirm.* What you typed is still here\.$/,
      ),
    ).toBeVisible()
    isLost = false
    click(screen.getByRole('button', { name: 'Register' }))
    await screen.findByRole('heading', { name: 'New referral' })
    const [first, ...repeats] = keysOf(seen)
    expect(first).toBeTruthy()
    expect(repeats).toEqual([first, first, first, first])
  })

  test('and is then changed says that the first one was saved', async () => {
    await register(() =>
      json({ code: 'key-reused', message: 'This Idempotency-Key was used.', requestId: 'test' }, 422),
    )
    expect(await screen.findByText(/Your first attempt was saved/)).toBeVisible()
  })
})

test('a registration without a practice goes to the patient, who says what a referral still needs', async () => {
  patientService({}, () => ({ ...ednaView, registeredGP: null }))
  renderSite('/falls/patient/demographics?id=0&newReferral=true')
  await type()
  click(screen.getByRole('button', { name: 'Register' }))
  expect(await screen.findByRole('heading', { name: 'Patient', level: 1 })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Registered GP required' })).toBeVisible()
})
