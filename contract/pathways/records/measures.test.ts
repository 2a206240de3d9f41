import { describe, expect, it } from 'vitest'
import { measureForm } from './measure.ts'
import { measuresDue } from './measureDue.ts'
import { changeBetween, readingOf, type About, type Measured } from './measureReading.ts'
import { measureCodes, measureOf, measures, type MeasureCode } from './measures.ts'
import { measuredIn, measureSittingForm } from './measureSitting.ts'

const day = '2026-01-05'

/** What happens to a typed value: it is saved, it must be confirmed, or it is refused. */
const answerTo = (measure: MeasureCode, value: unknown): 'accepted' | 'asked' | 'refused' => {
  const isUnable = value === 'unable'
  const checked = measureForm.safeParse({
    measuredDate: day,
    clinicianId: 1,
    measure,
    value: isUnable ? null : value,
    unable: isUnable,
    unusualConfirmed: false,
  })
  if (checked.success) return 'accepted'
  return checked.error.issues.every(({ path }) => path[0] === 'unusualConfirmed') ? 'asked' : 'refused'
}

const woman: About = { dateOfBirth: '1950-07-14', genderCode: '2', all: [] }
const man: About = { ...woman, genderCode: '1' }
const lying = (measure: MeasureCode, value: number): About => ({
  ...woman,
  all: [{ measure, measuredDate: day, value }],
})

type Case = [measure: MeasureCode, value: unknown, answer: string, reading?: string, about?: About]

const steadi = 'CDC STEADI'
const world = 'World Falls Guidelines 2022'
const delbaere = 'Delbaere 2010'
const ng249 = 'NICE NG249'
const rcp = 'RCP, lying and standing blood pressure'

/*
 * The ranges, units and interpretations from the domain facts of the product, with the source of each interpretation.
 */
const cases: Case[] = [
  ['timedUpAndGo', 2.9, 'refused'],
  ['timedUpAndGo', 3, 'asked', `Not below normal: under 12 s (${steadi})`],
  ['timedUpAndGo', 9.9, 'accepted', `Not below normal: under 12 s (${steadi})`],
  ['timedUpAndGo', 11.9, 'accepted', `Not below normal: under 12 s (${steadi})`],
  ['timedUpAndGo', 12, 'accepted', `Below normal: 12 s or more (${steadi})`],
  ['timedUpAndGo', 15, 'accepted', `Below normal: 12 s or more (${steadi})`],
  ['timedUpAndGo', 15.1, 'accepted', `Slow: over 15 s (${world})`],
  ['timedUpAndGo', 60.1, 'asked', `Slow: over 15 s (${world})`],
  ['timedUpAndGo', 180, 'asked', `Slow: over 15 s (${world})`],
  ['timedUpAndGo', 180.1, 'refused'],
  ['timedUpAndGo', 14.25, 'refused'],
  ['timedUpAndGo', '14.2', 'accepted', `Below normal: 12 s or more (${steadi})`],
  ['timedUpAndGo', '14,2', 'refused'],
  ['timedUpAndGo', 'unable', 'accepted'],
  ['timedUpAndGo', null, 'refused'],
  ['timedUpAndGo', '', 'refused'],
  ['chairStand30', 0, 'accepted', `Below average: under 10 for women of this age (${steadi})`],
  [
    'chairStand30',
    8,
    'accepted',
    `Below average: under 9 for women of this age (${steadi})`,
    { ...woman, dateOfBirth: '1945-01-05' },
  ],
  ['chairStand30', 9, 'accepted', `Below average: under 10 for women of this age (${steadi})`],
  ['chairStand30', 10, 'accepted', `Not below average: 10 or more for women of this age (${steadi})`],
  ['chairStand30', 10, 'accepted', `Below average: under 11 for men of this age (${steadi})`, man],
  [
    'chairStand30',
    13,
    'accepted',
    `Below average: under 14 for men of this age (${steadi})`,
    { ...man, dateOfBirth: '1965-01-05' },
  ],
  [
    'chairStand30',
    4,
    'accepted',
    `Not below average: 4 or more for women of this age (${steadi})`,
    { ...woman, dateOfBirth: '1931-01-06' },
  ],
  ['chairStand30', 9, 'accepted', undefined, { ...woman, dateOfBirth: '1966-01-06' }],
  ['chairStand30', 9, 'accepted', undefined, { ...woman, dateOfBirth: '1931-01-05' }],
  ['chairStand30', 9, 'accepted', undefined, { ...woman, genderCode: '9' }],
  ['chairStand30', 9, 'accepted', undefined, { ...woman, dateOfBirth: null }],
  ['chairStand30', 26, 'asked', `Not below average: 10 or more for women of this age (${steadi})`],
  ['chairStand30', 61, 'refused'],
  ['chairStand30', 9.5, 'refused'],
  ['chairStand30', 'unable', 'refused'],
  ['fiveTimesSitToStand', 2.9, 'refused'],
  ['fiveTimesSitToStand', 13.6, 'accepted'],
  ['fiveTimesSitToStand', 120, 'asked'],
  ['fiveTimesSitToStand', 120.1, 'refused'],
  ['fiveTimesSitToStand', 'unable', 'accepted'],
  ['gaitSpeed', 0.04, 'refused'],
  ['gaitSpeed', 0.05, 'asked', `Slow: 0.8 m/s or less (${world})`],
  ['gaitSpeed', 0.8, 'accepted', `Slow: 0.8 m/s or less (${world})`],
  ['gaitSpeed', 0.81, 'accepted'],
  ['gaitSpeed', 3, 'asked'],
  ['gaitSpeed', 3.01, 'refused'],
  ['gaitSpeed', 0.855, 'refused'],
  ['turn180', 0, 'refused'],
  ['turn180', 5, 'accepted'],
  ['turn180', 40, 'asked'],
  ['turn180', 41, 'refused'],
  ['functionalReach', 0, 'asked'],
  ['functionalReach', 22.5, 'accepted'],
  ['functionalReach', 60.1, 'refused'],
  ['balanceStage', 2, 'accepted', `Cannot hold tandem for 10 s: increased concern (${steadi})`],
  ['balanceStage', 3, 'accepted', `Holds tandem for 10 s (${steadi})`],
  ['balanceStage', 5, 'refused'],
  ['tandem', 9.9, 'accepted', `Cannot hold tandem for 10 s: increased concern (${steadi})`],
  ['tandem', 10, 'accepted', `Holds tandem for 10 s (${steadi})`],
  ['tandem', 10.1, 'refused'],
  ['bergBalance', 0, 'accepted'],
  ['bergBalance', 56, 'accepted'],
  ['bergBalance', 57, 'refused'],
  ['fallsLastYear', 0, 'accepted', `Not recurrent: under 2 falls (${ng249})`],
  ['fallsLastYear', 2, 'accepted', `Recurrent: 2 falls or more (${ng249})`],
  ['fallsLastYear', 31, 'asked', `Recurrent: 2 falls or more (${ng249})`],
  ['fallsLastYear', 366, 'refused'],
  ['fesI', 15, 'refused'],
  ['fesI', 19, 'accepted', `Low concern about falling (${delbaere})`],
  ['fesI', 20, 'accepted', `Moderate concern about falling (${delbaere})`],
  ['fesI', 28, 'accepted', `High concern about falling (${delbaere})`],
  ['fesI', 65, 'refused'],
  ['shortFesI', 6, 'refused'],
  ['shortFesI', 28, 'accepted'],
  ['confBal', 9, 'refused'],
  ['confBal', 30, 'accepted'],
  ['eqVas', 0, 'accepted'],
  ['eqVas', 101, 'refused'],
  ['eq5dProfile', 11111, 'accepted'],
  ['eq5dProfile', 21162, 'refused'],
  ['eq5dProfile', 55555, 'accepted'],
  ['eq5dProfile', 2111, 'refused'],
  ['swemwbsRaw', 22.5, 'refused'],
  ['swemwbs', 23.21, 'accepted'],
  ['swemwbs', 35.01, 'refused'],
  ['wemwbs', 13, 'refused'],
  ['wemwbs', 70, 'accepted'],
  ['systolicLying', 39, 'refused'],
  ['systolicLying', 221, 'asked'],
  ['systolicLying', 301, 'refused'],
  ['systolicLying', 'unable', 'refused'],
  ['systolicStanding1', 'unable', 'accepted'],
  ['systolicStanding1', 120, 'accepted'],
  [
    'systolicStanding1',
    120,
    'accepted',
    `Postural hypotension: 20 lower than lying, 20 or more (${rcp})`,
    lying('systolicLying', 140),
  ],
  [
    'systolicStanding3',
    121,
    'accepted',
    `19 lower than lying: under 20 (${rcp})`,
    lying('systolicLying', 140),
  ],
  ['systolicStanding3', 145, 'accepted', `Not lower than lying (${rcp})`, lying('systolicLying', 140)],
  [
    'diastolicStanding3',
    70,
    'accepted',
    `Postural hypotension: 10 lower than lying, 10 or more (${rcp})`,
    lying('diastolicLying', 80),
  ],
  [
    'diastolicStanding1',
    71,
    'accepted',
    `9 lower than lying: under 10 (${rcp})`,
    lying('diastolicLying', 80),
  ],
  ['diastolicStanding1', 71, 'accepted', undefined, lying('systolicLying', 80)],
  ['diastolicLying', 19, 'refused'],
  ['diastolicLying', 200, 'asked'],
  ['pulseLying', 19, 'refused'],
  ['pulseLying', 72, 'accepted'],
  ['pulseLying', 251, 'refused'],
  ['clinicalFrailty', 0, 'refused'],
  ['clinicalFrailty', 9, 'accepted'],
  ['weight', 19.9, 'refused'],
  ['weight', 20, 'asked'],
  ['weight', 71.4, 'accepted'],
  ['weight', 350.1, 'refused'],
  ['height', 99.9, 'refused'],
  ['height', 162.5, 'accepted'],
  ['height', 230.1, 'refused'],
]

const inWords = (measured: Measured, about: About): string | undefined => {
  const reading = readingOf(measured, about)
  return reading === null ? undefined : `${reading.says} (${reading.source})`
}

it.each(cases)('%s of %j is %s and reads %s', (measure, value, answer, reading, about = woman) => {
  expect(answerTo(measure, value)).toBe(answer)
  if (answer === 'refused') return
  const measured = value === 'unable' ? null : Number(value)
  expect(inWords({ measure, measuredDate: day, value: measured }, about)).toBe(reading)
})

describe('every measure', () => {
  it.each(measures.map((each) => [each.code, each] as const))(
    '%s takes both ends of its range and nothing beyond, and has no reading without a source',
    (code, { range, usual, decimals, bands = [], mayBeUnable }) => {
      const step = 10 ** -decimals
      for (const end of [range.from, range.to]) expect(answerTo(code, end)).not.toBe('refused')
      expect(answerTo(code, range.to + step)).toBe('refused')
      expect(answerTo(code, range.from - step)).toBe('refused')
      expect(answerTo(code, 'unable')).toBe(mayBeUnable === true ? 'accepted' : 'refused')
      if (usual !== undefined) expect([usual.from >= range.from, usual.to <= range.to]).toEqual([true, true])
      expect(bands.map(({ to }) => to)).toEqual(bands.map(({ to }) => to).toSorted((a, b) => a - b))
      for (const { source } of bands) expect(source).not.toBe('')
    },
  )

  it('asks only who says that they can be asked', () => {
    const sent = { measuredDate: day, clinicianId: 1, measure: 'weight', value: 20 }
    expect(measureForm.safeParse(sent).success).toBe(true)
    expect(measureForm.safeParse({ ...sent, unusualConfirmed: true }).success).toBe(true)
  })

  it('takes a walking aid only where it matters', () => {
    const sent = { measuredDate: day, clinicianId: 1, value: 20, aid: 'stick' }
    const takes = measureCodes.filter(
      (measure) =>
        !measureForm.safeParse({ ...sent, measure }).error?.issues.some(({ path }) => path[0] === 'aid'),
    )
    expect(takes).toEqual(['timedUpAndGo', 'gaitSpeed', 'turn180'])
  })
})

describe('one sitting', () => {
  const shared = { measuredDate: day, clinicianId: '1', aid: 'frame' as const, unusualConfirmed: false }
  const check = (values: Record<string, unknown>) =>
    measureSittingForm
      .safeParse({ ...shared, values })
      .error?.issues.map(({ path, message }) => [path.join('.'), message])

  it('takes what was measured, in the order of the list, and the aid with the walking tests', () => {
    const values = { chairStand30: '9', timedUpAndGo: ' Unable ', fesI: '', gaitSpeed: 0.75 }
    const { data } = measureSittingForm.safeParse({ ...shared, values })
    expect(data === undefined ? [] : measuredIn(data)).toEqual([
      { measure: 'timedUpAndGo', value: null, unable: true, aid: 'frame' },
      { measure: 'chairStand30', value: 9, unable: false, aid: null },
      { measure: 'gaitSpeed', value: 0.75, unable: false, aid: 'frame' },
    ])
  })

  it('refuses a value that cannot be, at its box, and asks about all that are unusual at once', () => {
    expect(check({ timedUpAndGo: '1', weight: '20' })).toEqual([
      ['values.timedUpAndGo', 'Timed Up and Go (TUG): enter 3 to 180 s, one decimal at most, or “unable”'],
    ])
    expect(check({ timedUpAndGo: '100', weight: '20' })).toEqual([
      [
        'unusualConfirmed',
        'Timed Up and Go (TUG) of 100 s is unusual. Weight of 20 kg is unusual. Tick to save it all the same.',
      ],
    ])
  })

  it('of nothing is refused', () => {
    expect(check({ timedUpAndGo: ' ', weight: null })).toEqual([
      ['values.timedUpAndGo', 'Enter the value of at least one measure'],
    ])
  })
})

describe('first against latest', () => {
  it.each<[MeasureCode, number | null, number | null, string, string]>([
    ['timedUpAndGo', 18.2, 12.1, 'better', 'Better by 6.1 s'],
    ['timedUpAndGo', 12.1, 18.2, 'worse', 'Worse by 6.1 s'],
    ['chairStand30', 8, 11, 'better', 'Better by 3 stands'],
    ['fesI', 30, 34, 'worse', 'Worse by 4'],
    ['chairStand30', 8, 8, 'same', 'No change'],
    ['gaitSpeed', 0.7, 0.74, 'same', 'No change that matters: 0.04 m/s, under 0.05 m/s (Perera 2006)'],
    ['gaitSpeed', 0.7, 0.75, 'better', 'Better by 0.05 m/s'],
    ['bergBalance', 40, 46, 'same', 'No change that matters: 6, under 6.5 (Romero 2011)'],
    ['bergBalance', 47, 40, 'worse', 'Worse by 7'],
    ['weight', 70, 68.5, 'neither', 'Down by 1.5 kg'],
    ['timedUpAndGo', null, 40, 'better', 'Better: unable at first'],
    ['timedUpAndGo', 40, null, 'worse', 'Worse: now unable'],
    ['timedUpAndGo', null, null, 'same', 'Unable both times'],
    ['eq5dProfile', 21322, 21221, 'better', 'Better in 2 of 5'],
    ['eq5dProfile', 21322, 31322, 'worse', 'Worse in 1 of 5'],
    ['eq5dProfile', 21322, 31221, 'neither', 'Better in 2, worse in 1 of 5'],
    ['eq5dProfile', 21322, 21322, 'same', 'No change'],
  ])('%s from %j to %j is %s: %s', (measure, first, latest, is, words) => {
    expect(changeBetween(measure, first, latest)).toEqual({ is, words })
  })
})

describe('what is due', () => {
  const begun = { treatmentPlan: [{ endedDate: null }], exercise: [] }
  const ended = { treatmentPlan: [{ endedDate: '2026-03-01' }], exercise: [{ completedDate: '2026-06-30' }] }
  const tug = (measuredDate: string): Measured => ({ measure: 'timedUpAndGo', measuredDate, value: 14 })
  const ofTug = (plans: Omit<Parameters<typeof measuresDue>[0], 'measure'>, ...done: Measured[]) =>
    measuresDue({ ...plans, measure: done }).find(({ measure }) => measure.code === 'timedUpAndGo')?.words

  it.each([
    ['nothing without a plan', ofTug({ treatmentPlan: [], exercise: [] }), undefined],
    ['at the start once there is a plan', ofTug(begun), 'Not yet measured at start'],
    ['not again while the plan runs', ofTug(begun, tug('2026-01-05')), undefined],
    ['at the end once all have ended', ofTug(ended, tug('2026-01-05')), 'Due at end'],
    ['a month before the end is not the end', ofTug(ended, tug('2026-06-01')), 'Due at end'],
    ['in the last four weeks it is', ofTug(ended, tug('2026-01-05'), tug('2026-06-02')), undefined],
    ['never measured', ofTug(ended), 'Measured neither at start nor at end'],
    [
      'not at the end while another plan runs',
      ofTug({ ...ended, exercise: [{ completedDate: null }] }, tug('2026-01-05')),
      undefined,
    ],
  ])('%s', (_, words, expected) => {
    expect(words).toBe(expected)
  })

  it('is asked of the three that are set first against last', () => {
    expect(measuresDue({ ...begun, measure: [] }).map(({ measure }) => measure.code)).toEqual([
      'timedUpAndGo',
      'chairStand30',
      'fesI',
    ])
    expect(measureOf('weight').isDueAtStartAndEnd).toBeUndefined()
  })
})
