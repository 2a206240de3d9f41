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
import { stories, type Story } from '../testing/world/stories.ts'
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

const tell = async ({ steps }: Story): Promise<StoryWorld> => {
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
  for (const step of steps) await step(world)
  return world
}

const isCalled = (stands: Story['stands']): boolean =>
  stands === 'awaitingFollowup' || stands === 'awaitingSecondFollowup'

describe('the stories of docs/reference/pathways.md', () => {
  it.each(stories.map((story) => [story.told, story] as const))('%s', async (_, story) => {
    const { ground } = await tell(story)
    const { body } = await service.ask(getPathway, { id: ground.pathwayId }, teamLead)
    const { stage: place, flags } = body as PathwayView
    const { stands, since, warnings = [] } = story
    if (since === null) {
      expect(place).toMatchObject({ open: false, closed: stands })
      expect(await rowsShowing(ground.pathwayId)).toEqual([])
      return
    }
    const began = addDays(told, -since)
    const due = isCalled(stands) ? addMonths(began, 3) : null
    expect(place).toMatchObject({ open: true, stage: stands, since: began, due, warnings })
    const listed = await rowsShowing(ground.pathwayId)
    expect(listed.map(({ stage }) => stage)).toEqual([stands])
    // The list shows a death as the patient's records do.
    expect(listed[0]?.flags).toEqual(flags)
    expect(listed[0]?.deceased).toBe(flags.some(({ kind }) => kind === 'deceased'))
    // The stored row also matches what the records say on that day.
    const row = await service.db.sql
      .selectFrom('work_list')
      .select(['stage', 'since', 'due', 'reason'])
      .where('pathway_id', '=', ground.pathwayId)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ stage: stands, since: began, due, reason: place.reason })
  })

  it('stand in docs/reference/pathways.md, word for word', () => {
    const page = readFileSync(new URL('../../docs/reference/pathways.md', import.meta.url), 'utf8')
    const rows = [...page.matchAll(/^\| \d+ \| (.+?) \| (.+?) \| (.+?) \|$/gm)].map(([, ...cells]) => cells)
    expect(rows).toEqual(stories.map((story) => [story.told, standsIn(story), sinceIn(story)]))
    expect(stories.length).toBeGreaterThanOrEqual(40)
  })
})

const standsIn = ({ stands }: Story): string =>
  stands === 'discharged' || stands === 'cancelled'
    ? stands.charAt(0).toUpperCase() + stands.slice(1)
    : stageTitles[stands]

const sinceIn = ({ since, warnings = [] }: Story): string => {
  const day =
    since === null
      ? 'on no list'
      : since === 0
        ? 'today'
        : since < 0
          ? `the day booked`
          : since === 1
            ? '1 day'
            : `${since} days`
  return [day, ...warnings].join('; ')
}

describe('a day that passes', () => {
  it('moves a booked plan in a transition that names the day and nobody', async () => {
    const story = stories.find(({ told: words }) => words === 'The same, and that day comes')
    if (story === undefined) throw new Error('The story is gone')
    const { ground } = await tell(story)
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
