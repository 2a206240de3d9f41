import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import {
  addDeprivationPart,
  adoptDeprivation,
  getDeprivation,
  startDeprivation,
} from '../../../contract/reference/deprivation.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { cancelReferral, savePathway } from '../../../contract/pathways/referral/pathway.ts'
import type { savePatient } from '../../../contract/patients/patient.ts'
import { checklistParts } from '../../../contract/pathways/records/fallsChecklist.ts'
import type { RecordKindName } from '../../../contract/pathways/records/kinds.ts'
import { changeBetween } from '../../../contract/pathways/records/measureReading.ts'
import { measures, type MeasureCode } from '../../../contract/pathways/records/measures.ts'
import { askReport, readSections } from '../../testing/values/askReport.ts'
import { aPathway, aPatient, patientInputOf } from '../../testing/world/factories.ts'
import { aRecord, caseOf, groundOf } from '../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import {
  assessed,
  cancel,
  discharge,
  exercise,
  remove,
  treatment,
  wellbeing,
  type Step,
  type StoryWorld,
} from '../../testing/world/storySteps.ts'
import type { TestUser } from '../../testing/world/users.ts'

/* Small cases of the outcome reports, worked out by hand. Day numbers count back from today. */

let service: TestService
let lead: TestUser
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
})
afterAll(() => service.close())
beforeEach(() => service.db.owner.query('truncate patient, deprivation_file cascade'))

const day = today()
type Person = Partial<InputOf<typeof savePatient>>

/** A patient referred 300 days ago. */
const tell = async (steps: readonly Step[], about: Person = {}): Promise<void> => {
  const patient = await patientInputOf(service, about)
  const { id: patientId } = await aPatient(service, lead, patient)
  const { id: pathwayId } = await aPathway(service, lead, { patientId, referralDate: addDays(day, -300) })
  const ground = await groundOf(service, lead, { pathwayId, patientId })
  const world: StoryWorld = {
    ...{ service, user: lead, day, setDay: () => undefined, ground, patient, other: null, made: [] },
  }
  // Other tests attach attendances to this plan.
  world.made.push({ kind: 'exercise', id: ground.exerciseId })
  for (const step of [remove('exercise'), ...steps]) await step(world)
}

/** The rows of a section, for a period of this many days that ends today. */
const rowsOf = async (reportName: string, title: string, days: number): Promise<string[][]> => {
  const { status, text } = await askReport(service, lead, {
    ...{ reportName, dateFrom: addDays(day, -days), dateTo: day, type: 'csv' },
  })
  expect(status).toBe(200)
  return readSections(text).get(title)?.rows ?? []
}

const record =
  (kind: RecordKindName, fields: Record<string, unknown>): Step =>
  async (world) => {
    const { id } = await aRecord(world.service, world.user, caseOf(kind), world.ground, fields)
    world.made.push({ kind, id })
  }
const measured = (measure: MeasureCode, days: number, value: number | null): Step =>
  record('measure', {
    ...{ measure, measuredDate: addDays(day, -days), value, unable: value === null, aid: null },
  })
/** First and latest result, with a treatment plan that ran from 100 to 10 days ago. */
const pair = (measure: MeasureCode, first: number | null, latest: number | null): Step[] => [
  treatment(100, 10),
  measured(measure, 100, first),
  measured(measure, 12, latest),
]
/** Closes the referral while a plan is still open. */
const closesEarly =
  (how: 'discharge' | 'cancel', days: number): Step =>
  async ({ ground }) => {
    const { rows } = await service.db.owner.query<{ version: number }>(
      'select version from pathway where id = $1',
      [ground.pathwayId],
    )
    const of = { id: ground.pathwayId, version: rows[0]?.version ?? 0, openPlansConfirmed: true }
    const on = addDays(day, -days)
    const { status } =
      how === 'discharge'
        ? await service.ask(savePathway, { ...of, patientId: ground.patientId, dischargeDate: on }, lead)
        : await service.ask(cancelReferral, { ...of, cancelReferralDate: on }, lead)
    expect(status).toBe(200)
  }
/** Later steps apply to another referral of the same person. */
const again: Step = async (world) => {
  const { patientId } = world.ground
  const referralDate = addDays(day, -90)
  const { id } = await aPathway(service, lead, { patientId, referralDate, secondReferral: true })
  world.ground = { ...world.ground, pathwayId: id }
  world.other = { id }
}

describe('measures, first against latest', () => {
  const tug = 'Timed Up and Go (TUG), s, lower is better'
  const sections = async (measure: string) => {
    const of = async (title: string) =>
      (await rowsOf('pairedMeasures', title, 30)).find(([name]) => name === measure)?.slice(1)
    return [await of('Measured first and last'), await of('Better or worse'), await of('Change in numbers')]
  }

  const cases: [told: string, people: Step[][], expected: (string[] | undefined)[]][] = [
    [
      'three changes: -4, -1 and 0, so the median is -1 and the quartiles lie halfway to it',
      [pair('timedUpAndGo', 20, 16), pair('timedUpAndGo', 18, 17), pair('timedUpAndGo', 30, 30)],
      [
        ['3', '3', '0', '0', '0', '0'],
        ['3', '2', '1', '0', '0', '66.7'],
        ['3', '20', '17', '-2.5', '-1', '-0.5'],
      ],
    ],
    [
      'four changes: -8, -4, -1 and 2 have their quartiles at -5 and -0.25',
      [
        pair('timedUpAndGo', 20, 12),
        pair('timedUpAndGo', 20, 16),
        pair('timedUpAndGo', 20, 19),
        pair('timedUpAndGo', 20, 22),
      ],
      [
        ['4', '4', '0', '0', '0', '0'],
        ['4', '3', '0', '1', '0', '75'],
        ['4', '20', '17.5', '-5', '-2.5', '-0.25'],
      ],
    ],
    [
      'unable is a result, and in no median',
      [
        pair('timedUpAndGo', null, 30),
        pair('timedUpAndGo', 25, null),
        pair('timedUpAndGo', null, null),
        pair('timedUpAndGo', 20, 18.5),
      ],
      [
        ['4', '4', '0', '0', '0', '0'],
        ['4', '2', '1', '1', '0', '50'],
        ['1', '20', '18.5', '-1.5', '-1.5', '-1.5'],
      ],
    ],
    [
      'missing: never measured, once, twice on one day, or a second one that was deleted',
      [
        [treatment(100, 10)],
        [treatment(100, 10), measured('timedUpAndGo', 90, 20)],
        [treatment(100, 10), measured('timedUpAndGo', 90, 20), measured('timedUpAndGo', 90, 18)],
        [...pair('timedUpAndGo', 20, 15), remove('measure')],
        pair('timedUpAndGo', 20, 15),
      ],
      [
        ['5', '1', '4', '80', '3', '1'],
        ['1', '1', '0', '0', '0', '100'],
        ['1', '20', '15', '-5', '-5', '-5'],
      ],
    ],
    [
      'of several on the first and the last day the first and the last entered',
      [
        [
          treatment(100, 10),
          measured('timedUpAndGo', 90, 20),
          measured('timedUpAndGo', 90, 40),
          measured('timedUpAndGo', 50, 50),
          measured('timedUpAndGo', 12, 45),
          measured('timedUpAndGo', 12, 15),
        ],
      ],
      [
        ['1', '1', '0', '0', '0', '0'],
        ['1', '1', '0', '0', '0', '100'],
        ['1', '20', '15', '-5', '-5', '-5'],
      ],
    ],
    [
      'a person is once in a pair, with the referral on which care ended last',
      [
        [
          ...pair('timedUpAndGo', 20, 10),
          again,
          treatment(60, 5),
          measured('timedUpAndGo', 60, 30),
          measured('timedUpAndGo', 5, 31),
        ],
      ],
      [
        ['1', '1', '0', '0', '0', '0'],
        ['1', '0', '0', '1', '0', '0'],
        ['1', '30', '31', '1', '1', '1'],
      ],
    ],
    [
      'care that is not over, was over before the period, never took place, or was cancelled, is not among them',
      [
        [treatment(100), measured('timedUpAndGo', 100, 20), measured('timedUpAndGo', 12, 10)],
        [treatment(100, 10), exercise(50)],
        [treatment(100, 40), measured('timedUpAndGo', 100, 20), measured('timedUpAndGo', 50, 10)],
        [treatment(-20, 0)],
        [...pair('timedUpAndGo', 20, 10), cancel(1)],
        [wellbeing(20), discharge(5)],
      ],
      [undefined, undefined, undefined],
    ],
    [
      'a discharge ends care with a plan still open; the last plan to end decides',
      [
        [
          exercise(100),
          measured('timedUpAndGo', 100, 20),
          measured('timedUpAndGo', 8, 18),
          closesEarly('discharge', 5),
        ],
        [
          treatment(100, 60),
          exercise(90, 20),
          measured('timedUpAndGo', 100, 20),
          measured('timedUpAndGo', 20, 16),
        ],
      ],
      [
        ['2', '2', '0', '0', '0', '0'],
        ['2', '2', '0', '0', '0', '100'],
        ['2', '20', '17', '-3.5', '-3', '-2.5'],
      ],
    ],
  ]
  it.each(cases)('%s', async (_, people, expected) => {
    for (const steps of people) await tell(steps)
    expect(await sections(tug)).toEqual(expected)
  })

  it('says a change as the page of a referral says it of one person', async () => {
    const changes: [MeasureCode, number | null, number | null][] = [
      ['gaitSpeed', 0.6, 0.64],
      ['gaitSpeed', 0.6, 0.65],
      ['gaitSpeed', 0.7, 0.6],
      ['chairStand30', 8, 10],
      ['weight', 70, 72],
      ['weight', 70, 70],
      ['eq5dProfile', 22222, 21222],
      ['eq5dProfile', 22222, 22223],
      ['eq5dProfile', 22222, 12223],
      ['eq5dProfile', 12345, 12345],
      ['bergBalance', 40, 46],
      ['bergBalance', 40, 47],
      ['turn180', null, 9],
      ['turn180', 9, null],
      ['turn180', null, null],
    ]
    for (const [measure, first, latest] of changes) {
      await service.db.owner.query('truncate patient cascade')
      await tell(pair(measure, first, latest))
      const { title } = measures.find(({ code }) => code === measure) ?? { title: '' }
      const row = (await rowsOf('pairedMeasures', 'Better or worse', 30)).find(([name]) =>
        name?.startsWith(title),
      )
      const verdicts = ['better', 'same', 'worse', 'neither']
      expect([measure, first, latest, verdicts[row?.slice(2, 6).indexOf('1') ?? -1]]).toEqual([
        ...[measure, first, latest],
        changeBetween(measure, first, latest).is,
      ])
      const numbers = (await rowsOf('pairedMeasures', 'Change in numbers', 30)).find(([name]) =>
        name?.startsWith(title),
      )
      const hasNumbers = first !== null && latest !== null && measure !== 'eq5dProfile'
      expect(numbers?.[1]).toBe(hasNumbers ? '1' : '0')
    }
  })

  it('hides what fewer than five people have, and rounds the rest', async () => {
    for (const latest of [16, 17, 18, 19, 24]) await tell(pair('timedUpAndGo', 20, latest))
    for (const latest of [9, 10, 12]) await tell(pair('chairStand30', 8, latest))
    const { text } = await askReport(service, lead, {
      ...{ reportName: 'pairedMeasures', dateFrom: addDays(day, -30), dateTo: day },
      ...{ type: 'csv', suppress: true },
    })
    const rows = readSections(text).get('Change in numbers')?.rows ?? []
    expect(rows.find(([name]) => name === tug)?.slice(1)).toEqual(['5', '20', '18', '-3', '-2', '-1'])
    expect(rows.find(([name]) => name?.startsWith('30-second'))?.slice(1)).toEqual([
      '*',
      '*',
      '*',
      '*',
      '*',
      '*',
    ])
  })
})

const fell = (days: number, more: Record<string, unknown> = {}): Step =>
  record('fall', { fallDate: addDays(day, -days), ...more })
const fellTimes = (fallCount: number, from: number, to: number): Step =>
  record('fall', {
    ...{ place: null, activity: null, injury: null, longLie: null, blackout: null, ambulance: null },
    ...{ fallDate: addDays(day, -to), periodFrom: addDays(day, -from), fallCount },
  })
const callTells = (days: number, fallsSinceContact: number | null): Step =>
  record('followup', { callDate: addDays(day, -days), outcome: 'reached', fallsSinceContact })

describe('falls before and after', () => {
  const [before, during, after] = ['Before care', 'During care, as recorded', 'Since care ended']
  const none = (moment: string | undefined) => [moment ?? '', '0', '0', '', '', '']
  const empty = [none(before), none(during), none(after)]
  const cases: [told: string, people: Step[][], all: string[][], same: string[][]][] = [
    ['nobody has told', [[treatment(200, 100)], [treatment(200, 100), callTells(150, 3)]], empty, empty],
    [
      'two people: 3 falls in 180 days since, of which one person says 4 in the year before',
      [
        [
          measured('fallsLastYear', 205, 4),
          treatment(200, 100),
          // Four falls during care: one alone, and three in a period, one of which is also described. The fall on day
          // 90 is after care.
          fell(110),
          fell(150),
          fellTimes(3, 180, 120),
          fell(90),
          callTells(50, 1),
          callTells(10, 0),
        ],
        [treatment(190, 100), callTells(10, 2)],
      ],
      [
        [before, '1', '1', '100', '1', '4'],
        [during, '2', '1', '50', '0.5', '7.69'],
        [after, '2', '2', '100', '0.5', '6.09'],
      ],
      [
        [before, '1', '1', '100', '1', '4'],
        [during, '1', '1', '100', '0.3', '14.61'],
        [after, '1', '1', '100', '0.2', '4.06'],
      ],
    ],
    [
      'without the measure a number of falls of a period: two in 80 days',
      [
        [
          fellTimes(2, 279, 200),
          fellTimes(9, 150, 140),
          treatment(190, 100),
          callTells(10, 0),
          callTells(9, null),
        ],
      ],
      [
        [before, '1', '1', '100', '0.2', '9.13'],
        [during, '1', '1', '100', '0.2', '36.53'],
        [after, '1', '0', '0', '0.2', '0'],
      ],
      [
        [before, '1', '1', '100', '0.2', '9.13'],
        [during, '1', '1', '100', '0.2', '36.53'],
        [after, '1', '0', '0', '0.2', '0'],
      ],
    ],
    [
      'a number measured 29 days after care began is not of the time before; one of 28 days is',
      [
        [measured('fallsLastYear', 171, 4), treatment(200, 100), callTells(10, 1)],
        [measured('fallsLastYear', 172, 6), treatment(200, 100), callTells(10, 1)],
      ],
      [
        [before, '1', '1', '100', '1', '6'],
        [during, '2', '0', '0', '0.5', '0'],
        [after, '2', '2', '100', '0.5', '4.06'],
      ],
      [
        [before, '1', '1', '100', '1', '6'],
        [during, '1', '0', '0', '0.3', '0'],
        [after, '1', '1', '100', '0.2', '4.06'],
      ],
    ],
    [
      'what was deleted does not count, and of two referrals that on which care ended last',
      [
        [
          ...[measured('fallsLastYear', 205, 4), treatment(200, 100), callTells(40, 5)],
          ...[again, treatment(80, 50), callTells(20, 1), callTells(10, 7), remove('followup')],
          ...[fell(70), remove('fall')],
        ],
      ],
      [none(before), [during, '1', '0', '0', '0.1', '0'], [after, '1', '1', '100', '0.1', '12.18']],
      empty,
    ],
  ]
  it.each(cases)('%s', async (_, people, all, same) => {
    for (const steps of people) await tell(steps)
    expect(await rowsOf('fallsBeforeAndAfter', 'Falls per person-year', 60)).toEqual(all)
    expect(await rowsOf('fallsBeforeAndAfter', 'The same people before and after', 60)).toEqual(same)
  })
})

describe('completion by group', () => {
  it('counts plans that ended, by what is known of the person', async () => {
    await service.db.owner.query(
      `insert into deprivation_file (user_id, file_name, used_from) values ($1, 'area.csv', now())`,
      [lead.userId],
    )
    await service.db.owner.query(
      `insert into postcode_deprivation (file_id, postcode, fifth)
       select max(id), unnest(array['ZZ901AP', 'ZZ935FR']), unnest(array[1, 5]) from deprivation_file`,
    )
    // Each person has a different date of birth, because the server asks about people with the same name and
    // birthday.
    let born = 0
    const aged = (years: number) => ({
      dateOfBirth: addDays(day, -Math.ceil(365.25 * years) - 110 - (born += 1)),
    })
    await tell([exercise(100, 10)], { ...aged(70), postcode: 'zz90 1ap' })
    await tell([exercise(100, 10), exercise(80, 20)], { ...aged(70), postcode: 'ZZ90 1AP' })
    await tell([exercise(100), closesEarly('discharge', 5)], { ...aged(88), postcode: 'ZZ93 5FR' })
    await tell([exercise(100), closesEarly('cancel', 5)], { ...aged(88), postcode: 'ZZ99 9ZZ' })
    // Not ended in the last 30 days, or not ended at all.
    await tell([exercise(100, 40), discharge(5)], aged(70))
    await tell([exercise(100)], aged(70))
    await tell([exercise(100, 10), remove('exercise')], aged(70))
    const withPlans = async (title: string) =>
      (await rowsOf('completionByGroup', title, 30))
        .filter((row) => row[1] !== '0')
        .map((row) => row.slice(0, 6))
    expect(await withPlans('Completion by age')).toEqual([
      ['65 to 74', '3', '3', '0', '0', '100'],
      ['85 to 94', '2', '0', '2', '0', '0'],
      ['All', '5', '3', '2', '0', '60'],
    ])
    expect(await withPlans('Completion by deprivation fifth')).toEqual([
      ['1, most deprived', '3', '3', '0', '0', '100'],
      ['5, least deprived', '1', '0', '1', '0', '0'],
      ['Postcode not known', '1', '0', '1', '0', '0'],
      ['All', '5', '3', '2', '0', '60'],
    ])
    expect(
      (await rowsOf('completionByGroup', 'Completion by ethnicity', 30)).map((row) => row.at(-1)),
    ).toEqual(['4', '4'])
  })
})

describe('the falls assessment of NG249', () => {
  const all = (state: string) => Object.fromEntries(checklistParts.map(({ field }) => [field, state]))
  const list = (days: number, more: Record<string, unknown>): Step =>
    record('fallsChecklist', {
      ...{ assessmentDate: addDays(day, -days), visionFinding: null, vision: null, delirium: null },
      ...more,
    })
  const reasons: [told: string, steps: Step[], isNamed: boolean][] = [
    ['nothing', [], false],
    ['one fall without an injury', [fell(60, { injury: 'none' })], false],
    ['two falls', [fell(60, { injury: 'none' }), fell(80, { injury: 'none' })], true],
    ['a fall with a fracture', [fell(60, { injury: 'fracture' })], true],
    ['a fall with a fracture more than a year ago', [fell(390, { injury: 'fracture' })], false],
    ['a long lie', [fell(60, { injury: 'none', longLie: true })], true],
    ['a blackout', [fell(60, { injury: 'none', blackout: true })], true],
    ['two falls told as a number', [fellTimes(2, 100, 60)], true],
    ['two falls told as a measure', [measured('fallsLastYear', 20, 2)], true],
    ['frailty alone', [measured('clinicalFrailty', 20, 6)], false],
    ['frailty and a fall', [measured('clinicalFrailty', 20, 5), fell(60, { injury: 'none' })], true],
    ['a fall after the assessment', [fell(5, { injury: 'fracture' })], false],
  ]
  it.each(reasons)('a reason that NG249 names: %s', async (_, steps, isNamed) => {
    await tell([assessed(20, 19), ...steps])
    const rows = await rowsOf('fallsAssessment', 'Falls assessments', 30)
    expect(rows.map((row) => row[1])).toEqual([isNamed ? '1' : '0', isNamed ? '0' : '1', '1'])
  })

  it('has who was assessed as denominator, each once, and a finished check-list as numerator', async () => {
    await tell([assessed(20, 19), list(18, all('done'))])
    await tell([assessed(20, 19), list(18, { ...all('referred'), hearing: null })])
    await tell([
      assessed(20, 19),
      list(18, { hearing: 'done' }),
      list(10, { ...all('done'), alcohol: 'notNeeded' }),
    ])
    await tell([assessed(20, 19), list(18, all('done')), remove('fallsChecklist')])
    await tell([assessed(40, 39), list(18, all('notNeeded'))])
    // The latest assessment is on the other referral, which has no check-list.
    await tell([assessed(20, 19), list(18, all('done')), again, assessed(5, 4)])
    expect((await rowsOf('fallsAssessment', 'Falls assessments', 30)).at(-1)).toEqual([
      ...['All', '5', '2', '40', '1', '2'],
    ])
    const parts = await rowsOf('fallsAssessment', 'Part by part', 30)
    const part = (title: string) => parts.find(([name]) => name === title)?.slice(1)
    expect(part('Hearing')).toEqual(['5', '1', '4', '3', '75', '3', '0', '1'])
    expect(part('Alcohol')).toEqual(['5', '2', '3', '3', '100', '2', '1', '0'])
    expect(parts).toHaveLength(checklistParts.length)
  })
})

describe('deprivation by postcode', () => {
  let administrator: TestUser
  beforeAll(async () => {
    administrator = await service.as('System Administrator')
  })
  const start = async (user = administrator): Promise<number> => {
    const { status, body } = await service.ask(startDeprivation, { fileName: 'area.csv' }, user)
    expect(status).toBe(200)
    return (body as { id: number }).id
  }
  const send = async (text: string, id?: number) =>
    service.ask(addDeprivationPart, { id: id ?? (await start()), text }, administrator)
  const stored = async () =>
    (
      await service.db.owner.query<{ postcode: string; fifth: number }>(
        'select postcode, fifth from postcode_deprivation order by postcode',
      )
    ).rows.map(({ postcode, fifth }) => `${postcode} ${fifth}`)

  const parts: [told: string, text: string, stored: string[], reply: object][] = [
    [
      'deciles, put together in twos',
      'Postcode,Decile\nZZ90 1AP,1\nZZ90 1AQ,2\nZZ90 1AR,3\nZZ90 1AT,10\n',
      ['ZZ901AP 1', 'ZZ901AQ 1', 'ZZ901AR 2', 'ZZ901AT 5'],
      { rows: 4, taken: 4, repeated: 0, refused: 0, examples: [] },
    ],
    [
      'the decile of the index as a whole, of a file that has many',
      '\ufeffPostcode,Postcode Status,Income Decile,"Index of Multiple Deprivation Decile"\r\nzz901ap,Live,9,"4"\r\n',
      ['ZZ901AP 2'],
      { rows: 1, taken: 1 },
    ],
    ['fifths', 'pcds,imd_quintile\nZZ90 1AP,5\n', ['ZZ901AP 5'], { taken: 1 }],
    [
      'the first of two rows of a postcode',
      'Postcode,IMD decile\nZZ90 1AP,1\nZZ901AP,9\n',
      ['ZZ901AP 1'],
      { rows: 2, taken: 1, repeated: 1 },
    ],
    [
      'no row without a postcode, or with another number',
      'Postcode,Decile\nSampletown,1\nZZ90 1AP,11\nZZ90 1AQ,\nZZ90 1AR,2.5\nZZ90 1AT,0\nZZ90 1AU,10\n',
      ['ZZ901AU 5'],
      {
        ...{ rows: 6, taken: 1, refused: 5 },
        examples: [
          { row: 2, text: 'Sampletown: no postcode' },
          { row: 3, text: 'ZZ90 1AP: no decile from 1 to 10' },
          { row: 4, text: 'ZZ90 1AQ: no decile from 1 to 10' },
          { row: 5, text: 'ZZ90 1AR: no decile from 1 to 10' },
          { row: 6, text: 'ZZ90 1AT: no decile from 1 to 10' },
        ],
      },
    ],
  ]
  it.each(parts)('takes %s', async (_, text, expected, reply) => {
    expect(await send(text)).toMatchObject({ status: 200, body: reply })
    expect(await stored()).toEqual(expected)
  })

  it.each([
    ['no headings', 'ZZ90 1AP,1\nZZ90 1AQ,2\n'],
    ['no decile of the whole index', 'Postcode,Income Decile\nZZ90 1AP,1\n'],
    ['no postcode', 'Town,Decile\nSampletown,1\n'],
  ])('refuses a file with %s', async (_, text) => {
    expect(await send(text)).toMatchObject({
      status: 400,
      body: { file: expect.stringContaining('must name a column Postcode') as string },
    })
    expect(await stored()).toEqual([])
  })

  it('refuses what is no table', async () => {
    expect(await send('Postcode,Decile\nZZ90 1AP,1\n"ZZ90')).toMatchObject({
      status: 400,
      body: { file: 'This is not a comma-separated file: a quotation mark is not closed' },
    })
  })

  it('counts nothing by a file until it is put to use, then by it alone', async () => {
    await tell([exercise(100, 10)], { postcode: 'ZZ90 1AP' })
    const fifths = async () =>
      (await rowsOf('completionByGroup', 'Completion by deprivation fifth', 30))
        .filter((row) => row[0] !== 'All' && row[1] !== '0')
        .map(([fifth]) => fifth)
    const inUse = async () => (await service.ask(getDeprivation, {}, administrator)).body
    const adopt = (id: number) => service.ask(adoptDeprivation, { id }, administrator)

    const first = await start()
    await send('Postcode,Decile\nZZ90 1AP,1\n', first)
    await send('Postcode,Decile\nZZ90 1AP,9\nZZ90 1AQ,2\n', first)
    expect([await fifths(), await inUse()]).toEqual([['Postcode not known'], { inUse: null }])
    expect(await adopt(first)).toMatchObject({ status: 200, body: { postcodes: 2 } })
    expect([await fifths(), await inUse()]).toMatchObject([
      ['1, most deprived'],
      { inUse: { fileName: 'area.csv', postcodes: 2 } },
    ])
    // A file in use accepts no more data.
    expect((await send('Postcode,Decile\nZZ90 1AR,1\n', first)).status).toBe(404)

    expect(await adopt(await start())).toMatchObject({
      status: 400,
      body: { file: 'The file has no postcode that can be used' },
    })
    expect(await fifths()).toEqual(['1, most deprived'])

    const second = await start()
    await send('Postcode,Decile\nZZ90 1AP,10\n', second)
    expect((await adopt(second)).status).toBe(200)
    expect([await fifths(), await stored()]).toEqual([['5, least deprived'], ['ZZ901AP 5']])
    const { rows } = await service.db.owner.query<{ records: object[] }>(
      `select records from audit_event where action = 'POST /api/deprivation/use' and status = 200 order by id desc limit 1`,
    )
    expect(JSON.stringify(rows[0]?.records)).toContain('area.csv')
  })

  it('lets nobody go on with what another administrator sends', async () => {
    const id = await start(await service.as('System Administrator'))
    expect((await send('Postcode,Decile\nZZ90 1AP,1\n', id)).status).toBe(404)
    expect((await service.ask(adoptDeprivation, { id }, administrator)).status).toBe(404)
  })
})
