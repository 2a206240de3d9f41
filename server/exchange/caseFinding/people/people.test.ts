import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'csv-parse/sync'
import { mergePatients, undoMerge } from '../../../../contract/governance/merge.ts'
import { patientInError } from '../../../../contract/governance/inError.ts'
import { restrictRecord } from '../../../../contract/governance/restriction.ts'
import {
  exportListedPeople,
  lateLists,
  listedPeople,
  longUnreached,
  peopleOnPage,
  type ListedPeople,
} from '../../../../contract/exchange/caseFinding/listedPeople.ts'
import {
  acceptIncoming,
  askForMore,
  declineIncoming,
  recordAnswer,
  reopenIncoming,
} from '../../../../contract/exchange/incoming/incomingReferral.ts'
import { addDays, addMonths, today } from '../../../../contract/platform/dates/dates.ts'
import { cancelReferral } from '../../../../contract/pathways/referral/pathway.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import {
  aPathway,
  aPatient,
  done,
  nextNhsNumber,
  patientInputOf,
  referralInputOf,
} from '../../../testing/world/factories.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { aList, toTriage } from '../../testing/listWorld.ts'
import { anIncoming, toldOf } from '../../testing/incomingWorld.ts'
import { purgeLists } from './purgeLists.ts'

let service: TestService
let admissions: TestUser
let lead: TestUser
let refused: number
let tooYoung: number
beforeAll(async () => {
  service = await testService()
  admissions = await service.as('Admissions')
  lead = await service.as('Team Lead')
  const reasons = await service.db.sql.selectFrom('declined_referral').select(['id', 'name']).execute()
  refused = reasons.find(({ name }) => name === 'Patient declined')?.id ?? 0
  tooYoung = reasons.find(({ name }) => name.endsWith('age'))?.id ?? 0
})
afterAll(() => service.close())

const people = async (id: number, more: object = {}, user = admissions): Promise<ListedPeople> => {
  const { status, body } = await service.ask(listedPeople, { id, ...more }, user)
  expect(status).toBe(200)
  return body as ListedPeople
}
const rowsOf = async (id: number) => (await people(id)).rows
const standingsOf = async (id: number) => (await rowsOf(id)).map(({ standing }) => standing)
const world = () => ({ service, user: lead })

interface Ground {
  nhsNumber: string
  listed: number
  listDate: string
}
const aDay = addDays(today(), 5)
const asked = async (ground: Ground) => {
  const which = await toTriage(service, ground.listed)
  const { version } = await done(world(), askForMore, {
    ...which,
    askedWhat: 'Would you come?',
    chaseDate: aDay,
  })
  return { id: which.id, version }
}
const accepted = async ({ listed }: Ground, nhsNumber: string | null) => {
  const which = await toTriage(service, listed)
  const { referrerId, referralMethodId } = await referralInputOf(service, 1)
  const reply = await done(world(), acceptIncoming, {
    ...which,
    patient: await patientInputOf(
      service,
      nhsNumber === null ? { nhsNumber: null, nhsNumberUnknown: true } : { nhsNumber },
    ),
    referral: { referralDate: today(), referrerId, referralMethodId },
  })
  return reply as unknown as { patientId: number; pathwayId: number }
}
const declined = async ({ listed }: Ground, declinedReferralId = tooYoung) => {
  const which = await toTriage(service, listed)
  return done(world(), declineIncoming, { ...which, declinedReferralId })
}
const closedPathway = async (nhsNumber: string, cancelReferralDate: string, declinedReferralId: number) => {
  const patient = await aPatient(service, lead, { nhsNumber })
  const { id, version } = await aPathway(service, lead, {
    patientId: patient.id,
    referralDate: addDays(cancelReferralDate, -1),
  })
  await done(world(), cancelReferral, { id, version, cancelReferralDate, declinedReferralId })
}
const merged = async (survivor: { id: number; version: number }, gone: { id: number; version: number }) =>
  (await done(world(), mergePatients, {
    ...{ survivorId: survivor.id, survivorVersion: survivor.version },
    ...{ mergedId: gone.id, mergedVersion: gone.version, takes: [] },
  })) as unknown as { mergeId: number }

const cases: [what: string, standing: string, before: (ground: Ground) => Promise<unknown>][] = [
  ['nothing happened', 'neverReached', async () => undefined],
  [
    'registered without a referral',
    'neverReached',
    ({ nhsNumber }) => aPatient(service, lead, { nhsNumber }),
  ],
  [
    'an open referral',
    'known',
    async ({ nhsNumber }) =>
      aPathway(service, lead, { patientId: (await aPatient(service, lead, { nhsNumber })).id }),
  ],
  [
    'a referral closed a year before the list',
    'known',
    ({ nhsNumber, listDate }) => closedPathway(nhsNumber, addMonths(listDate, -12), tooYoung),
  ],
  [
    'a referral closed over a year before the list',
    'neverReached',
    ({ nhsNumber, listDate }) => closedPathway(nhsNumber, addDays(addMonths(listDate, -12), -1), tooYoung),
  ],
  [
    'a referral closed because the person refused',
    'declined',
    ({ nhsNumber, listDate }) => closedPathway(nhsNumber, addDays(listDate, -40), refused),
  ],
  [
    'refused over a year ago',
    'neverReached',
    ({ nhsNumber, listDate }) => closedPathway(nhsNumber, addDays(addMonths(listDate, -12), -1), refused),
  ],
  [
    'died',
    'died',
    async ({ nhsNumber }) => {
      await aPathway(service, lead, { patientId: (await aPatient(service, lead, { nhsNumber })).id })
      await service.db.owner.query('update patient set deceased_date = $1 where nhs_number = $2', [
        today(),
        nhsNumber,
      ])
    },
  ],
  ['sent to triage', 'neverReached', ({ listed }) => toTriage(service, listed)],
  ['asked', 'invited', asked],
  [
    'asked, and the day passed',
    'neverReached',
    async (ground) => {
      const { id } = await asked(ground)
      await service.db.owner.query(
        `update incoming_referral set asked_date = current_date - 20, chase_date = current_date - 1 where id = $1`,
        [id],
      )
    },
  ],
  [
    'asked and answered',
    'invited',
    async (ground) => {
      const { id, version } = await asked(ground)
      await done(world(), recordAnswer, { id, version, answer: 'She would like to come' })
      await service.db.owner.query(
        `update incoming_referral set asked_date = current_date - 20, chase_date = current_date - 1 where id = $1`,
        [id],
      )
    },
  ],
  ['accepted from the list', 'invited', (ground) => accepted(ground, ground.nhsNumber)],
  ['accepted from the list and without the number', 'invited', (ground) => accepted(ground, null)],
  [
    'accepted and then died',
    'died',
    async (ground) => {
      const { patientId } = await accepted(ground, ground.nhsNumber)
      await service.db.owner.query('update patient set deceased_date = $1 where id = $2', [
        today(),
        patientId,
      ])
    },
  ],
  [
    'accepted and then refused',
    'declined',
    async (ground) => {
      const { pathwayId } = await accepted(ground, ground.nhsNumber)
      await done(world(), cancelReferral, {
        id: pathwayId,
        cancelReferralDate: today(),
        declinedReferralId: refused,
      })
    },
  ],
  [
    'accepted, and the record was in error',
    'neverReached',
    async (ground) => {
      const { patientId } = await accepted(ground, ground.nhsNumber)
      await service.db.owner.query('update patient set is_active = false where id = $1', [patientId])
    },
  ],
  ['declined at triage', 'declined', declined],
  [
    'declined at triage, and undone',
    'neverReached',
    async (ground) => {
      const { id, version } = await declined(ground)
      await done(world(), reopenIncoming, { id, version })
    },
  ],
  [
    'withdrawn',
    'neverReached',
    async ({ listed }) => {
      const { id } = await toTriage(service, listed)
      await service.db.owner.query(
        `update incoming_referral set state = 'withdrawn', decided_at = now() where id = $1`,
        [id],
      )
    },
  ],
  [
    'opted out',
    'declined',
    ({ listed }) =>
      service.db.owner.query('update listed_person set is_opted_out = true where id = $1', [listed]),
  ],
  [
    'opted out on another list',
    'declined',
    ({ nhsNumber }) =>
      aList(service, { sender: 'Another', people: [{ person: { nhsNumber }, isOptedOut: true }] }),
  ],
  [
    'opted out, and an open referral',
    'known',
    async ({ nhsNumber, listed }) => {
      await aPathway(service, lead, { patientId: (await aPatient(service, lead, { nhsNumber })).id })
      await service.db.owner.query('update listed_person set is_opted_out = true where id = $1', [listed])
    },
  ],
  [
    'registered, and refuses to be contacted',
    'declined',
    async ({ nhsNumber }) => {
      const { id } = await aPatient(service, lead, { nhsNumber })
      await service.db.owner.query(
        `insert into patient_flag (patient_id, kind, category, review_date) values ($1, 'consentRefused', 'contact', current_date)`,
        [id],
      )
    },
  ],
  [
    'accepted from another list',
    'known',
    async ({ nhsNumber }) => {
      const other = await aList(service, { sender: 'Another', people: [{ person: { nhsNumber } }] })
      await accepted({ nhsNumber, listed: other.people[0] ?? 0, listDate: '' }, nhsNumber)
    },
  ],
  [
    'invited from another list',
    'invited',
    async ({ nhsNumber }) => {
      const other = await aList(service, { sender: 'Another', people: [{ person: { nhsNumber } }] })
      await asked({ nhsNumber, listed: other.people[0] ?? 0, listDate: '' })
    },
  ],
  [
    'referred themselves, not decided yet',
    'neverReached',
    ({ nhsNumber }) => anIncoming(service, { source: 'self', told: toldOf({ person: { nhsNumber } }) }),
  ],
  [
    'registered in error',
    'neverReached',
    async ({ nhsNumber }) => {
      const { id, version } = await aPatient(service, lead, { nhsNumber })
      await done(world(), patientInError, { id, version, reason: 'Wrong person' })
    },
  ],
  [
    'merged into a record with an open referral',
    'known',
    async ({ nhsNumber }) => {
      const gone = await aPatient(service, lead, { nhsNumber })
      const survivor = await aPathway(service, lead)
      await service.db.owner.query(
        'update patient set nhs_number = null, nhs_number_unknown = true where id = $1',
        [survivor.patientId],
      )
      await merged({ id: survivor.patientId, version: 1 }, gone)
    },
  ],
  [
    'merged so, and undone',
    'neverReached',
    async ({ nhsNumber }) => {
      const gone = await aPatient(service, lead, { nhsNumber })
      const survivor = await aPathway(service, lead)
      await service.db.owner.query(
        'update patient set nhs_number = null, nhs_number_unknown = true where id = $1',
        [survivor.patientId],
      )
      const { mergeId } = await merged({ id: survivor.patientId, version: 1 }, gone)
      await done(world(), undoMerge, { id: mergeId, version: 1 })
    },
  ],
  [
    'a number that PDS replaced',
    'known',
    async ({ nhsNumber }) => {
      const { id } = await aPatient(service, lead, { nhsNumber })
      await aPathway(service, lead, { patientId: id })
      await service.db.owner.query('update patient set nhs_number = $1 where id = $2', [nextNhsNumber(), id])
      await service.db.owner.query('insert into former_number (patient_id, nhs_number) values ($1, $2)', [
        id,
        nhsNumber,
      ])
    },
  ],
  [
    'a number that was corrected by hand',
    'neverReached',
    async ({ nhsNumber }) => {
      const { id } = await aPatient(service, lead, { nhsNumber })
      await aPathway(service, lead, { patientId: id })
      await service.db.owner.query('update patient set nhs_number = $1 where id = $2', [nextNhsNumber(), id])
    },
  ],
]

describe('the standing of a listed person', () => {
  it.each(cases)('%s: %s', async (_, standing, before) => {
    const nhsNumber = nextNhsNumber()
    const listDate = addDays(today(), -10)
    const list = await aList(service, { listDate, people: [{ person: { nhsNumber } }, {}] })
    await before({ nhsNumber, listed: list.people[0] ?? 0, listDate })
    // The neighbour stays as it was.
    expect(await standingsOf(list.id)).toEqual([standing, 'neverReached'])
    const { counts, people: all } = await people(list.id)
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(all)
    expect(all).toBe(2)
  })
})

describe('the people of a list', () => {
  it('are shown a page at a time, by standing', async () => {
    const many = Array.from({ length: peopleOnPage + 3 }, (_, place) => ({ isOptedOut: place < 2 }))
    const { id } = await aList(service, { people: many })
    const first = await people(id)
    expect(first).toMatchObject({ page: 1, pages: 2, people: peopleOnPage + 3 })
    expect(first.counts).toMatchObject({ declined: 2, neverReached: peopleOnPage + 1 })
    expect(first.rows.map(({ rowNumber }) => rowNumber)).toEqual(
      Array.from({ length: peopleOnPage }, (_, place) => place + 1),
    )
    expect((await people(id, { page: 2 })).rows).toHaveLength(3)
    expect((await people(id, { shown: 'declined' })).rows.map(({ rowNumber }) => rowNumber)).toEqual([1, 2])
    expect(await people(id, { shown: 'neverReached', page: 2 })).toMatchObject({ page: 2, pages: 2 })
  })

  it('are linked with the patient, the incoming referral and the day of the invitation', async () => {
    const nhsNumber = nextNhsNumber()
    const { id, people: listed } = await aList(service, { people: [{ person: { nhsNumber } }, {}] })
    const { patientId } = await aPathway(service, lead, {
      patientId: (await aPatient(service, lead, { nhsNumber })).id,
    })
    const incoming = await asked({ nhsNumber: '', listed: listed[1] ?? 0, listDate: '' })
    expect(await rowsOf(id)).toMatchObject([
      { standing: 'known', patientId, incoming: null, invitedDate: null },
      {
        standing: 'invited',
        patientId: null,
        incoming: { id: incoming.id, state: 'asked' },
        invitedDate: today(),
        answerBy: aDay,
      },
    ])
  })

  it('without NHS number may be registered, and are never called known for that', async () => {
    const person = { familyName: 'Quillfeather', firstName: 'Oona', dateOfBirth: '1941-05-06' }
    await aPathway(service, lead, { patientId: (await aPatient(service, lead, person)).id })
    const { id } = await aList(service, {
      people: [{ person: { ...person, nhsNumber: null } }, { person: { nhsNumber: null } }],
    })
    const list = await people(id)
    expect(list).toMatchObject({ mayBeRegistered: 1, counts: { known: 0, neverReached: 2 } })
    expect(list.rows.map(({ mayBeRegistered }) => mayBeRegistered)).toEqual([true, false])
    expect((await people(id, { shown: 'mayBeRegistered' })).rows.map(({ rowNumber }) => rowNumber)).toEqual([
      1,
    ])
  })

  it('with a restricted record have no link, and no standing in what their sender gets', async () => {
    const [restricted, open] = [nextNhsNumber(), nextNhsNumber()]
    const { id } = await aList(service, {
      people: [{ person: { nhsNumber: restricted, familyName: '=Cmd()' } }, { person: { nhsNumber: open } }],
    })
    for (const nhsNumber of [restricted, open])
      await aPathway(service, admissions, {
        patientId: (await aPatient(service, admissions, { nhsNumber })).id,
      })
    const patient = await service.db.sql
      .selectFrom('patient')
      .select('id')
      .where('nhs_number', '=', restricted)
      .executeTakeFirstOrThrow()
    await done(world(), restrictRecord, {
      patientId: patient.id,
      kind: 'colleague',
      reason: 'Works here',
    })
    const stranger = await service.as('Clinician')
    expect((await people(id, {}, stranger)).rows).toMatchObject([
      { standing: 'known', patientId: null, isWithheld: true },
      { standing: 'known', isWithheld: false },
    ])
    const { body, status } = await service.ask(exportListedPeople, { id, type: 'csv' }, stranger)
    expect(status).toBe(200)
    const [head, ...rows] = parse(String(body), {
      bom: true,
      relax_column_count: true,
    }) as string[][]
    expect(head?.at(-1)).toBe('Standing')
    expect(rows.map((row) => row.at(-1))).toEqual(['Not stated', 'Known to the falls service'])
    expect(rows[0]?.[1]?.startsWith('=')).toBe(false)
    const { rows: events } = await service.db.owner.query<{
      patient_ids: string[]
      criteria: { id: number }
    }>(
      `select patient_ids, criteria from audit_event where action = 'POST /api/caseFinding/people/export' order by id desc limit 1`,
    )
    expect(events[0]?.criteria).toMatchObject({ id, type: 'csv' })
    expect(events[0]?.patient_ids.map(Number)).toContain(patient.id)
  })
})

describe('what is late', () => {
  const late = async () =>
    (await service.ask(lateLists, {}, admissions)).body as { sender: string; daysLate: number }[]

  it('is a list that came and has not come for 35 days', async () => {
    const day = today(service.time.now)
    await aList(service, { sender: 'Late', listDate: addDays(day, -36), people: [{}] })
    await aList(service, { sender: 'In time', listDate: addDays(day, -35), people: [{}] })
    await aList(service, { sender: 'Again', listDate: addDays(day, -66), people: [{}] })
    await aList(service, { sender: 'Again', listDate: addDays(day, -3), people: [{}] })
    await aList(service, { sender: 'Stopped', listDate: addDays(day, -366), people: [{}] })
    const senders = (await late()).map(({ sender, daysLate }) => [sender, daysLate])
    expect(senders).toEqual([['Late', 1]])
  })

  it('is a person whom NG249 names and nobody reached for 30 days, counted once', async () => {
    const count = async () =>
      (await service.ask(longUnreached, {}, lead)).body as { people: number; listId: number | null }
    const before = await count()
    const day = today(service.time.now)
    const nhsNumber = nextNhsNumber()
    await aList(service, { listDate: addDays(day, -31), people: [{ person: { nhsNumber } }] })
    await aList(service, {
      listDate: addDays(day, -61),
      people: [
        { person: { nhsNumber } },
        { eligibility: 'exercise' },
        { isOptedOut: true },
        {},
        { person: { nhsNumber: null } },
      ],
    })
    await aList(service, { listDate: addDays(day, -30), people: [{}] })
    expect((await count()).people - before.people).toBe(3)
    expect((await service.ask(longUnreached, {}, admissions)).status).toBe(403)
  })
})

describe('a list of 13 months ago', () => {
  it('loses the words of its people, and how they stood is stored', async () => {
    const nhsNumber = nextNhsNumber()
    const listDate = addDays(addMonths(today(), -13), -1)
    const { id } = await aList(service, {
      listDate,
      people: [{ person: { nhsNumber } }, {}, { isOptedOut: true }],
    })
    const young = await aList(service, { listDate: addMonths(today(), -13), people: [{}] })
    await aPathway(service, lead, { patientId: (await aPatient(service, lead, { nhsNumber })).id })
    await purgeLists(service.db.sql, service.time.now)
    const { rows, list, counts } = await people(id)
    expect(list.removedAt).not.toBeNull()
    expect(rows.map(({ familyName, nhsNumber: number, standing }) => [familyName, number, standing])).toEqual(
      [
        [null, null, 'known'],
        [null, null, 'neverReached'],
        [null, null, 'declined'],
      ],
    )
    await service.db.owner.query('update patient set deceased_date = current_date where nhs_number = $1', [
      nhsNumber,
    ])
    expect((await people(id)).counts).toEqual(counts)
    expect((await people(young.id)).list.removedAt).toBeNull()
  })
})

it('a list that is not there is not found', async () => {
  expect((await service.ask(listedPeople, { id: 999_999 }, admissions)).status).toBe(404)
  expect((await service.ask(exportListedPeople, { id: 999_999, type: 'csv' }, admissions)).status).toBe(404)
})
