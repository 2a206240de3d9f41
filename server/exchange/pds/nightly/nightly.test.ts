import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  countDifferences,
  leaveDifferences,
  listDifferences,
  type DifferenceKind,
} from '../../../../contract/exchange/pds/differences.ts'
import { checkPatient } from '../../../../contract/exchange/pds/pds.ts'
import { restrictRecord } from '../../../../contract/governance/restriction.ts'
import { getPatient, savePatient, type PatientView } from '../../../../contract/patients/patient.ts'
import { searchNhsNumber, type SearchedRow } from '../../../../contract/patients/search/search.ts'
import type { InputOf, ReplyOf } from '../../../../contract/platform/calls/endpoint.ts'
import { instantAt } from '../../../../contract/platform/dates/wallTime.ts'
import { purgeExpired } from '../../../accounts/signIn/purgeExpired.ts'
import { settleTasks } from '../../../pathways/tasks/settle.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { aPathway, aPatient } from '../../../testing/world/factories.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { openDemographics } from '../adapter/pds.ts'
import { inventedPeople, numberOf } from '../standIn/people.ts'
import type { StandInPerson } from '../standIn/person.ts'
import { startStandIn, type Fault, type StandIn } from '../standIn/standIn.ts'
import { nightOf, refresh } from './refresh.ts'

let service: TestService
let standIn: StandIn
let clerk: TestUser
/** People whom PDS knows as they are recorded, until a test changes one. */
let known: StandInPerson[]
beforeAll(async () => {
  service = await testService()
  clerk = await service.as('Admissions')
  await service.db.owner.query(
    `insert into organisation (id, version, type, name, name_key, postcode, status_code, is_active)
     values ('Z99001', 1, 'GP Practices', 'Example Green Surgery', 'example green surgery', 'ZZ99 1AB', 'A', true)`,
  )
})
afterAll(() => service.close())
let tests = 0
const letters = (n: number): string =>
  [...String(n * 7919)].map((digit) => 'qwrtzpsdfg'[Number(digit)]).join('')
beforeEach(async () => {
  tests += 1
  known = [25, 26, 27, 28, 29].map((place) => ({
    ...{ ...inventedPeople.usual, nhsNumber: numberOf(place) },
    // The same registration sent twice would be one.
    ...{ familyName: `Nightly${letters(tests * 40 + place)}`, dateOfBirth: `19${place}-03-1${place % 10}` },
    lines: [`${place}`, 'Larkfield Walk', '', 'Sampletown', 'Exampleshire'],
    postcode: `ZZ${place} 4QF`,
    ...{ phoneHome: null, phoneMobile: null, email: null },
  }))
  standIn = await startStandIn(known)
  connect(100)
})
afterEach(async () => {
  await standIn.close()
  await service.db.owner.query(
    `delete from pds_check; delete from pds_night; delete from patient_restriction; delete from work_list;
     update patient set is_active = false, nhs_number = null, nhs_number_unknown = true`,
  )
})

const connect = (mostANight: number | null): void => {
  service.parts.pds = {
    isStandIn: true,
    service: openDemographics(standIn.settings, { waitMs: 500, perSecond: 1000 }),
    refresh: mostANight === null ? null : { mostANight, pauseMs: 1 },
  }
}
const person = (place: number): StandInPerson => {
  const found = known[place]
  if (found === undefined) throw new Error('There are five people')
  return found
}
const change = (place: number, to: Partial<StandInPerson>): void => void Object.assign(person(place), to)

/** Registers the person as PDS knows them, with an open referral. */
const patientOf = async (place: number, more: Partial<InputOf<typeof savePatient>> = {}): Promise<number> => {
  const { nhsNumber, familyName, firstName, dateOfBirth, lines, postcode } = person(place)
  const { rows } = await service.db.owner.query<{ id: number }>(`select id from gender where code = '2'`)
  const { id } = await aPatient(service, clerk, {
    ...{ nhsNumber, familyName: familyName ?? '', firstName, dateOfBirth, postcode },
    ...{ addressLine1: lines[0] ?? '', addressLine2: lines[1] ?? '', addressLine3: lines[2] ?? '' },
    ...{
      town: lines[3] ?? '',
      county: lines[4] ?? '',
      genderId: Number(rows[0]?.id),
      registeredGP: 'Z99001',
    },
    ...more,
  })
  await aPathway(service, clerk, { patientId: id })
  return id
}
const nightFrom = (day: string) => {
  service.time.now += 1000
  return { day, beganAt: service.parts.clock() }
}
const going = new AbortController().signal
/** One run of a night that begins now. */
const run = (day = '2026-11-30') => refresh(service.parts, nightFrom(day), going)
const list = async (user = clerk): Promise<ReplyOf<typeof listDifferences>> =>
  (await service.ask(listDifferences, {}, user)).body as ReplyOf<typeof listDifferences>
const kindsOf = async (id: number): Promise<DifferenceKind[]> =>
  (await list()).rows.find(({ patientId }) => patientId === id)?.kinds ?? []
const count = async () => (await service.ask(countDifferences, {}, clerk)).body
const view = async (id: number): Promise<PatientView> =>
  (await service.ask(getPatient, { id }, clerk)).body as PatientView
const save = async (id: number, more: object): Promise<void> => {
  const saved = await service.ask(savePatient, { ...(await view(id)), ...more } as never, clerk)
  expect(saved).toMatchObject({ status: 200 })
}
const asked = (): string[] => standIn.asked.map(({ path }) => path.replace('/Patient/', ''))

const moved = { lines: ['9', 'Harbour Court', '', 'Vantown', 'Whimshire'], postcode: 'ZZ7 2HC' }
const cases: readonly (readonly [string, Partial<StandInPerson>, DifferenceKind[]])[] = [
  ['says the same', {}, []],
  ['says the same in other letters', { firstName: 'EDITH' }, []],
  ['gives another telephone number', { phoneHome: '01632 960999' }, []],
  ['says that the person died', { diedOn: '2026-11-20' }, ['died']],
  ['has another number', { replacedBy: numberOf(30) }, ['replaced', 'name', 'birth', 'address']],
  ['has withdrawn the number', { isWithdrawn: true }, ['withdrawn']],
  ['has another family name', { familyName: 'Married' }, ['name']],
  ['has another first name', { firstName: 'Edie' }, ['name']],
  ['has another date of birth', { dateOfBirth: '1926-03-15' }, ['birth']],
  ['has another address', moved, ['address']],
  ['has another practice', { practice: 'Z99002' }, ['practice']],
  ['marks the person as sensitive', { security: 'R' }, ['sensitive']],
  ['marks the person as very sensitive', { security: 'V', ...moved }, ['sensitive']],
  ['knows of a death and a move', { diedOn: '2026-11-20', ...moved }, ['died', 'address']],
]

describe('a person with an open referral, of whom PDS', () => {
  it.each(cases)('%s: %j is listed with %j, and nothing is changed', async (_, says, kinds) => {
    const id = await patientOf(0)
    change(0, says)
    if (says.replacedBy !== undefined) change(1, { nhsNumber: says.replacedBy, ...moved })
    const before = await view(id)
    await run()
    expect(await kindsOf(id)).toEqual(kinds)
    expect(await count()).toEqual({
      differing: kinds.length === 0 ? 0 : 1,
      died: kinds.includes('died') ? 1 : 0,
    })
    const { flags, doNotCall, ...after } = await view(id)
    const { flags: _flags, doNotCall: _call, ...same } = before
    expect(after).toEqual(same)
    const isDead = kinds.includes('died')
    expect({ doNotCall, chips: flags.map(({ text }) => text) }).toEqual({
      doNotCall: isDead,
      chips: isDead ? ['PDS says that the patient died'] : [],
    })
  })

  it('is asked about by the number, once a night, and the longest unasked first', async () => {
    await patientOf(0)
    await patientOf(1)
    connect(1)
    await run('2026-11-30')
    await run('2026-11-30')
    expect(asked()).toEqual([person(0).nhsNumber])
    await run('2026-12-01')
    await run('2026-12-02')
    expect(asked()).toEqual([person(0), person(1), person(0)].map(({ nhsNumber }) => nhsNumber))
    expect((await list()).lastNight).toEqual({ night: '2026-12-02', asked: 1, ended: null })
  })

  it('is not asked about twice in a night, nor after a user has', async () => {
    const id = await patientOf(0)
    const night = nightFrom('2026-11-30')
    await service.ask(checkPatient, { patientId: id }, clerk)
    await patientOf(1)
    for (let time = 0; time < 2; time += 1) await refresh(service.parts, night, going)
    expect(asked()).toEqual([person(0).nhsNumber, person(1).nhsNumber])
  })
})

describe('nobody is asked about', () => {
  it.each<readonly [string, () => Promise<unknown>]>([
    ['while it is not set', async () => connect(null)],
    ['without an open referral', () => service.db.owner.query('delete from work_list')],
    [
      'without a number',
      () => service.db.owner.query('update patient set nhs_number = null, nhs_number_unknown = true'),
    ],
    [
      'whose death is recorded',
      () => service.db.owner.query(`update patient set deceased_date = '2026-11-01' where is_active`),
    ],
  ])('%s', async (_, prepare) => {
    await patientOf(0)
    await prepare()
    await run()
    expect(asked()).toEqual([])
  })

  it.each<readonly [string, boolean, string | null]>([
    ['00:59', false, null],
    ['01:00', false, '2026-07-15'],
    ['04:59', false, '2026-07-15'],
    ['05:00', false, null],
    ['13:00', false, null],
    // Nobody can wait for the night to see a demonstration.
    ['13:00', true, '2026-07-15'],
  ])('at %s in London unless it is night (a stand-in: %j): %j', (time, isStandIn, day) => {
    expect(nightOf(instantAt('2026-07-15', time), isStandIn)?.day ?? null).toBe(day)
  })
})

describe('a night', () => {
  const three = async (): Promise<number[]> => [await patientOf(0), await patientOf(1), await patientOf(2)]

  it.each<readonly [string, Fault, number, string | null]>([
    ['asks us to slow down', { status: 429, retryAfter: '3' }, 1, 'PDS asked us to slow down'],
    ['does not accept us', { status: 401 }, 1, 'PDS does not accept this installation'],
    ['is away', { status: 500 }, 3, 'PDS did not answer'],
    ['does not answer in time', { status: 408 }, 3, 'PDS did not answer'],
    ['answers with half', 'half', 3, 'PDS did not answer'],
    ['does not understand one', { status: 400, code: 'INVALID_RESOURCE_ID' }, 5, null],
  ])('in which PDS %s: %j ends after %i questions', async (_, fault, questions, ended) => {
    for (let place = 0; place < 5; place += 1) await patientOf(place)
    standIn.fault = fault
    const night = nightFrom('2026-11-30')
    for (let time = 0; time < 2; time += 1) await refresh(service.parts, night, going)
    expect(asked()).toHaveLength(questions)
    expect((await list()).lastNight?.ended).toBe(ended)
  })

  it('that ended early is followed by one that begins with the same person', async () => {
    await three()
    change(1, { diedOn: '2026-11-20' })
    standIn.nextFaults = []
    await run('2026-11-30')
    standIn.asked = []
    standIn.fault = { status: 429, retryAfter: '1' }
    await run('2026-12-01')
    expect(asked()).toEqual([person(0).nhsNumber])
    expect((await list()).lastNight).toEqual({
      ...{ night: '2026-12-01', asked: 0 },
      ended: 'PDS asked us to slow down',
    })
    standIn.fault = null
    connect(100)
    standIn.asked = []
    await run('2026-12-02')
    expect(asked()).toEqual([0, 1, 2].map((place) => person(place).nhsNumber))
  })

  it('goes on where it was when the process stops, and a person whose answer cannot be read blocks nobody', async () => {
    await three()
    const stopping = new AbortController()
    const night = nightFrom('2026-11-30')
    if (service.parts.pds !== null) service.parts.pds.refresh = { mostANight: 100, pauseMs: 200 }
    const first = refresh(service.parts, night, stopping.signal)
    await expect.poll(() => standIn.asked.length).toBeGreaterThan(0)
    stopping.abort()
    await first
    const before = standIn.asked.length
    expect(before).toBeLessThan(3)
    await refresh(service.parts, night, going)
    expect(new Set(asked()).size).toBe(3)
    expect(asked()).toHaveLength(3)
  })

  it('of two processes asks about nobody twice, and about no more people than it may', async () => {
    for (let place = 0; place < 5; place += 1) await patientOf(place)
    connect(4)
    const night = nightFrom('2026-11-30')
    await Promise.all([1, 2, 3].map(() => refresh(service.parts, night, going)))
    expect(asked()).toHaveLength(4)
    expect(new Set(asked()).size).toBe(4)
  })

  it('keeps its pause between two questions', async () => {
    await three()
    connect(100)
    if (service.parts.pds !== null) service.parts.pds.refresh = { mostANight: 100, pauseMs: 60 }
    await run()
    const gaps = standIn.asked.slice(1).map(({ at }, place) => at - (standIn.asked[place]?.at ?? 0))
    expect(gaps).toHaveLength(2)
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(55)
  })

  it('has two rows in the audit trail for each question, which say whom and why, and never what was said', async () => {
    const [id] = await three()
    change(0, { diedOn: '2026-11-20', ...moved })
    await run()
    const { rows } = await service.db.owner.query<{ kind: string; criteria: object; said: string }>(
      `select kind, criteria, audit_event::text as said from audit_event
       where action = 'check open referrals with PDS' and patient_ids = array[$1::bigint] order by id desc limit 2`,
      [id],
    )
    const why = { purpose: 'nightly check of open referrals', by: 'NHS number' }
    expect(rows.toReversed().map(({ criteria }) => criteria)).toEqual([why, { ...why, outcome: 'found' }])
    for (const { said } of rows) expect(said).not.toMatch(/Harbour|2026-11-20|Nightly|99985/)
  })
})

describe('what somebody settles leaves the list', () => {
  it.each<readonly [string, Partial<StandInPerson>, (id: number) => Promise<unknown>]>([
    ['a name', { familyName: 'Married' }, (id) => save(id, { familyName: 'Married' })],
    ['an address', moved, (id) => save(id, { postcode: 'ZZ7 2HC' })],
    ['a practice', { practice: 'Z99002' }, (id) => save(id, { registeredGP: null })],
    ['a birth', { dateOfBirth: '1926-03-15' }, (id) => save(id, { dateOfBirth: '1926-03-15' })],
    ['a death', { diedOn: '2026-11-20' }, (id) => save(id, { deceasedDate: '2026-11-20' })],
    ['a number', { isWithdrawn: true }, (id) => save(id, { nhsNumber: null, nhsNumberUnknown: true })],
    [
      'a sensitive person, by a restriction',
      { security: 'R' },
      async (id) => {
        const lead = await service.as('Team Lead')
        const restricted = { patientId: id, kind: 'safety', reason: 'Sensitive in PDS' } as const
        expect((await service.ask(restrictRecord, restricted, lead)).status).toBe(200)
      },
    ],
    [
      'by a user who compares again when PDS says the same as we do',
      { ...moved, familyName: 'Married' },
      async (id) => {
        Object.assign(person(0), { lines: ['25', 'Larkfield Walk', '', 'Sampletown', 'Exampleshire'] })
        Object.assign(person(0), { familyName: (await view(id)).familyName, postcode: 'ZZ25 4QF' })
        await service.ask(checkPatient, { patientId: id }, clerk)
      },
    ],
  ])('%s', async (_, says, settle) => {
    const id = await patientOf(0)
    change(0, says)
    await run()
    expect(await kindsOf(id)).not.toEqual([])
    await settle(id)
    expect(await kindsOf(id)).toEqual([])
    expect(await count()).toEqual({ differing: 0, died: 0 })
  })

  it('part by part', async () => {
    const id = await patientOf(0)
    change(0, { ...moved, familyName: 'Married', practice: 'Z99002' })
    await run()
    await save(id, { familyName: 'Married' })
    expect(await kindsOf(id)).toEqual(['address', 'practice'])
    await save(id, { comments: 'x' })
    expect(await kindsOf(id)).toEqual(['address', 'practice'])
  })

  it('until PDS has another version, if it is left as it is', async () => {
    const id = await patientOf(0)
    change(0, { ...moved, familyName: 'Married' })
    await run('2026-11-30')
    const left = await service.ask(leaveDifferences, { patientId: id, kinds: ['address'] }, clerk)
    expect(left).toMatchObject({ status: 200, body: { success: true } })
    expect(await kindsOf(id)).toEqual(['name'])
    await run('2026-12-01')
    expect(await kindsOf(id)).toEqual(['name'])
    change(0, { version: '4' })
    await run('2026-12-02')
    expect(await kindsOf(id)).toEqual(['name', 'address'])
  })

  it('but not a death, which cannot be left', async () => {
    const id = await patientOf(0)
    change(0, { diedOn: '2026-11-20' })
    await run()
    const { status, body } = await service.ask(leaveDifferences, { patientId: id, kinds: ['died'] }, clerk)
    expect({ status, body }).toMatchObject({ status: 400, body: { kinds: expect.stringContaining('death') } })
    expect(await kindsOf(id)).toEqual(['died'])
  })

  it('with the referral: an hour later nothing is kept of somebody without one', async () => {
    const id = await patientOf(0)
    change(0, moved)
    await run()
    await service.db.owner.query('delete from work_list')
    expect(await kindsOf(id)).toEqual([])
    await purgeExpired(service.db.pool, Date.now() + 25 * 60 * 60_000)
    const { rows } = await service.db.owner.query('select from pds_check')
    expect(rows).toHaveLength(0)
  })
})

describe('who died as PDS says', () => {
  it('is due today for the owner until the death is recorded', async () => {
    const id = await patientOf(0)
    change(0, { diedOn: '2026-11-20' })
    await run()
    await settleTasks(service.db.sql)
    const tasks = async () =>
      (
        await service.db.owner.query<{ kind: string; is_today: boolean; open: boolean }>(
          `select kind, due_date = (now() at time zone 'Europe/London')::date as is_today, closed_at is null as open
           from task join pathway on pathway.id = task.pathway_id where pathway.patient_id = $1 and kind = 'deathInPds'`,
          [id],
        )
      ).rows
    expect(await tasks()).toEqual([{ kind: 'deathInPds', is_today: true, open: true }])
    await save(id, { deceasedDate: '2026-11-20' })
    await settleTasks(service.db.sql)
    expect(await tasks()).toEqual([{ kind: 'deathInPds', is_today: true, open: false }])
  })

  it('says so in every list, first on the list of differences', async () => {
    const other = await patientOf(1)
    change(1, moved)
    await run('2026-11-30')
    const id = await patientOf(0)
    change(0, { diedOn: '2026-11-20' })
    await run('2026-12-01')
    expect((await list()).rows.map(({ patientId }) => patientId)).toEqual([id, other])
    const rows = (await service.ask(searchNhsNumber, { nhsNumber: person(0).nhsNumber }, clerk)).body
    expect((rows as SearchedRow[])[0]?.flags?.map(({ text }) => text)).toEqual([
      'PDS says that the patient died',
    ])
  })
})

it('a sensitive person is nowhere in what is kept', async () => {
  const id = await patientOf(0)
  change(0, {
    security: 'R',
    lines: ['77', 'Zephyrlane', 'Quixmoor', 'Vantown', 'Whimshire'],
    postcode: 'ZZ7 7ZX',
  })
  standIn.fault = 'leaks'
  await run()
  expect(await kindsOf(id)).toEqual(['sensitive'])
  for (const table of ['pds_check', 'pds_night', 'patient', 'task', 'audit_event']) {
    const { rows } = await service.db.owner.query<{ said: string }>(
      `select string_agg(t::text, ' ') as said from ${table} as t`,
    )
    expect(rows[0]?.said ?? '').not.toMatch(/Zephyrlane|Quixmoor|ZZ7 7ZX/)
  }
})
