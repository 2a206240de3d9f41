import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foldName } from '../../../contract/platform/words/fold.ts'
import type { WorkListRow } from '../../../contract/pathways/worklists/listColumns.ts'
import { stages, type Stage } from '../../../contract/stages/stage.ts'
import { nextHeader } from '../../../contract/platform/calls/paging.ts'
import { totalHeader } from '../../../contract/patients/search/search.ts'
import { counters } from '../../../contract/stages/counters.ts'
import { dueGroups } from '../../../contract/stages/dueGroup.ts'
import { unowned } from '../../../contract/pathways/unowned.ts'
import {
  dueCountsHeader,
  searchWorkList,
  workListSorts,
  workLists,
  type WorkListSort,
} from '../../../contract/pathways/worklists/workList.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { aFrat, aPathway } from '../../testing/world/factories.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { nameKey } from '../../stages/updateStage.ts'

let service: TestService
let clinician: TestUser

/**
 * The columns of a list in this test, with missing values in every nullable column, and equal values to be sorted by
 * id.
 */
interface Listed {
  pathway_id: number
  since: string | null
  due: string | null
  name_key: string
  nhs_number: string | null
  date_of_birth: string | null
  gender: string
  postcode: string | null
  referral_date: string | null
  referrer: string | null
  registered_gp: string | null
}
const listed: Listed[] = []

const pick = <T>(values: readonly T[], seed: number): T => values[seed % values.length] as T
const days = [null, '2026-01-05', '2026-01-04', '2026-02-01', '2026-01-05']
const families = ['Ashworth', 'Müller', 'O’Connell', 'ashworth', 'Zimmer']

/** Inserts rows of one stage directly into the table, because this tests reading, not placing. */
const fill = async (stage: Stage, count: number) => {
  const gender_id = (await service.db.sql.selectFrom('gender').select('id').executeTakeFirstOrThrow()).id
  for (let n = 1; n <= count; n += 1) {
    const family_name = pick(families, n * 3)
    const first_name = pick(['Ann', null, 'Bea'], n)
    const keys = { family_name_key: foldName(family_name), first_name_key: foldName(first_name ?? '') }
    const { id: patient_id } = await service.db.sql
      .insertInto('patient')
      .values({ family_name, first_name, ...keys, gender_id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: pathway_id } = await service.db.sql
      .insertInto('pathway')
      .values({ patient_id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = {
      pathway_id,
      since: pick(days, n),
      due: pick(days, n * 2),
      name_key: nameKey(family_name, first_name),
      nhs_number: n % 4 === 0 ? null : `99900${String((n * 7919) % 100_000).padStart(5, '0')}`,
      date_of_birth: pick([null, '1940-01-01', '1935-06-01'], n),
      gender: pick(['Female', 'Male', 'Indeterminate'], n),
      postcode: pick(['ZZ1 1AA', null, 'ZZ10 1AA', 'AA1 1AA'], n),
      referral_date: pick(days, n * 3),
      referrer: pick(['GP', 'self', 'Self', null], n),
      registered_gp: pick([null, 'Riverside', 'Àbbey', 'Zed'], n),
    }
    await service.db.sql
      .insertInto('work_list')
      .values({ ...row, patient_id, stage, family_name, first_name, reason: 'as tried', deceased: false })
      .execute()
    listed.push(row)
  }
}

beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  await fill('inExercise', 41)
})
afterAll(() => service.close())

const ask = async (stage: Stage, input: InputOf<(typeof workLists)[Stage]>) => {
  const { status, body, headers } = await service.ask(workLists[stage], input, clinician)
  expect(status).toBe(200)
  const next = headers[nextHeader] as string | undefined
  return { ids: (body as WorkListRow[]).map(({ pathwayId }) => pathwayId), total: headers[totalHeader], next }
}
const kpi = async (stage: Stage) => (await service.ask(counters[stage], {}, clinician)).body

const columns: Record<WorkListSort, keyof Listed> = {
  since: 'since',
  waiting: 'since',
  // On this list, the due day depends on the day when the wait started.
  due: 'since',
  patient: 'name_key',
  nhsNumber: 'nhs_number',
  dateOfBirth: 'date_of_birth',
  gender: 'gender',
  postcode: 'postcode',
  referralDate: 'referral_date',
  referrer: 'referrer',
  registeredGP: 'registered_gp',
}
/** Columns whose names sort as in a dictionary. */
const folding: readonly WorkListSort[] = ['referrer', 'registeredGP']
const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
/**
 * The whole list in the expected order. Missing values sort last in both directions, but rows with no wait date or due
 * date come first.
 */
const inOrder = (sort: WorkListSort, isDescending = false, column = columns[sort]): number[] => {
  const sign = isDescending ? -1 : 1
  const gapsFirst = sort === 'since' || sort === 'due'
  return listed
    .toSorted((a, b) => {
      const [x, y] = [a, b].map((row) => {
        const value = row[column] as string | null
        return value !== null && folding.includes(sort) ? foldName(value) : value
      }) as [string | null, string | null]
      if ((x === null) !== (y === null)) return (x === null) === gapsFirst ? -1 : 1
      return sign * ((x === null || y === null ? 0 : bytes(x, y)) || a.pathway_id - b.pathway_id)
    })
    .map(({ pathway_id }) => pathway_id)
}

describe('the order of a list', () => {
  it.each(workListSorts)('by %s, and turned round, whole and page by page', async (sort) => {
    for (const [written, order] of [
      [sort, inOrder(sort)],
      [`-${sort}`, inOrder(sort, true)],
    ] as const) {
      expect(await ask('inExercise', { sort: written })).toEqual({ ids: order, total: '41' })
      const pages: number[] = []
      for (let after: string | undefined; ;) {
        const { ids, total, next } = await ask('inExercise', { sort: written, limit: 7, after })
        expect(total).toBe('41')
        pages.push(...ids)
        after = next
        if (next === undefined) break
      }
      expect(pages).toEqual(order)
    }
  })

  it('is the longest wait first unless asked otherwise', async () => {
    expect((await ask('inExercise', {})).ids).toEqual(inOrder('since'))
  })

  it('is by the day the call is due where calls wait', async () => {
    for (const stage of ['awaitingFollowup', 'awaitingSecondFollowup'] as const) {
      await service.db.sql.updateTable('work_list').set({ stage }).where('stage', '=', 'inExercise').execute()
      try {
        expect((await ask(stage, {})).ids).toEqual(inOrder('due', false, 'due'))
      } finally {
        await service.db.sql
          .updateTable('work_list')
          .set({ stage: 'inExercise' })
          .where('stage', '=', stage)
          .execute()
      }
    }
  })

  it('goes on behind a pathway that has left the list, and skips nobody', async () => {
    const order = inOrder('patient')
    const first = await ask('inExercise', { limit: 5, sort: 'patient' })
    const left = order[4] ?? 0
    const move = (stage: Stage) =>
      service.db.sql.updateTable('work_list').set({ stage }).where('pathway_id', '=', left).execute()
    await move('inTreatment')
    try {
      const { ids } = await ask('inExercise', { limit: 5, sort: 'patient', after: first.next })
      expect(ids).toEqual(order.slice(5, 10))
    } finally {
      await move('inExercise')
    }
  })

  it.each([
    { sort: 'reason' },
    { sort: 'since; drop table work_list' },
    { limit: 0 },
    { limit: 1001 },
    { limit: '1e3' },
    { after: 'made up' },
    { after: '7' },
  ])('refuses %j', async (input) => {
    expect((await service.ask(workLists.inExercise, input, clinician)).status).toBe(400)
  })
})

describe('a page of a usual length, which is prepared', () => {
  const rowsOf = async (input: InputOf<(typeof workLists)[Stage]>) => {
    const { body, headers } = await service.ask(workLists.inExercise, input, clinician)
    return { rows: body as WorkListRow[], total: headers[totalHeader], due: headers[dueCountsHeader] }
  }
  /** On all connections: each idle one answers one query. */
  const prepared = async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        service.db.pool.query<{ name: string; generic: number }>(
          `select name, generic_plans::integer as generic from pg_prepared_statements where name like 'page %'`,
        ),
      ),
    )
    return answers.flatMap(({ rows }) => rows)
  }
  const names = async () => new Set((await prepared()).map(({ name }) => name))

  it('is not prepared where what is asked for decides on the plan', async () => {
    expect((await service.ask(workLists.inExercise, { limit: 50 }, clinician)).status).toBe(200)
    const before = await names()
    expect(before.size).toBeGreaterThan(0)
    for (const narrowed of [
      { q: 'muller' },
      { referrer: 'GP' },
      { owner: unowned },
      { sort: 'patient', due: 'late' },
      { limit: 51 },
    ] as const)
      expect((await service.ask(workLists.inExercise, { limit: 50, ...narrowed }, clinician)).status).toBe(
        200,
      )
    expect(await names()).toEqual(before)
  })

  it('has the rows of one that is planned each time, in every order, at its beginning and behind each half', async () => {
    const asked = workListSorts
      .flatMap((name) => [name, `-${name}` as const])
      .flatMap((sort) => [
        { sort },
        ...(sort.endsWith('since') || sort === '-due' ? dueGroups.map((due) => ({ sort, due })) : []),
      ])
    const compare = async (input: InputOf<(typeof workLists)[Stage]>) => {
      const planned = await rowsOf({ ...input, limit: 49 })
      // PostgreSQL keeps a plan only after five executions without one.
      for (let time = 0; time < 7; time += 1) expect(await rowsOf({ ...input, limit: 50 })).toEqual(planned)
    }
    // Only a limited number of statements have names. First pages come first, so that each order gets one.
    for (const each of asked) await compare(each)
    for (const each of asked)
      for (const limit of [3, 30]) {
        const { next } = await ask('inExercise', { ...each, limit })
        if (next !== undefined) await compare({ ...each, after: next })
      }
    expect((await prepared()).some(({ generic }) => generic > 0)).toBe(true)
  }, 240_000)
})

describe('looking for somebody in a list', () => {
  const without = (name: string) => (row: Listed) => foldName(row.registered_gp ?? '') === foldName(name)
  it.each([
    ['mull', (row: Listed) => row.name_key.startsWith('muller')],
    ['MÜLL Béa', (row: Listed) => row.name_key === 'muller bea'],
    ['worth', (row: Listed) => row.name_key.startsWith('ashworth')],
    ["o'con", (row: Listed) => row.name_key.startsWith('oconnell')],
    ['O ’ Connell', (row: Listed) => row.name_key.startsWith('oconnell')],
    ['999-00', (row: Listed) => row.nhs_number?.includes('99900') ?? false],
    ['9990007', (row: Listed) => row.nhs_number?.startsWith('9990007') ?? false],
    ['àbb', without('Àbbey')],
    ['ABBEY 1940-01', (row: Listed) => without('Àbbey')(row) && row.date_of_birth === '1940-01-01'],
    ['01-jun-1935', (row: Listed) => row.date_of_birth === '1935-06-01'],
    ['zz10', (row: Listed) => row.postcode === 'ZZ10 1AA'],
    ['ZZ10 1AA zed', (row: Listed) => row.postcode === 'ZZ10 1AA' && without('Zed')(row)],
    ['nobody', () => false],
    ['%', () => false],
    ['mul%er', () => false],
    ['_', () => false],
    ['\\', () => false],
    ['-', () => false],
    ["'", () => false],
    ["' or true --", () => false],
    ['  ', () => true],
  ])('%j shows those who have every word, and how many', async (q, fits) => {
    const expected = inOrder('patient').filter((id) =>
      listed.some((row) => row.pathway_id === id && fits(row)),
    )
    const { ids, total } = await ask('inExercise', { q, sort: 'patient' })
    expect({ ids, total }).toEqual({ ids: expected, total: String(expected.length) })
    const { body, headers } = await service.ask(
      searchWorkList,
      { stage: 'inExercise', q, sort: 'patient' },
      clinician,
    )
    expect((body as WorkListRow[]).map(({ pathwayId }) => pathwayId)).toEqual(expected)
    expect(headers[totalHeader]).toBe(total)
  })

  it('pages through what it found', async () => {
    const expected = inOrder('since').filter((id) =>
      listed.some((row) => row.pathway_id === id && row.name_key.startsWith('ashworth')),
    )
    const first = await ask('inExercise', { q: 'ash', limit: 3 })
    const rest = await ask('inExercise', { q: 'ash', after: first.next })
    expect([...first.ids, ...rest.ids]).toEqual(expected)
  })
})

describe('lists and counters (CS-6)', () => {
  it('agree, and add up to the open pathways', async () => {
    for (let n = 0; n < 5; n += 1) {
      const pathway = await aPathway(service, clinician)
      if (n % 2 === 0) await aFrat(service, clinician, pathway.id)
    }
    let sum = 0
    for (const stage of stages) {
      const { ids, total } = await ask(stage, {})
      expect(await kpi(stage)).toBe(ids.length)
      expect(total).toBe(String(ids.length))
      sum += ids.length
    }
    const { rows } = await service.db.pool.query<{ n: number }>(
      `select count(*)::int as n from pathway
       where is_active and discharge_date is null and cancel_referral_date is null`,
    )
    expect(sum).toBe(rows[0]?.n)
  })

  it("show one's own save at once, however many others are counting", async () => {
    let expected = (await kpi('awaitingAssessment')) as number
    for (let round = 0; round < 10; round += 1) {
      const others = Array.from({ length: 10 }, () => kpi('awaitingAssessment'))
      await aPathway(service, clinician)
      expected += 1
      const more = Array.from({ length: 10 }, () => kpi('awaitingAssessment'))
      expect(await kpi('awaitingAssessment')).toBe(expected)
      await Promise.all([...others, ...more])
    }
  })

  it('show a thousand rows of a longer list and say how many there are', async () => {
    await service.db.pool.query(
      `with person as (
         insert into patient (family_name, family_name_key, gender_id)
         select 'Crowd', 'crowd', (select min(id) from gender) from generate_series(1, 1003) returning id
       ), referred as (
         insert into pathway (patient_id) select id from person returning id, patient_id
       )
       insert into work_list (pathway_id, patient_id, stage, reason, deceased, family_name, name_key, gender)
       select id, patient_id, 'inTreatment', 'as tried', false, 'Crowd', 'crowd ', 'Female' from referred`,
    )
    const { ids, total, next } = await ask('inTreatment', {})
    expect({ shown: ids.length, total }).toEqual({ shown: 1000, total: '1003' })
    const rest = await ask('inTreatment', { after: next })
    expect({ shown: rest.ids.length, total: rest.total, next: rest.next }).toEqual({
      shown: 3,
      total: '1003',
      next: undefined,
    })
    expect(new Set([...ids, ...rest.ids]).size).toBe(1003)
    const backwards = await ask('inTreatment', { sort: '-patient', limit: 2 })
    expect(backwards.ids).toEqual([...ids, ...rest.ids].toReversed().slice(0, 2))
    expect(await kpi('inTreatment')).toBe(1003)
  })

  it('are in the audit trail with everybody shown and what was looked for; counters do not', async () => {
    const { ids } = await ask('inExercise', { q: 'mull', limit: 2 })
    await kpi('inExercise')
    const { rows } = await service.db.owner.query(
      'select kind, action, to_jsonb(pathway_ids) as pathway_ids, criteria from audit_event order by id desc limit 1',
    )
    expect(rows).toEqual([
      {
        kind: 'read',
        action: 'GET /api/list/inExercise',
        pathway_ids: ids,
        criteria: { q: 'mull', limit: 2 },
      },
    ])
  })

  it.each([
    ['Admissions', 200],
    ['Clinician', 200],
    ['Team Lead', 200],
    ['System Administrator', 403],
    ['Information Governance', 403],
    ['External', 403],
    ['none', 403],
  ] as const)('are for staff who run the pathway: %s %i', async (profile, status) => {
    const user = await service.as(profile)
    expect((await service.ask(workLists.inExercise, { limit: 1 }, user)).status).toBe(status)
    expect((await service.ask(counters.inExercise, {}, user)).status).toBe(status)
  })
})
