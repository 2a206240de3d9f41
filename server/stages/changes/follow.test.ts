import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  changes,
  followChanges,
  pathwayMarkOf,
  streamType,
  type Changes,
} from '../../../contract/stages/changes.ts'
import { allCounters } from '../../../contract/stages/counters.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { bmi } from '../../../contract/patients/bmi.ts'
import { currentRoleHeader } from '../../../contract/accounts/session.ts'
import { aFrat, aPathway, expectSaved } from '../../testing/world/factories.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

let service: TestService
let address: string
let reader: TestUser
let writer: TestUser
beforeAll(async () => {
  service = await testService({}, { followLimits: { pollMs: 50, checkMs: 100, ofSession: 2 } })
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  address = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
  reader = await service.as('Clinician')
  writer = await service.as('Clinician')
})
afterAll(() => service.close())

/** Follows as a user whose screen was read `seconds` ago. */
const follow = async (user: TestUser, headers: Record<string, string> = {}, seconds?: number) => {
  const giveUp = new AbortController()
  const since = seconds === undefined ? '' : `?seconds=${seconds}`
  const response = await fetch(`${address}${followChanges.path}${since}`, {
    headers: { authorization: `Bearer ${user.accessToken}`, accept: streamType, ...headers },
    signal: giveUp.signal,
  })
  const heard: Changes[] = []
  const text: string[] = []
  const read = async (): Promise<void> => {
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text.push(part)
      for (const [, message] of part.matchAll(/^data: (.*)$/gm))
        heard.push(changes.parse(JSON.parse(message ?? '')))
    }
  }
  return {
    status: response.status,
    heard,
    text: () => text.join(''),
    ended: read().catch((error: Error) => error.name),
    leave: () => giveUp.abort(),
  }
}

const waitFor = (find: () => boolean): Promise<void> => expect.poll(find).toBe(true)

/** The age of a save is known only to within the duration of a reply. */
const letItBeOld = (): Promise<unknown> => service.db.owner.query('select pg_sleep(3)')

describe('who follows', () => {
  it('hears within moments on which list and in which pathway somebody else changed something', async () => {
    const followed = await aPathway(service, writer)
    await letItBeOld()
    const screen = await follow(reader)
    const own = await follow(writer)
    expect(screen.status).toBe(200)
    const mark = pathwayMarkOf(followed.id)
    // The screen reads what exists when it begins to follow, so the stream does not send it.
    await waitFor(() => screen.text() !== '')
    const saved = await service.ask(
      bmi.save,
      { id: 0, patientId: followed.patientId, pathwayId: followed.id, assessmentDate: today(), bmi: 21 },
      writer,
    )
    expectSaved('a BMI', saved)
    await waitFor(() => screen.heard.some(({ pathways }) => pathways.includes(mark)))
    expect(screen.heard.at(-1)?.lists).toEqual(['awaitingAssessment'])
    expect(screen.heard.at(-1)?.counters).toEqual((await service.ask(allCounters, {}, reader)).body)

    await aFrat(service, writer, followed.id)
    await waitFor(() => screen.heard.some(({ lists }) => lists.includes('awaitingWellbeing')))
    const moved = screen.heard.flatMap(({ lists }) => lists)
    // The list that the referral left changed too.
    expect(moved).toContain('awaitingAssessment')

    const bySomebodyElse = await aPathway(service, reader)
    await waitFor(() => own.heard.length > 0)
    // The session that saved has already read again, so it receives only the changes of others.
    expect(own.heard.flatMap(({ pathways }) => pathways)).toEqual([pathwayMarkOf(bySomebodyElse.id)])
    // A save is sent once, and the event identifies nobody.
    expect(screen.heard.filter(({ pathways }) => pathways.includes(mark))).toHaveLength(2)
    expect(Object.keys(screen.heard[0] ?? {}).sort()).toEqual(['counters', 'lists', 'pathways'])
    screen.leave()
    own.leave()
  })

  it('begins with what others saved since its screen was read', async () => {
    const before = pathwayMarkOf((await aPathway(service, writer)).id)
    const screen = await follow(reader, {}, 60)
    const own = await follow(writer, {}, 60)
    await waitFor(() => screen.heard.length > 0)
    expect(screen.heard[0]?.pathways).toContain(before)
    expect(screen.heard[0]?.counters).toBeDefined()

    // From then on each save is sent once, and never to the session that made it.
    const next = pathwayMarkOf((await aPathway(service, writer)).id)
    await waitFor(() => screen.heard.length > 1)
    expect(screen.heard.at(-1)?.pathways).toEqual([next])
    const ofOther = pathwayMarkOf((await aPathway(service, reader)).id)
    const told = () => own.heard.flatMap(({ pathways }) => pathways)
    await waitFor(() => told().includes(ofOther))
    expect(told()).not.toContain(before)
    expect(told()).not.toContain(next)
    screen.leave()
    own.leave()
  })

  it('begins with nothing that its screen has shown already', async () => {
    await aPathway(service, writer)
    await letItBeOld()
    const screen = await follow(reader, {}, 0)
    const next = pathwayMarkOf((await aPathway(service, writer)).id)
    await waitFor(() => screen.heard.length > 0)
    expect(screen.heard[0]?.pathways).toEqual([next])
    screen.leave()
  })

  it.each([
    ['the session has ended', 'update user_session set ended_at = now() where user_id = $1'],
    ['the account is disabled', 'update app_user set is_active = false where id = $1'],
    ['no role gives the right any more', 'delete from user_role where user_id = $1'],
    ['a password must be chosen first', 'update app_user set must_change_password = true where id = $1'],
    [
      'the role that is worked in was taken away',
      `delete from user_role where user_id = $1 and role_id = (select id from role where name = 'Clinician')`,
      'Clinician',
    ],
  ])('is told nothing more once %s', async (_, statement, worksAs?: string) => {
    const user = await service.as('Clinician', 'Team Lead')
    const { rows } = await service.db.owner.query<{ id: string }>('select id from role where name = $1', [
      worksAs,
    ])
    const screen = await follow(user, rows[0] === undefined ? {} : { [currentRoleHeader]: rows[0].id })
    await waitFor(() => screen.text() !== '')
    await service.db.owner.query(statement, [user.userId])
    expect(await screen.ended).toBeUndefined()
  })

  it('and asks for no stream is answered once, with nothing', async () => {
    const answer = await service.ask(followChanges, {}, reader)
    expect(answer).toMatchObject({ status: 200, body: { lists: [], pathways: [] } })
  })

  it('and opens too many screens loses the oldest', async () => {
    const user = await service.as('Clinician')
    const screens = [await follow(user), await follow(user), await follow(user)]
    expect(await screens[0]?.ended).toBeUndefined()
    for (const { leave } of screens) leave()
  })

  it('and goes before it is let in is not waited for', async () => {
    const other = await testService({}, { followLimits: { streams: 2 } })
    try {
      await other.app.listen({ host: '127.0.0.1', port: 0 })
      const url = `http://127.0.0.1:${(other.app.server.address() as AddressInfo).port}${followChanges.path}`
      const { accessToken } = await other.as('Clinician')
      const headers = { authorization: `Bearer ${accessToken}`, accept: streamType }
      const { owner } = other.db
      await owner.query('begin; lock table user_session')
      const gone = new AbortController()
      const asked = [1, 2].map(() => fetch(url, { headers, signal: gone.signal }).catch(() => null))
      const connections = () => promisify(other.app.server.getConnections.bind(other.app.server))()
      await expect.poll(connections).toBe(2)
      const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid')
      const waiting = 'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))'
      await expect
        .poll(async () => (await service.db.owner.query(waiting, [rows[0]?.pid])).rowCount)
        .toBeGreaterThan(0)
      gone.abort()
      await Promise.all(asked)
      await expect.poll(connections).toBe(0)
      await owner.query('rollback')
      const letIn = await fetch(url, { headers })
      expect(letIn.status).toBe(200)
      await letIn.body?.cancel()
    } finally {
      await other.close()
    }
  })

  it('needs the right to read work lists', async () => {
    for (const profile of ['External', 'System Administrator', 'Information Governance'] as const)
      expect((await follow(await service.as(profile))).status).toBe(403)
  })

  it('does not keep a process from stopping', async () => {
    const other = await testService()
    try {
      await other.app.listen({ host: '127.0.0.1', port: 0 })
      const { port } = other.app.server.address() as AddressInfo
      const { accessToken } = await other.as('Clinician')
      const response = await fetch(`http://127.0.0.1:${port}${followChanges.path}`, {
        headers: { authorization: `Bearer ${accessToken}`, accept: streamType },
      })
      await other.app.close()
      expect(response.status).toBe(200)
      await response.text()
    } finally {
      await other.close()
    }
  })
})
