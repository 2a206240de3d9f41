import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { addDays, addMonths, type CalendarDate } from '../../contract/platform/dates/dates.ts'
import { getPathway, type PathwayView } from '../../contract/pathways/referral/pathway.ts'
import { stages, stageTitles } from '../../contract/stages/stage.ts'
import type { WorkListRow } from '../../contract/pathways/worklists/listColumns.ts'
import { workLists } from '../../contract/pathways/worklists/workList.ts'
import { aPathway, aPatient, patientInputOf } from '../testing/world/factories.ts'
import { groundOf, type Ground } from '../testing/values/recordCases.ts'
import { testService, type TestService } from '../testing/process/service.ts'
import { storySteps } from '../testing/world/stories.ts'
import type { StoryWorld } from '../testing/world/storySteps.ts'
import type { TestUser } from '../testing/world/users.ts'
import { moveByDay } from '../pathways/worklists/dayMoves.ts'
import { verifyStages } from '../pathways/worklists/verify.ts'

/** A day in summer time, so that midnight in London is not midnight in UTC. */
const told: CalendarDate = '2026-09-15'

let service: TestService
let teamLead: TestUser
let choices: Ground

const setDay = (day: CalendarDate): void => void vi.setSystemTime(`${day}T00:30:00+01:00`)

beforeAll(async () => {
  service = await testService()
  teamLead = await service.as('Team Lead')
  const { id: pathwayId, patientId } = await aPathway(service, teamLead)
  choices = await groundOf(service, teamLead, { pathwayId, patientId })
})
beforeEach(() => {
  // Fakes only the date: connections and timeouts stay real.
  vi.useFakeTimers({ toFake: ['Date'] })
  setDay(told)
})
afterEach(() => vi.useRealTimers())
afterAll(() => service.close())

const rowsShowing = async (pathwayId: number) => {
  const rows: WorkListRow[] = []
  for (const stage of stages) {
    const { body } = await service.ask(workLists[stage], {}, teamLead)
    rows.push(...(body as WorkListRow[]).filter((row) => row.pathwayId === pathwayId))
  }
  return rows
}

const page = readFileSync(new URL('../../docs/reference/pathways.md', import.meta.url), 'utf8')

/** The table of stories: what is told, the list on which it ends, and how long ago the wait began, with any warnings. */
const stories = [...page.matchAll(/^\| \d+ \| (.+?) \| (.+?) \| (.+?) \|$/gm)].map(
  ([, words = '', list = '', since = '']) => ({ words, list, since }),
)

const tell = async (words: string): Promise<StoryWorld> => {
  const patient = await patientInputOf(service)
  const { id: patientId } = await aPatient(service, teamLead, patient)
  const { id: pathwayId } = await aPathway(service, teamLead, {
    patientId,
    referralDate: addDays(told, -300),
  })
  const ground = { ...choices, pathwayId, patientId }
  const world: StoryWorld = {
    service,
    user: teamLead,
    day: told,
    setDay,
    ground,
    patient,
    other: null,
    made: [],
  }
  for (const step of storySteps[words] ?? []) await step(world)
  return world
}

/** The day that the table means: '1 day', '30 days', 'today', or the day that a step booked. */
const dayOf = (since: string, { booked }: StoryWorld): CalendarDate | undefined =>
  since === 'the day booked' ? booked : addDays(told, since === 'today' ? 0 : -parseInt(since, 10))

describe('the stories of docs/reference/pathways.md', () => {
  it('are those that this file tells', () => {
    expect(Object.keys(storySteps)).toEqual(stories.map(({ words }) => words))
    expect(stories.length).toBeGreaterThanOrEqual(40)
  })

  it.each(stories)('$words', async ({ words, list, since }) => {
    const world = await tell(words)
    const { pathwayId } = world.ground
    const { body } = await service.ask(getPathway, { id: pathwayId }, teamLead)
    const { stage: place, flags } = body as PathwayView
    if (since === 'on no list') {
      expect(place).toMatchObject({ open: false, closed: list.toLowerCase() })
      expect(await rowsShowing(pathwayId)).toEqual([])
      return
    }
    const [wait = '', ...warnings] = since.split('; ')
    const stands = stages.find((stage) => stageTitles[stage] === list)
    const began = dayOf(wait, world)
    const isCalled = stands === 'awaitingFollowup' || stands === 'awaitingSecondFollowup'
    const due = isCalled && began !== undefined ? addMonths(began, 3) : null
    expect(place).toMatchObject({ open: true, stage: stands, since: began, due, warnings })
    const listed = await rowsShowing(pathwayId)
    expect(listed.map(({ stage }) => stage)).toEqual([stands])
    // The list shows a death as the patient's records do.
    expect(listed[0]?.flags).toEqual(flags)
    expect(listed[0]?.deceased).toBe(flags.some(({ kind }) => kind === 'deceased'))
    // The stored row also matches what the records say on that day.
    const row = await service.db.sql
      .selectFrom('work_list')
      .select(['stage', 'since', 'due', 'reason'])
      .where('pathway_id', '=', pathwayId)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ stage: stands, since: began, due, reason: place.reason })
  })
})

describe('a day that passes', () => {
  it('moves a booked plan in a transition that names the day and nobody', async () => {
    const { ground } = await tell('The same, and that day comes')
    const moved = await service.db.sql
      .selectFrom('stage_transition')
      .select(['from_stage', 'to_stage', 'command', 'user_id'])
      .where('pathway_id', '=', ground.pathwayId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(moved).toEqual({
      from_stage: 'awaitingTreatment',
      to_stage: 'inTreatment',
      command: 'day',
      user_id: null,
    })
  })

  it('leaves all of it as the records say on the last day of the stories', async () => {
    setDay(addDays(told, 202))
    await moveByDay(service.db.sql)
    expect((await verifyStages(service.db.sql)).differences).toEqual([])
  })
})
