import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bankHolidaysOf } from '../../../contract/platform/dates/bankHolidays.ts'
import { addDays, daysBetween } from '../../../contract/platform/dates/dates.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { patientService, sentTo } from '../../testing/patientService.ts'
import { beSignedIn, clinician, renderSite } from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const holidayOn = bankHolidaysOf('england', null)
const list = (name: string) => () => json([{ id: 1, name, isActive: true }])
const service = (answers = {}) =>
  patientService({
    '/api/exerciseType/all': list('Tai Chi'),
    '/api/location/all': list('Hall'),
    '/api/clinician/all': list('Hill, Ann'),
    '/api/class/save': () => json({ id: 3, version: 1 }),
    '/api/appointment/bankHolidays': ({
      query: { from = '', until = '' },
    }: {
      query: Record<string, string>
    }) =>
      json(
        Array.from({ length: daysBetween(from, until) + 1 }, (_, at) => addDays(from, at)).flatMap((day) => {
          const name = holidayOn(day)
          return name === null ? [] : [{ day, name }]
        }),
      ),
    ...answers,
  })

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const begins = (day: string, month: string, year: string) => {
  const group = within(screen.getByRole('group', { name: 'First day' }))
  for (const [label, value] of [
    ['Day', day],
    ['Month', month],
    ['Year', year],
  ] as const)
    fireEvent.change(group.getByLabelText(label), { target: { value } })
}
const off = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox', { hidden: true })
    .filter(({ checked }) => checked)
    .map(({ value }) => value)

test('a class of 52 Mondays has its bank holidays left out, until somebody puts one back', async () => {
  const seen = service()
  renderSite('/falls/class-edit/0')
  type(await screen.findByLabelText('Name').then(() => 'Name'), 'Steady steps')
  type('Number of weeks', '52')
  begins('4', '1', '2027')
  expect(await screen.findByText(/^Left out for bank holidays/)).toHaveTextContent(
    'Left out for bank holidays: 29-Mar-2027 (Easter Monday), 03-May-2027 (Early May bank holiday), ' +
      '31-May-2027 (Spring bank holiday), 30-Aug-2027 (Summer bank holiday), 27-Dec-2027 (Christmas Day (substitute day)). ' +
      'To give the class on one, untick it below.',
  )
  fireEvent.click(screen.getByLabelText('03-May-2027 (Early May bank holiday)'))
  await waitFor(() =>
    expect(screen.getByText(/^Left out for bank holidays/)).not.toHaveTextContent('Early May'),
  )
  // Different days have different holidays; a holiday that the user unticked stays unticked.
  type('Number of weeks', '24')
  await waitFor(() => expect(off()).toEqual(['2027-03-29', '2027-05-31']))
  expect(sentTo('/api/class/save', seen)).toEqual([])
})
