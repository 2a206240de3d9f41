import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, today as dayNow } from '../../../contract/platform/dates/dates.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { listChoices } from '../../../contract/pathways/worklists/listFilters.ts'
import type { WorkListRow } from '../../../contract/pathways/worklists/listColumns.ts'
import {
  deleteListView,
  listListViews,
  saveListView,
  type ListView,
} from '../../../contract/pathways/worklists/listView.ts'
import { nextHeader } from '../../../contract/platform/calls/paging.ts'
import { dueGroupOf, dueInWords, dueOf, usualTargets } from '../../../contract/stages/due.ts'
import { dueGroups, type DueCounts } from '../../../contract/stages/dueGroup.ts'
import { isCallStage, stages, type Stage } from '../../../contract/stages/stage.ts'
import { totalHeader } from '../../../contract/patients/search/search.ts'
import { getPathway, type PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import type { RecordKindName } from '../../../contract/pathways/records/kinds.ts'
import { getStageTargets, saveStageTargets } from '../../../contract/pathways/worklists/stageTargets.ts'
import { allCounters, counters, lateCounts } from '../../../contract/stages/counters.ts'
import { dueCountsHeader, searchWorkList, workLists } from '../../../contract/pathways/worklists/workList.ts'
import { aPathway, type Saved } from '../../testing/world/factories.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { caseOf, groundOf, saveRecordOf } from '../../testing/values/recordCases.ts'
import { verifyCounts } from './counts.ts'
import { verifyStages } from './verify.ts'

/*
 * Who is late, on lists of 150 to 1,100 rows. Rows are inserted directly into the table, because this tests reading;
 * the placing of pathways has tests of its own.
 */

let service: TestService
let clinician: TestUser
let lead: TestUser

/** A Wednesday, at noon. */
const today = '2026-03-11'
const long: Stage = 'awaitingTreatment'

const fill = (stage: Stage, count: number) =>
  service.db.owner.query(
    `with given as (
       select n, case when n % 97 = 0 then null else date '${today}' - (n * 7 % 260) end as since from generate_series(1, $2::integer) as n
     ), person as (
       insert into patient (family_name, family_name_key, gender_id, phone_home, phone_work, phone_mobile)
       select 'Row' || n, 'row' || n, (select min(id) from gender), '01632 960 0' || (n % 90 + 10),
         case when n % 4 = 0 then '01632 961 001' end, case when n % 3 = 0 then '07700 900 0' || (n % 90 + 10) end
       from given returning id, family_name_key as key
     ), referral as (
       insert into pathway (patient_id) select id from person returning id, patient_id
     )
     insert into work_list (pathway_id, patient_id, stage, since, due, reason, deceased, family_name, name_key, gender,
       referrer, registered_gp, postcode)
     select referral.id, person.id, $1, since, case when $3 then (since + interval '3 months')::date end, 'as tried', false,
       'Row' || n, person.key, 'Female', (array['GP', 'Ambulance', null])[n % 3 + 1],
       (array['Riverside', 'Àbbey'])[n % 2 + 1], (array['ZZ1 1AA', 'zz11aa', 'ZZ11 9AA', null])[n % 4 + 1]
     from given join person on person.key = 'row' || n join referral on referral.patient_id = person.id`,
    [stage, count, isCallStage(stage)],
  )

beforeAll(async () => {
  service = await testService()
  service.time.now = Date.parse(`${today}T12:00:00Z`)
  clinician = await service.as('Clinician')
  lead = await service.as('Team Lead')
  for (const stage of stages) await fill(stage, stage === long ? 1_100 : 150)
})
afterAll(() => service.close())

type Search = InputOf<typeof searchWorkList>
const ask = async (input: Search) => {
  const { status, body, headers } = await service.ask(searchWorkList, input, clinician)
  expect(status).toBe(200)
  return {
    rows: body as WorkListRow[],
    total: Number(headers[totalHeader]),
    due: JSON.parse(String(headers[dueCountsHeader])) as DueCounts,
    next: headers[nextHeader] as string | undefined,
  }
}
/** All rows, over all pages. */
const all = async (input: Search): Promise<WorkListRow[]> => {
  const rows: WorkListRow[] = []
  for (let after: string | undefined; ;) {
    const page = await ask({ ...input, after })
    rows.push(...page.rows)
    if (page.next === undefined) return rows
    after = page.next
  }
}
const ids = (rows: readonly WorkListRow[]) => rows.map(({ pathwayId }) => pathwayId)
const sumOf = ({ late, thisWeek, later }: DueCounts) => late + thisWeek + later

describe('a row of a work list', () => {
  it.each(stages)('of %s says how long, what is due and whether that is late', async (stage) => {
    for (const row of await all({ stage })) {
      const due = dueOf(stage, row.since, usualTargets)
      const dueGroup = dueGroupOf(stage, due, usualTargets, today)
      expect(row).toMatchObject({ stage, due, dueGroup, dueWords: dueInWords(due, dueGroup, today) })
      if (row.waitingDays !== null) expect(addDays(today, -row.waitingDays)).toBe(row.since)
    }
  })

  it('has the telephone number to call first: mobile, else home', async () => {
    const rows = await all({ stage: 'inTreatment', q: 'row3' })
    const numberOf = (name: string) => rows.find(({ familyName }) => familyName === name)?.telephone
    expect(numberOf('Row3')).toBe('07700 900 013')
    expect(numberOf('Row32')).toBe('01632 960 042')
  })
})

describe('late, this week and later', () => {
  it.each(stages)('share out the whole list %s', async (stage) => {
    const whole = await all({ stage })
    const first = await ask({ stage, limit: 1 })
    expect(sumOf(first.due)).toBe(whole.length)
    expect(first.total).toBe(whole.length)
    for (const due of dueGroups) {
      const rows = await all({ stage, due, limit: 90 })
      // Only these rows, in the order of the list.
      expect(ids(rows)).toEqual(ids(whole.filter(({ dueGroup }) => dueGroup === due)))
      expect(first.due[due]).toBe(rows.length)
      expect((await ask({ stage, due, limit: 1 })).total).toBe(rows.length)
    }
  })

  it('are counted for all lists in one call, as the lists have them', async () => {
    const { body } = await service.ask(lateCounts, {}, clinician)
    for (const stage of stages) expect(body).toHaveProperty(stage, (await ask({ stage, limit: 1 })).due.late)
    const all = (await service.ask(allCounters, {}, clinician)).body
    for (const stage of stages) {
      const { total, due } = await ask({ stage, limit: 1 })
      expect(all).toHaveProperty(stage, { count: total, late: due.late })
      expect((await service.ask(counters[stage], {}, clinician)).body).toBe(total)
    }
    expect(await verifyCounts(service.db.sql)).toEqual([])
  })

  it('change with the day, by themselves', async () => {
    const before = await ask({ stage: 'inExercise' })
    service.time.now += 30 * 24 * 60 * 60_000
    clinician = await service.as('Clinician')
    try {
      const after = await ask({ stage: 'inExercise' })
      expect(after.due.late).toBeGreaterThan(before.due.late)
      expect(sumOf(after.due)).toBe(sumOf(before.due))
      const { body } = await service.ask(lateCounts, {}, clinician)
      expect(body).toHaveProperty('inExercise', after.due.late)
    } finally {
      service.time.now -= 30 * 24 * 60 * 60_000
      clinician = await service.as('Clinician')
    }
  })

  it('are asked for in an address too', async () => {
    const { body } = await service.ask(workLists[long], { due: 'late', limit: 5 }, clinician)
    expect((body as WorkListRow[]).map(({ dueGroup }) => dueGroup)).toEqual(Array(5).fill('late'))
    expect((await service.ask(workLists[long], { due: 'soon' as never }, clinician)).status).toBe(400)
  })
})

describe('filters', () => {
  const districtOf = ({ postcode }: WorkListRow) =>
    postcode === null ? null : postcode === 'ZZ11 9AA' ? 'ZZ11' : 'ZZ1'
  it.each<[Omit<Search, 'stage'>, (row: WorkListRow) => boolean]>([
    [{ referrer: 'Ambulance' }, ({ referrer }) => referrer === 'Ambulance'],
    [{ surgery: 'àbbey' }, ({ registeredGP }) => registeredGP === 'Àbbey'],
    [{ district: 'ZZ1' }, (row) => districtOf(row) === 'ZZ1'],
    [{ district: 'zz11' }, (row) => districtOf(row) === 'ZZ11'],
    [
      { district: 'ZZ1', referrer: 'GP', surgery: 'Riverside', due: 'late' },
      (row) =>
        districtOf(row) === 'ZZ1' &&
        row.referrer === 'GP' &&
        row.registeredGP === 'Riverside' &&
        row.dueGroup === 'late',
    ],
    [
      { referrer: 'GP', q: 'row77', sort: '-patient' },
      ({ referrer, familyName }) => referrer === 'GP' && familyName.startsWith('Row77'),
    ],
    [{ referrer: '%' }, () => false],
    [{ district: 'Z' }, () => false],
  ])('%j look at the whole list', async (filters, fits) => {
    const { sort } = filters
    const whole = (await all({ stage: long, sort })).filter(fits)
    const found = await ask({ stage: long, ...filters, limit: 1000 })
    expect(ids(found.rows)).toEqual(ids(whole))
    expect(found.total).toBe(whole.length)
    // The tabs count what the filters find, whichever tab is open.
    expect(sumOf(found.due)).toBe((await ask({ stage: long, ...filters, due: undefined, limit: 1 })).total)
  })

  it('offer what stands on the list', async () => {
    const { body } = await service.ask(listChoices, { stage: long }, clinician)
    expect(body).toEqual({
      referrer: ['Ambulance', 'GP'],
      surgery: ['Àbbey', 'Riverside'],
      district: ['ZZ1', 'ZZ11'],
      owner: ['Unowned'],
      flag: [],
    })
  })

  it('show several lists as one, by what is due first', async () => {
    const asked: Search = { stage: 'awaitingFollowup', also: ['inTreatment', long, 'inTreatment'] }
    const rows = await all({ ...asked, limit: 77 })
    expect(new Set(ids(rows)).size).toBe(1_400)
    expect(rows.map(({ due }) => due)).toEqual(
      rows
        .map(({ due }) => due)
        .toSorted((a, b) => ((a ?? '') < (b ?? '') ? -1 : (a ?? '') > (b ?? '') ? 1 : 0)),
    )
    const backwards = await all({ ...asked, sort: '-due', limit: 77 })
    const withDay = (each: readonly WorkListRow[]) => ids(each.filter(({ due }) => due !== null))
    expect(withDay(backwards)).toEqual(withDay(rows).toReversed())
    const late = await all({ ...asked, due: 'late', sort: 'patient', limit: 200 })
    expect(ids(late).toSorted()).toEqual(ids(rows.filter(({ dueGroup }) => dueGroup === 'late')).toSorted())
    expect(sumOf((await ask({ ...asked, limit: 1 })).due)).toBe(1_400)
  })
})

describe('a list of more than 1,000', () => {
  it.each(['waiting', '-waiting', 'due', '-due'] as const)('is sorted whole by %s', async (sort) => {
    const rows = await all({ stage: long, sort, limit: 300 })
    expect(rows).toHaveLength(1_100)
    const days = rows.flatMap(({ since }) => since ?? [])
    expect(days).toEqual(sort.startsWith('-') ? days.toSorted().reverse() : days.toSorted())
    // Rows without a day are together, and come first by due day, so that nobody overlooks them.
    expect(rows[0]?.since === null).toBe(sort.endsWith('due'))
  })
})

describe('the targets', () => {
  const targets = async (user = clinician) => {
    const { body } = await service.ask(getStageTargets, {}, user)
    const { id: _id, version, ...days } = body as Record<Stage, number> & Saved
    return { version, days }
  }

  it('begin as the service usually has them', async () => {
    expect((await targets()).days).toEqual(usualTargets)
  })

  it('are changed by a Team Lead, and who is late follows at once', async () => {
    const { version, days } = await targets(lead)
    const before = await ask({ stage: 'inExercise', limit: 1 })
    const lateInPages = () => all({ stage: 'inExercise', due: 'late', limit: 50 })
    expect(await lateInPages()).toHaveLength(before.due.late)
    const saved = await service.ask(saveStageTargets, { id: 1, ...days, inExercise: 30, version }, lead)
    expect(saved).toMatchObject({ status: 200, body: { id: 1, version: version + 1 } })
    const after = await ask({ stage: 'inExercise' })
    expect(after.due.late).toBeGreaterThan(before.due.late)
    for (const row of after.rows)
      expect(row.due).toBe(dueOf('inExercise', row.since, { ...usualTargets, inExercise: 30 }))
    expect(ids(await lateInPages())).toEqual(ids(after.rows.filter(({ dueGroup }) => dueGroup === 'late')))
    const late = await service.ask(lateCounts, {}, clinician)
    expect(late.body).toHaveProperty('inExercise', after.due.late)

    // Somebody who still sees the old targets cannot overwrite the new ones.
    const second = await service.ask(saveStageTargets, { id: 1, ...days, inTreatment: 30, version }, lead)
    expect(second).toMatchObject({
      status: 409,
      body: { conflict: { changes: [{ fields: [expect.stringContaining('In exercise')] }] } },
    })
    const back = await service.ask(saveStageTargets, { id: 1, ...usualTargets, version: version + 1 }, lead)
    expect(back.status).toBe(200)
  })

  it('reopen the windows of calls, and a patient rung in them is placed again at once', async () => {
    const { id: pathwayId, patientId } = await aPathway(service, lead)
    const ground = await groundOf(service, lead, { pathwayId, patientId })
    const record = async (kind: RecordKindName, fields: Record<string, unknown>): Promise<void> => {
      const { status, body } = await saveRecordOf(service, lead, caseOf(kind), ground, fields)
      if (status !== 200) throw new Error(JSON.stringify(body))
    }
    const ago = (days: number) => addDays(dayNow(), -days)
    await record('exercise', {
      id: ground.exerciseId,
      version: 1,
      exercisePlanDate: ago(200),
      completedDate: ago(70),
    })
    await record('followup', { callDate: dayNow(), outcome: 'reached', countsEarly: false })
    const stands = async () => {
      const { body } = await service.ask(getPathway, { id: pathwayId }, lead)
      const { stage } = body as PathwayView
      return stage.open ? stage.stage : stage.closed
    }
    expect(await stands()).toBe('awaitingFollowup')
    const { version, days } = await targets(lead)
    await service.ask(saveStageTargets, { id: 1, ...days, awaitingFollowup: 30, version }, lead)
    expect(await stands()).toBe('awaitingSecondFollowup')
    expect(
      (await verifyStages(service.db.sql)).differences.filter((each) => each.pathwayId === pathwayId),
    ).toEqual([])
    await service.ask(saveStageTargets, { id: 1, ...days, version: version + 1 }, lead)
    expect(await stands()).toBe('awaitingFollowup')
  })

  it.each([0, 1000, 2.5, '', null, 'soon'])('refuse %j days', async (days) => {
    const { version } = await targets()
    const asked = { id: 1, ...usualTargets, version, awaitingDischarge: days as never }
    const { status, body } = await service.ask(saveStageTargets, asked, lead)
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { awaitingDischarge: 'Enter a whole number of days from 1 to 999' },
    })
  })

  it('are not for a clinician to change', async () => {
    expect((await service.ask(saveStageTargets, { id: 1, ...usualTargets }, clinician)).status).toBe(403)
  })
})

describe('a saved view', () => {
  const mine = async (user = clinician) => (await service.ask(listListViews, {}, user)).body as ListView[]

  it('is kept for its owner alone, by name, until they delete it', async () => {
    const view = {
      name: 'Late from the ambulance',
      stage: long,
      narrowing: { due: 'late' as const, referrer: 'Ambulance', also: ['inTreatment' as const] },
    }
    const { body } = await service.ask(saveListView, { id: 0, ...view }, clinician)
    const { id, version } = body as Saved
    expect(await mine()).toEqual([{ id, version, ...view }])
    expect(await mine(lead)).toEqual([])
    const renamed = { ...view, name: 'Ambulance, late' }
    expect((await service.ask(saveListView, { id, version, ...renamed }, lead)).status).toBe(404)
    expect((await service.ask(deleteListView, { id }, lead)).status).toBe(404)
    expect((await service.ask(saveListView, { id, version, ...renamed }, clinician)).status).toBe(200)
    expect((await mine()).map(({ name }) => name)).toEqual(['Ambulance, late'])
    expect((await service.ask(deleteListView, { id }, clinician)).status).toBe(200)
    expect(await mine()).toEqual([])
  })

  it('needs a name and a list, and keeps no words that were typed to find somebody', async () => {
    const { status, body } = await service.ask(
      saveListView,
      { id: 0, name: ' ', stage: 'nowhere' as never, narrowing: {} },
      clinician,
    )
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { name: 'Name required', stage: 'Choose a work list' },
    })
    const typed = { q: 'Ashworth' }
    await service.ask(
      saveListView,
      { id: 0, name: 'Typed', stage: long, narrowing: typed as never },
      clinician,
    )
    expect(await mine()).toMatchObject([{ name: 'Typed', narrowing: {} }])
    const { rows } = await service.db.owner.query<{ filters: string }>('select filters from list_view')
    expect(JSON.stringify(rows)).not.toContain('Ashworth')
  })
})
