import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Closed } from '../../../contract/stages/place.ts'
import { stages } from '../../../contract/stages/stage.ts'
import { bmiLimits } from '../../../contract/patients/bmi.ts'
import { savedPeriods } from '../../../contract/insight/savedReport.ts'
import { aWorld, type World } from '../world/world.ts'

/* The tables hold to what the calls check, so that no other way in can store what no screen can show. */

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.service.close())

/** Whether the tables take the row; nothing is kept of it. Any other failure than a check is thrown. */
const takes = async (statement: string, values: unknown[]): Promise<boolean> => {
  const client = await world.service.db.owner.connect()
  try {
    await client.query('begin')
    await client.query(statement, values)
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== '23514') throw error
    return false
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const closings = Object.keys({
  removed: true,
  discharged: true,
  cancelled: true,
} satisfies Record<Closed, true>)

const bmi = (value: number) =>
  takes(`insert into bmi (patient_id, assessment_date, bmi) values ($1, '2026-01-05', $2)`, [
    world.patient.id,
    value,
  ])
const period = (value: string) =>
  takes(
    `insert into saved_report (user_id, name, report_name, period, date_from, date_to)
     select $1, 'For the board', 'discharges', $2::text, day, day
     from (select case when $2::text = 'fixed' then date '2026-01-01' end as day) as days`,
    [world.user.userId, value],
  )
const transition = (from: string | null, to: string) =>
  takes(
    `insert into stage_transition (pathway_id, from_stage, to_stage, command) values ($1, $2, $3, 'test')`,
    [world.pathway.id, from, to],
  )
const change = (stage: string) =>
  takes('insert into work_list_change (stage, change) values ($1, 1)', [stage])

describe('the tables', () => {
  it('hold a BMI to its limits', async () => {
    expect(await bmi(bmiLimits.from)).toBe(true)
    expect(await bmi(bmiLimits.to)).toBe(true)
    expect(await bmi(bmiLimits.from - 0.1)).toBe(false)
    expect(await bmi(bmiLimits.to + 0.1)).toBe(false)
  })

  it('hold a saved report to the periods that can be chosen', async () => {
    for (const known of savedPeriods)
      expect({ known, taken: await period(known) }).toEqual({ known, taken: true })
    expect(await period('lastWeek')).toBe(false)
  })

  it('hold a change of stage to the stages and the ways to close', async () => {
    expect(await transition(null, stages[0])).toBe(true)
    for (const known of [...stages, ...closings])
      expect({ known, taken: await transition(known, known) }).toEqual({ known, taken: true })
    expect(await transition('inTreatment', 'awaitingNothing')).toBe(false)
    expect(await transition('awaitingNothing', 'inTreatment')).toBe(false)
  })

  it('hold what is counted to the stages', async () => {
    for (const known of stages) expect({ known, taken: await change(known) }).toEqual({ known, taken: true })
    expect(await change('discharged')).toBe(false)
  })
})
