import { readFile } from 'node:fs/promises'
import { sql as raw } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, today, type CalendarDate } from '../../contract/platform/dates/dates.ts'
import { placeOf } from '../../contract/stages/place.ts'
import { stages, stageTitles, type Stage } from '../../contract/stages/stage.ts'
import { appointmentOutcomes } from '../../contract/pathways/records/appointment.ts'
import { callOutcomes } from '../../contract/stages/callOutcome.ts'
import { contactTypes } from '../../contract/pathways/records/contactNote.ts'
import { attendanceStatuses } from '../../contract/pathways/records/exerciseAttendance.ts'
import { noPlanReasons } from '../../contract/stages/noPlanReasons.ts'
import { seeded } from '../../db/seed/demonstration/random.ts'
import { transact } from '../platform/db/connection/transact.ts'
import { readStandings } from '../insight/reports/standings.ts'
import { testDatabase, type TestDatabase } from '../testing/process/database.ts'
import { readFacts } from './facts.ts'
import { updateStage } from './updateStage.ts'

/*
 * Compares the rule with a second version in SQL, written from docs/reference/pathways.md (server/testing/recount/views.sql). The
 * random histories have days close together, so that many events fall on the same day.
 */

const histories = Number(process.env['SUREFOOT_HISTORIES'] ?? 3000)
const batch = 5000
const placedAtOnce = 1000

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
  await db.owner.query(await readFile(new URL('../testing/recount/views.sql', import.meta.url), 'utf8'))
  await db.owner.query(
    `insert into clinician (family_name, first_name, display_name) values ('Okafor', 'Ada', 'OKAFOR, Ada')`,
  )
  await db.owner.query(
    // Wide enough that windows of months open and close within the days of a history.
    `update stage_target set awaiting_followup = 88, awaiting_second_followup = 87`,
  )
  await db.owner.query(
    `insert into team_member (family_name, first_name, display_name) values ('Bell', 'Jo', 'BELL, Jo')`,
  )
})
afterAll(() => db.drop())

type Row = Record<string, unknown>

const idOf = async (table: string, condition = 'true'): Promise<number> =>
  (await db.owner.query<{ id: number }>(`select min(id) as id from ${table} where ${condition}`)).rows[0]
    ?.id ?? 0

const insert = async (table: string, rows: readonly Row[]): Promise<void> => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].join(', ')
  await db.owner.query(
    `insert into ${table} (${columns}) overriding system value
     select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  )
}

/** Random histories around this day, written as rows. */
const invent = async (now: CalendarDate, count: number, seed: number): Promise<void> => {
  const random = seeded(seed)
  const of = {
    gender: await idOf('gender'),
    clinician: await idOf('clinician'),
    member: await idOf('team_member'),
    location: await idOf('location'),
    exerciseType: await idOf('exercise_type'),
    goals: await idOf('goals_achieved'),
    died: {
      reason: await idOf('discharge_reason', `code = 'died'`),
      place: await idOf('discharged_to', `code = 'died'`),
      declined: await idOf('declined_referral', `code = 'died'`),
    },
    reason: await idOf('discharge_reason', 'code is null'),
    place: await idOf('discharged_to', 'code is null'),
    declined: await idOf('declined_referral', 'code is null'),
  }
  const tables = new Map<string, Row[]>()
  const add = (table: string, row: Row): number => {
    const rows = tables.get(table) ?? []
    tables.set(table, rows)
    rows.push({ id: rows.length + 1, version: 1, is_active: random.chance(0.93), ...row })
    return rows.length
  }
  const transition = (pathway: number, from: string | null, to: string, day: CalendarDate): void => {
    const rows = tables.get('stage_transition') ?? []
    tables.set('stage_transition', rows)
    rows.push({
      id: rows.length + 1,
      pathway_id: pathway,
      from_stage: from,
      to_stage: to,
      at: `${day}T12:00:00Z`,
      command: 'test',
    })
  }
  const past = (): CalendarDate => addDays(now, -random.between(0, 12))
  const either = (): CalendarDate => addDays(now, random.between(-12, 4))
  const maybe = <T>(chance: number, value: () => T): T | null => (random.chance(chance) ? value() : null)
  const upTo = (most: number, make: () => void): void => {
    for (let left = random.between(0, most); left > 0; left -= 1) make()
  }
  for (let made = 0; made < count;) {
    const patient = add('patient', {
      is_active: random.chance(0.98),
      family_name: 'Rook',
      family_name_key: 'rook',
      gender_id: of.gender,
      deceased_date: maybe(0.04, past),
    })
    for (let left = random.between(1, 2); left > 0; left -= 1) {
      made += 1
      const end = random.between(0, 9)
      const pathway = add('pathway', {
        patient_id: patient,
        is_active: random.chance(0.97),
        referral_date: maybe(0.95, past),
        received_date: maybe(0.3, past),
        discharge_date: end === 0 ? past() : null,
        discharge_reason_id:
          end === 0 ? maybe(0.5, () => (random.chance(0.3) ? of.died.reason : of.reason)) : null,
        discharged_to_id:
          end === 0 ? maybe(0.5, () => (random.chance(0.2) ? of.died.place : of.place)) : null,
        cancel_referral_date: end === 1 ? past() : null,
        declined_referral_id:
          end === 1 ? maybe(0.5, () => (random.chance(0.3) ? of.died.declined : of.declined)) : null,
      })
      const on = { pathway_id: pathway }
      upTo(3, () =>
        add('frat', {
          ...on,
          assessment_date: past(),
          team_member_id: of.member,
          location_id: of.location,
          frat_score: 3,
          discharged_to_id: maybe(0.2, () => (random.chance(0.05) ? of.died.place : of.place)),
        }),
      )
      upTo(2, () =>
        add('wellbeing', {
          ...on,
          assessment_date: past(),
          clinician_id: of.clinician,
          location_id: of.location,
        }),
      )
      const planned: CalendarDate[] = []
      upTo(2, () => {
        const ended = maybe(0.6, past)
        const begins = either()
        planned.push(begins)
        add('treatment_plan', {
          ...on,
          treatment_date: begins,
          clinician_id: of.clinician,
          location_id: of.location,
          patient_goals: 'Walk to the shop',
          goals_achieved_id: ended === null ? null : of.goals,
          ended_date: ended,
        })
      })
      upTo(2, () => {
        const begins = either()
        planned.push(begins)
        const isEnded = begins <= now && random.chance(0.7)
        const exercise = add('exercise', {
          ...on,
          exercise_plan_date: begins,
          clinician_id: of.clinician,
          exercise_plan: 'Strength and balance',
          completed_date: isEnded ? [addDays(begins, random.between(0, 3)), now].sort()[0] : null,
        })
        if (random.chance(0.2))
          add('exercise_attendance', {
            exercise_id: exercise,
            attendance_date: past(),
            exercise_type_id: of.exerciseType,
            location_id: of.location,
            attendance_status: random.pick(attendanceStatuses).code,
          })
      })
      upTo(4, () =>
        add('followup', {
          ...on,
          call_date: past(),
          clinician_id: of.clinician,
          counts_early: maybe(0.5, () => random.chance(0.2)),
          outcome: maybe(0.7, () => (random.chance(0.6) ? 'reached' : random.pick(callOutcomes).code)),
        }),
      )
      if (random.chance(0.15))
        add('no_plan_decision', {
          ...on,
          decision_date: past(),
          clinician_id: of.clinician,
          reason: random.pick(noPlanReasons).code,
        })
      const appointments = random.chance(0.4) ? random.between(1, 3) : 0
      for (let left = appointments; left > 0; left -= 1)
        add('appointment', {
          ...on,
          appointment_type: 'visit',
          appointment_date: random.chance(0.8) && planned.length > 0 ? random.pick(planned) : past(),
          start_time: '10:00',
          minutes: 30,
          location_id: of.location,
          clinician_id: of.clinician,
          outcome: maybe(0.9, () => random.pick(appointmentOutcomes).code),
        })
      if (random.chance(0.15))
        add('contact_note', {
          ...on,
          contact_date: past(),
          contact_type: random.pick(contactTypes).code,
          note: 'Seen at home',
        })
      if (random.chance(0.15))
        add('measure', {
          ...on,
          measured_date: past(),
          measure: 'timedUpAndGo',
          value: 12,
          unable: false,
          clinician_id: of.clinician,
        })
      // Closed and resumed, mostly on different days.
      if (random.chance(0.15)) {
        const [closed = now, resumed = now] = [past(), past()].sort()
        const from = random.pick(['discharged', 'cancelled'])
        transition(pathway, null, 'awaitingAssessment', addDays(now, -13))
        transition(pathway, 'awaitingAssessment', from, closed)
        transition(pathway, from, 'awaitingAssessment', resumed)
      }
    }
  }
  await db.owner.query('truncate patient cascade')
  for (const [table, rows] of tables) await insert(table, rows)
  await db.owner.query(
    `select setval(pg_get_serial_sequence('stage_transition', 'id'), 1 + (select count(*) from stage_transition))`,
  )
  await db.owner.query('analyze')
}

/**
 * For the days before, some places are read from the lists as they are now and the others are found from the facts of
 * that day. Both must match the SQL.
 */
const findsOfDaysBefore = async (now: CalendarDate, ids: readonly number[]): Promise<void> => {
  for (let start = 0; start < ids.length; start += placedAtOnce)
    await transact(db.sql, (sql) =>
      updateStage(
        { sql, userId: null, requestId: null, command: 'test' },
        ids.slice(start, start + placedAtOnce),
      ),
    )
  for (const days of [1, 2, 3, 5, 9]) {
    const day = addDays(now, -days)
    const standings = await readStandings(db.sql, day, now)
    const { rows } = await raw<{ id: number; stage: Stage; since: string | null }>`
      select pathway_id as id, stage, since from (${standings}) as standing order by id`.execute(db.sql)
    const { rows: bySql } = await db.owner.query<{ id: number; stage: string; since: string | null }>(
      `select pathway_id as id, stage, since from recount.standing($1) order by id`,
      [day],
    )
    expect(rows.map(({ stage, ...row }) => ({ ...row, stage: stageTitles[stage] }))).toEqual(bySql)
  }
}

it(`finds the place of ${histories} random histories as SQL finds it`, async () => {
  const now = today()
  const reached = new Set<string>()
  for (let done = 0, seed = 1; done < histories; done += batch, seed += 1) {
    await invent(now, Math.min(batch, histories - done), seed)
    const { rows } = await db.owner.query<{ id: number; stage: string; since: string | null }>(
      `select pathway_id as id, stage, since from recount.standing($1)`,
      [now],
    )
    const bySql = new Map(rows.map(({ id, stage, since }) => [id, `${stage} since ${since}`]))
    const { rows: all } = await db.owner.query<{ id: number }>('select id from pathway order by id')
    const ids = all.map(({ id }) => id)
    const byRule = new Map<number, string>()
    for (let start = 0; start < ids.length; start += placedAtOnce)
      for (const [id, facts] of await readFacts(db.sql, ids.slice(start, start + placedAtOnce), now)) {
        const place = placeOf(facts)
        if (!place.open) continue
        byRule.set(id, `${stageTitles[place.stage]} since ${place.since}`)
        reached.add(place.stage)
      }
    const differences = ids.flatMap((id) =>
      bySql.get(id) === byRule.get(id) ? [] : [{ id, sql: bySql.get(id), rule: byRule.get(id) }],
    )
    expect(differences).toEqual([])
    await findsOfDaysBefore(now, ids)
  }
  expect([...reached].sort()).toEqual([...stages].sort())
}, 1_800_000)
