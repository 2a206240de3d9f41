import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { listInError, putBack, referralInError } from '../../../../contract/governance/inError.ts'
import { addDays, type CalendarDate } from '../../../../contract/platform/dates/dates.ts'
import { getPathway, type PathwayView } from '../../../../contract/pathways/referral/pathway.ts'
import { aPathway, aPatient, done, patientInputOf } from '../../../testing/world/factories.ts'
import { groundOf, type Ground } from '../../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { storySteps } from '../../../testing/world/stories.ts'
import type { StoryWorld } from '../../../testing/world/storySteps.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { aSubscriber } from '../../testing/subscriber.ts'

/*
 * Every way in which a referral comes, moves or ends is an event: the stories of docs/reference/pathways.md, compared with
 * what the page of the referral shows after each of their steps.
 */

/** A day in summer time, so that midnight in London is not midnight in UTC. */
const told: CalendarDate = '2026-09-15'

let service: TestService
let teamLead: TestUser
let choices: Ground

const setDay = (day: CalendarDate): void => void vi.setSystemTime(`${day}T00:30:00+01:00`)

beforeAll(async () => {
  service = await testService()
  teamLead = await service.as('Team Lead')
  const administrator = await service.as('System Administrator')
  const { id: pathwayId, patientId } = await aPathway(service, teamLead)
  choices = await groundOf(service, teamLead, { pathwayId, patientId })
  await aSubscriber(service, administrator, { endpoint: 'https://record.example.org/hook' })
  await service.db.owner.query(`update fhir_client set expires_date = '2099-01-01'`)
})
beforeEach(() => {
  // Fakes only the date: connections and timeouts stay real.
  vi.useFakeTimers({ toFake: ['Date'] })
  setDay(told)
})
afterEach(() => vi.useRealTimers())
afterAll(() => service.close())

/** Where the page of the referral shows it: its list, or how it was closed; null once it is out of use. */
const placeOf = async (pathwayId: number): Promise<string | null> => {
  const { status, body } = await service.ask(getPathway, { id: pathwayId }, teamLead)
  if (status !== 200) return null
  const { stage } = body as PathwayView
  return stage.open ? stage.stage : stage.closed
}

const noticesOf = async (pathwayId: number): Promise<string[]> => {
  const { rows } = await service.db.owner.query<{ topic: string }>(
    'select topic from fhir_notice where pathway_id = $1 order by id',
    [pathwayId],
  )
  return rows.map(({ topic }) => topic)
}

const eventOf = (place: string | null): string => (place === 'discharged' ? 'discharge' : 'stageChange')

const begin = async (): Promise<StoryWorld> => {
  const patient = await patientInputOf(service)
  const { id: patientId } = await aPatient(service, teamLead, patient)
  const referralDate = addDays(told, -300)
  const { id: pathwayId } = await aPathway(service, teamLead, { patientId, referralDate })
  const ground = { ...choices, pathwayId, patientId }
  return { service, user: teamLead, day: told, setDay, ground, patient, other: null, made: [] }
}

it.each(Object.entries(storySteps))('%s', async (_, steps) => {
  const world = await begin()
  const { pathwayId } = world.ground
  const expected = ['newReferral']
  let place = await placeOf(pathwayId)
  const look = async (): Promise<void> => {
    const next = await placeOf(pathwayId)
    if (next !== place) expected.push(eventOf(next))
    place = next
  }
  // A step may save more than once, and passing days move without a save.
  const ask: TestService['ask'] = async (call, ...more) => {
    const answer = await service.ask(call, ...more)
    if (call.method === 'POST') await look()
    return answer
  }
  world.service = { ...service, ask }
  for (const step of steps) {
    await step(world)
    await look()
  }
  expect(await noticesOf(pathwayId)).toEqual(expected)
})

describe('the stories', () => {
  it('have moves by a person and by the day, closings and resumptions, all of which were events', async () => {
    const { rows } = await service.db.owner.query<{ command: string }>(
      `select distinct command from stage_transition order by command`,
    )
    expect(rows.map(({ command }) => command)).toEqual(
      expect.arrayContaining([
        'day',
        'POST /api/pathway/cancelReferral',
        'POST /api/pathway/reinstateReferral',
      ]),
    )
    const { rows: counts } = await service.db.owner.query(
      `select (select count(*)::integer from stage_transition where pathway_id > $1) as moves,
         (select count(*)::integer from fhir_notice) as notices`,
      [choices.pathwayId],
    )
    expect(counts[0]?.notices).toBe(counts[0]?.moves)
  })
})

it('a referral that was registered in error, and put back', async () => {
  const { ground } = await begin()
  const { pathwayId, patientId } = ground
  const { rows } = await service.db.owner.query<{ version: number }>(
    'select version from pathway where id = $1',
    [pathwayId],
  )
  const wrong = {
    id: pathwayId,
    patientId,
    version: rows[0]?.version ?? 0,
    reason: 'Typed for somebody else',
  }
  await done({ service, user: teamLead }, referralInError, wrong)
  expect(await noticesOf(pathwayId)).toEqual(['newReferral', 'stageChange'])
  const { body } = await service.ask(listInError, {}, teamLead)
  const listed = (body as { id: number; pathwayId?: number | null }[]).at(0)
  await service.ask(putBack, { id: listed?.id ?? 0 }, teamLead)
  expect(await placeOf(pathwayId)).not.toBeNull()
  expect(await noticesOf(pathwayId)).toEqual(['newReferral', 'stageChange', 'stageChange'])
})
