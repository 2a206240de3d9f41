import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { today } from '../../../contract/platform/dates/dates.ts'
import { forgetSession, setProfile, startSession } from '../../platform/session/session.ts'
import { json, pair, profileOf } from '../../testing/fakeService.ts'
import { ednaExercise, ednaPathway } from '../../testing/patients.ts'
import { patientService, sentTo } from '../../testing/patientService.ts'
import { click, fill, press } from '../../testing/person.ts'
import { clinician, renderSite } from '../../testing/renderSite.tsx'
import { recordScreens } from './screens.ts'

const me = 'Nair, Priya'
const clinic = 'Clinic'
const signIn = (user: { clinicianId: number | null; teamMemberId: number | null }): void => {
  startSession(pair('one'))
  const profile = profileOf(clinician)
  setProfile({ ...profile, user: { ...profile.user, ...user } })
}
beforeEach(() => signIn({ clinicianId: 2, teamMemberId: 2 }))
afterEach(() => {
  forgetSession('person')
  localStorage.clear()
  vi.unstubAllGlobals()
})

const people = (other: string) => () =>
  json([
    { id: 1, name: other, isActive: true },
    { id: 2, name: me, isActive: true },
  ])
const names = (...all: string[]) => json(all.map((name, index) => ({ id: index + 1, name, isActive: true })))
const service = (answers: Parameters<typeof patientService>[0] = {}) =>
  patientService({
    '/api/pathway/get': () => json({ ...ednaPathway, exercise: [ednaExercise] }),
    '/api/clinician/all': people('Okafor, Ada'),
    '/api/teamMember/all': people('Hill, Ann'),
    '/api/location/all': () => names(clinic, 'Town hall'),
    '/api/exerciseType/all': () => names('Tai Chi'),
    '/api/concern/all': () => names('Vision'),
    '/api/equipment/all': () => names('Walking stick'),
    '/api/referTo/all': () => names('Podiatry'),
    '/api/goalsAchieved/all': () => names('Yes'),
    '/api/declinedReferral/all': () => names('Declined'),
    '/api/dischargeReason/all': () => names('Completed'),
    '/api/frat/save': () => json({ id: 9, version: 1 }),
    ...answers,
  })

const here = '?id=21&patientId=11'
const recordForms = Object.values(recordScreens).map(
  ({ path }) => `pathway/${path.replace('$exerciseId/', '71/').replace(/\$\w+$/, '0')}${here}`,
)
const forms = [
  ...recordForms.map((path) => path.replace('exercise/71/', 'exercise/0')),
  `pathway/discharge${here}`,
  `pathway/cancel${here}`,
  `pathway/consent${here}`,
  `pathway/task/0${here}`,
  'pathway/referral?id=0&patientId=11',
  'patient/consent?id=11',
  'patient/deceased?id=11',
  'patient/capacity/0?id=11',
  'referral-create',
  'register',
]

const open = async (path: string): Promise<void> => {
  renderSite(`/falls/${path}`)
  await waitFor(() => expect(document.querySelector('form.sf-form')).not.toBeNull())
}
/** The date fields with three boxes, and the name of each. */
const dates = (): { name: string; boxes: HTMLInputElement[]; group: HTMLElement }[] =>
  screen
    .queryAllByRole('group')
    .filter((group) => group.querySelector(':scope > .nhsuk-date-input') !== null)
    .map((group) => ({
      group,
      name: group.querySelector('legend')?.textContent ?? '',
      boxes: within(group).getAllByRole('textbox'),
    }))
const typed = (boxes: HTMLInputElement[]): string[] => boxes.map(({ value }) => value)
const now = (): string[] =>
  today()
    .split('-')
    .toReversed()
    .map((part) => part.replace(/^0/, ''))
const choicesThatList = (name: string): HTMLSelectElement[] =>
  screen
    .queryAllByRole<HTMLSelectElement>('option', { name })
    .map((option) => option.closest('select') as HTMLSelectElement)
const labelOf = ({ labels }: HTMLSelectElement): string => labels?.[0]?.textContent ?? ''

const isAskedFor = (label: RegExp): boolean =>
  [...document.querySelectorAll('label')].some(({ textContent }) => label.test(textContent))

test.each(forms)(
  'the form at %s begins empty, and offers today, me and the place that was used last at one press each',
  async (path) => {
    service()
    localStorage.setItem('surefoot.lastUsed.7', JSON.stringify({ location: '2' }))
    await open(path)
    for (const { name, boxes, group } of dates()) {
      expect(typed(boxes)).toEqual(['', '', ''])
      // A date of birth offers no button for today.
      if (name.startsWith('Date of birth')) {
        expect(within(group).queryByRole('button')).toBeNull()
        continue
      }
      click(within(group).getByRole('button', { name: `Today for ${name}` }))
      expect(typed(boxes)).toEqual(now())
      for (const box of boxes) fill(box, '')
      press('t', boxes[0])
      expect(typed(boxes)).toEqual(now())
    }

    if (isAskedFor(/^(Clinician|Team member|Discharge clinician)/))
      await screen.findAllByRole('option', { name: me })
    for (const choice of choicesThatList(me)) {
      expect(choice).toHaveValue('')
      click(screen.getByRole('button', { name: `Me for ${labelOf(choice)}` }))
      expect(choice).toHaveDisplayValue(me)
    }

    if (isAskedFor(/^Location$/)) await screen.findByRole('option', { name: clinic })
    for (const choice of choicesThatList(clinic)) {
      expect(choice).toHaveValue('')
      click(screen.getByRole('button', { name: `Last used: Town hall for ${labelOf(choice)}` }))
      expect(choice).toHaveDisplayValue('Town hall')
    }
  },
)

describe('the form of a FRAT', () => {
  const frat = `pathway/frat/0${here}`

  test('offers no Me to who is not in the list', async () => {
    signIn({ clinicianId: 2, teamMemberId: null })
    service()
    await open(frat)
    await screen.findByRole('option', { name: me })
    expect(screen.queryByRole('button', { name: /^Me\b/ })).toBeNull()
  })

  test('keeps the room of Me, and nothing to press, for who has left the list', async () => {
    signIn({ clinicianId: null, teamMemberId: 99 })
    service()
    await open(frat)
    await screen.findByRole('option', { name: me })
    expect(screen.queryByRole('button', { name: /^Me\b/ })).toBeNull()
    expect(screen.getByText('Me')).not.toBeVisible()
  })

  test('remembers the place for the next form of the same person, and for nobody else', async () => {
    service()
    await open(frat)
    await screen.findByRole('option', { name: clinic })
    expect(screen.queryByRole('button', { name: /^Last used/ })).toBeNull()
    fill(screen.getByLabelText('Location'), '2')
    expect(Object.entries(localStorage)).toEqual([['surefoot.lastUsed.7', '{"location":"2"}']])
  })

  test('sends what was filled in by presses alone', async () => {
    localStorage.setItem('surefoot.lastUsed.7', JSON.stringify({ location: '1' }))
    const seen = service()
    await open(frat)
    click(screen.getByRole('button', { name: 'Today for Assessment date' }))
    click(await screen.findByRole('button', { name: 'Me for Team member' }))
    click(await screen.findByRole('button', { name: 'Last used: Clinic for Location' }))
    for (const no of screen.getAllByRole('radio', { name: 'No' })) click(no)
    click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sentTo('/api/frat/save', seen)).toHaveLength(1))
    expect(sentTo('/api/frat/save', seen)[0]).toMatchObject({
      assessmentDate: today(),
      teamMemberId: 2,
      locationId: 1,
      fratScore: 0,
    })
  })

  test('does not offer to repeat where the last person went', async () => {
    localStorage.setItem('surefoot.lastUsed.7', JSON.stringify({ dischargedTo: '1' }))
    service()
    await open(frat)
    await screen.findByRole('option', { name: 'GP care' })
    expect(screen.queryByRole('button', { name: /^Last used/, hidden: true })).toBeNull()
  })
})

test('a death is never offered as what was used last', async () => {
  service({
    '/api/dischargedTo/all': () => json([{ id: 8, name: 'Died', isActive: true, code: 'died' }]),
  })
  await open(`pathway/discharge${here}`)
  await screen.findByRole('option', { name: 'Died' })
  fill(screen.getByLabelText('Discharged to (optional)'), '8')
  expect(localStorage).toHaveLength(0)
})

describe('T in the boxes of a date', () => {
  const boxesOf = async (): Promise<HTMLInputElement[]> => {
    service()
    await open(`pathway/frat/0${here}`)
    return dates()[0]?.boxes ?? []
  }

  test('is a letter where the name of a month is being typed', async () => {
    const boxes = await boxesOf()
    const month = boxes[1] as HTMLInputElement
    fill(month, 'Oc')
    month.setSelectionRange(2, 2)
    press('t', month)
    expect(typed(boxes)).toEqual(['', 'Oc', ''])
  })

  test.each([0, 1, 2])(
    'is today in an empty box, number %i, and over what is selected there',
    async (box) => {
      const boxes = await boxesOf()
      press('T', boxes[box])
      expect(typed(boxes)).toEqual(now())
      for (const each of boxes) fill(each, '1')
      boxes[box]?.select()
      press('t', boxes[box])
      expect(typed(boxes)).toEqual(now())
    },
  )
})
