import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import {
  getFirstContact,
  saveFirstContact,
  type FirstContact,
} from '../../../contract/insight/firstContact.ts'
import { dateInFuture } from '../../../contract/platform/words/messages.ts'
import { askReport, readSections } from '../../testing/values/askReport.ts'
import { aPathway, aPatient, patientInputOf } from '../../testing/world/factories.ts'
import { groundOf } from '../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import {
  appointment,
  assessed,
  call,
  cancel,
  diesOn,
  discharge,
  exercise,
  frat,
  noPlan,
  outcome,
  receivedOn,
  treatment,
  wellbeing,
  type Step,
  type StoryWorld,
} from '../../testing/world/storySteps.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { catalogue } from '../catalogue/catalogue.ts'

let service: TestService
let lead: TestUser
let administrator: TestUser
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
  administrator = await service.as('System Administrator')
})
afterAll(() => service.close())

const countAs = async (countsAs: FirstContact) => {
  const { body } = await service.ask(getFirstContact, {}, administrator)
  const { version } = body as { version: number }
  return service.ask(saveFirstContact, { countsAs, version }, administrator)
}
beforeEach(async () => {
  await service.db.owner.query('truncate patient cascade')
  await countAs('frat')
})

const day = today()
const tell = async (steps: readonly Step[]): Promise<void> => {
  const patient = await patientInputOf(service)
  const { id: patientId } = await aPatient(service, lead, patient)
  const { id: pathwayId } = await aPathway(service, lead, { patientId, referralDate: addDays(day, -300) })
  const ground = await groundOf(service, lead, { pathwayId, patientId })
  const world: StoryWorld = {
    service,
    user: lead,
    day,
    setDay: () => undefined,
    ground,
    patient,
    other: null,
    made: [],
  }
  for (const step of steps) await step(world)
}

const sectionsOf = async () => {
  const { status, text } = await askReport(service, lead, {
    reportName: 'referralWaits',
    dateFrom: addDays(day, -400),
    dateTo: day,
    type: 'csv',
  })
  expect(status).toBe(200)
  return { text, sections: readSections(text) }
}
/** For each section, the rows with a count: label, count, and the longest days or the bands they fall in. */
const read = async () => {
  const { sections } = await sectionsOf()
  const of = (title: string) => {
    const { columns, rows } = sections.get(title) ?? { columns: [], rows: [] }
    const place = columns.indexOf('Longest days')
    const bands = columns.filter((column) => /weeks$|^No date$/.test(column) && !/ithin/.test(column))
    const label = (row: readonly string[]) =>
      title.startsWith('Left out') ? `${row[0]}: ${row[1]?.toLowerCase()}` : row[0]
    return rows
      .filter((row) => Number(row[title.startsWith('Left out') ? 2 : 1]) > 0)
      .map((row) =>
        place === -1
          ? [label(row), ...bands.filter((band) => Number(row[columns.indexOf(band)]) > 0)].join(', ')
          : `${label(row)}, ${row[place]} days`,
      )
  }
  return {
    ended: of('Waits that ended'),
    waiting: of('Still waiting'),
    closed: of('Closed while waiting'),
    leftOut: of('Left out of the waits that ended'),
  }
}
const nothing = { ended: [], waiting: [], closed: [], leftOut: [] }
const contact = (days: number) => `Referral to first contact, ${days} days`
const whole = (days: number) => `Referral to care, as a whole, ${days} days`
const toTreatment = (days: number) => `Referral to treatment, ${days} days`
const toClass = (days: number) => `Referral to class, ${days} days`

/* Each patient was referred 300 days ago; numbers are days before today. */
const cases: [told: string, steps: Step[], expected: Partial<Awaited<ReturnType<typeof read>>>][] = [
  ['nothing since', [], { waiting: ['First contact, 18–52 weeks', 'Care, as a whole, 18–52 weeks'] }],
  [
    'received 290 days ago, FRAT 200 days ago: the wait counts from the day received',
    [receivedOn(290), frat(200)],
    { ended: [contact(90)], waiting: ['Care, as a whole, 18–52 weeks'] },
  ],
  [
    'received today and seen today: no days',
    [receivedOn(0), frat(0)],
    { ended: [contact(0)], waiting: ['Care, as a whole, 0–1 weeks'] },
  ],
  [
    'FRAT before the day received: no wait is below nothing',
    [receivedOn(100), frat(150)],
    {
      waiting: ['Care, as a whole, 12–18 weeks'],
      leftOut: ['Referral to first contact: dated before the referral'],
    },
  ],
  [
    'FRAT before the referral itself',
    [frat(310)],
    {
      waiting: ['Care, as a whole, 18–52 weeks'],
      leftOut: ['Referral to first contact: dated before the referral'],
    },
  ],
  [
    'a treatment booked for later ends no wait',
    [assessed(280, 260), treatment(-30)],
    { ended: [contact(20)], waiting: ['Care, as a whole, 18–52 weeks'] },
  ],
  [
    'a booked treatment that will not take place ends no wait for care',
    [assessed(280, 260), treatment(-30), outcome()],
    { ended: [contact(20)], waiting: ['Care, as a whole, 18–52 weeks'] },
  ],
  [
    'nor does one whose first appointment was missed',
    [assessed(280, 260), treatment(100), appointment(100, 'didNotAttend')],
    { ended: [contact(20)], waiting: ['Care, as a whole, 18–52 weeks'] },
  ],
  [
    'the wait ends when the person is seen',
    [assessed(280, 260), treatment(100), appointment(100, 'didNotAttend'), appointment(90, 'attended')],
    { ended: [contact(20), toTreatment(210), whole(210)] },
  ],
  [
    'treatment, then a class that was planned during it',
    [assessed(280, 260), treatment(200, 120), exercise(100)],
    { ended: [contact(20), toTreatment(100), whole(100)] },
  ],
  ['a class alone', [assessed(280, 260), exercise(174)], { ended: [contact(20), toClass(126), whole(126)] }],
  [
    'class and treatment on one day',
    [assessed(280, 260), exercise(173), treatment(173)],
    { ended: [contact(20), toTreatment(127), toClass(127), whole(127)] },
  ],
  [
    'a decision that no plan is needed ends the wait as a whole',
    [assessed(280, 260), noPlan(250)],
    { ended: [contact(20), whole(50)] },
  ],
  [
    'treatment without FRAT: care has begun, so nobody waits for a first contact',
    [treatment(200)],
    { ended: [toTreatment(100), whole(100)] },
  ],
  [
    'cancelled before any contact',
    [cancel(250)],
    { closed: ['First contact, 4–12 weeks', 'Care, as a whole, 4–12 weeks'] },
  ],
  [
    'discharged after the FRAT, before care',
    [frat(280), discharge(10)],
    { ended: [contact(20)], closed: ['Care, as a whole, 18–52 weeks'] },
  ],
  [
    'died before any contact',
    [diesOn(293)],
    { closed: ['First contact, 0–1 weeks', 'Care, as a whole, 0–1 weeks'] },
  ],
  ['the FRAT says that the person went home', [frat(280, 'home')], { ended: [contact(20)] }],
  [
    'follow-up calls after treatment are no waits',
    [assessed(280, 260), treatment(200, 100), call(10)],
    { ended: [contact(20), toTreatment(100), whole(100)] },
  ],
]

/** Removes the exercise plan that every story starts with, because it would end waits. */
const clearGround = () => service.db.owner.query('update exercise set is_active = false')

describe('waits from referral', () => {
  it.each(cases)('%s', async (_told, steps, expected) => {
    await tell([async () => void (await clearGround()), ...steps])
    expect(await read()).toEqual({ ...nothing, ...expected })
  })

  it('a referral without a date stands under No date, and its contact is left out', async () => {
    await tell([async () => void (await clearGround()), frat(200)])
    await service.db.owner.query('update pathway set referral_date = null')
    expect(await read()).toEqual({
      ...nothing,
      waiting: ['Care, as a whole, No date'],
      leftOut: ['Referral to first contact: the referral has no date'],
    })
  })
})

describe('what counts as first contact', () => {
  it.each([
    ['frat', contact(20)],
    ['wellbeing', contact(50)],
    ['call', contact(40)],
    ['any', contact(10)],
  ] as const)('%s, when administrators choose it, and the report says so', async (choice, expected) => {
    await tell([
      async () => void (await clearGround()),
      frat(280),
      wellbeing(250),
      call(285, 'noAnswer'),
      call(260, 'reached'),
      treatment(290),
    ])
    expect(await countAs(choice)).toMatchObject({ status: 200 })
    expect((await read()).ended[0]).toBe(expected)
    expect((await sectionsOf()).text).toContain('First contact counts as: ')
  })

  it('is refused off the list, and over the change of a colleague', async () => {
    expect(await countAs('fax' as FirstContact)).toMatchObject({
      status: 400,
      body: { countsAs: 'Choose from the list' },
    })
    await countAs('call')
    expect(await service.ask(saveFirstContact, { countsAs: 'any', version: 1 }, administrator)).toMatchObject(
      {
        status: 409,
      },
    )
  })
})

/** These reports show the state at the end of the last day; all others count events in a period. */
const snapshots = [
  'serviceDashboard',
  'monthEndPack',
  'referralWaits',
  'currentWaitingList',
  'nationalWaitingList',
  'timeInStage',
  'telephoneFollowups',
  'caseloadByClinician',
  'openRedFlags',
  'dataQuality',
]

it('refuses a last day that has not come wherever a report shows how things stand on it', async () => {
  const refused: string[] = []
  for (const { name, capability } of catalogue) {
    if (capability === 'report.audit') continue
    const asked = { reportName: name, dateFrom: day, dateTo: addDays(day, 1) }
    const { status, text } = await askReport(service, lead, asked)
    if (status === 400) {
      expect(JSON.parse(text)).toMatchObject({ dateTo: dateInFuture })
      refused.push(name)
    }
    expect((await askReport(service, lead, { ...asked, dateTo: day })).status).toBe(200)
  }
  expect(refused).toEqual(snapshots)
})
