import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getDashboard, printDashboard } from '../../../contract/insight/dashboard/dashboard.ts'
import { getMonthEndPack } from '../../../contract/insight/monthEndPack.ts'
import { askPeople, askReport } from '../../testing/values/askReport.ts'
import { requestOf } from '../../testing/values/request.ts'
import { fillReportWorld } from '../../testing/world/reportWorld.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { countingBackends, whileCountingStands } from '../../testing/process/standstill.ts'
import type { TestUser } from '../../testing/world/users.ts'

/* What counts for long is waited for (decision 144). A locked table stands for a slow database. */

let service: TestService
let lead: TestUser
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
  await fillReportWorld(service.db)
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  // Opens both connections that are kept for reports.
  await Promise.all([askReport(service, lead, { reportName: 'bmi' }), askReport(service, lead, discharges)])
})
afterAll(() => service.close())

const period = { dateFrom: '2026-01-01', dateTo: '2026-03-31' }
const discharges = { reportName: 'discharges', ...period }
const behind = { ...discharges, section: 0, row: null, column: 'discharges' }
const authorization = () => ({ authorization: `Bearer ${lead.accessToken}` })
const patient = { timeout: 20_000, interval: 20 }

/** Which of the backends that count have been opened for that, as the database says, since the moment given. */
const openedSince = async (moment: string): Promise<number> => {
  const { rows } = await service.db.owner.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where pid = any($1) and backend_start > $2::timestamptz`,
    [await countingBackends(service.db), moment],
  )
  return rows[0]?.count ?? 0
}
const now = async (): Promise<string> => {
  const { rows } = await service.db.owner.query<{ now: string }>('select clock_timestamp()::text as now')
  return rows[0]?.now ?? ''
}
/** Waits until as many are counted on connections of their own. */
const untilApart = async (since: string, many: number): Promise<void> => {
  await vi.waitUntil(async () => (await openedSince(since)) === many, patient)
}

describe('a call that counts for longer than a screen waits', () => {
  it('is answered when it is ready, with what a quick one says, and delays no quick one', async () => {
    const asked = [
      () => askReport(service, lead, { ...discharges, type: 'csv' }),
      () => service.app.inject(requestOf(getDashboard, period, authorization())),
    ]
    const quick = await Promise.all(asked.map((ask) => ask()))
    const slow = await whileCountingStands(service.db, async () => {
      const since = await now()
      const answers = asked.map((ask) => ask())
      await untilApart(since, 2)
      const auditor = await service.as('Information Governance')
      const other = await askReport(service, auditor, { reportName: 'auditOfAccess', ...period })
      expect(other.status).toBe(200)
      return answers
    })
    const answers = await Promise.all(slow)
    const withoutTimes = (answer: (typeof answers)[number] | undefined) => {
      const [status, text] =
        answer === undefined
          ? []
          : 'status' in answer
            ? [answer.status, answer.text]
            : [answer.statusCode, answer.body]
      return [status, text?.replaceAll(/\d\d\/\d\d\/\d{4} \d\d:\d\d|"countedAt":"[^"]+"/g, '')]
    }
    expect(answers.map(withoutTimes)).toEqual(quick.map(withoutTimes))
    expect(withoutTimes(answers[0])[0]).toBe(200)
  }, 40_000)

  it('is the people behind a figure too, their file, the printed dashboard and the pack', async () => {
    const file = {
      ...{ method: 'POST', url: '/api/report/discharges/people/export', headers: authorization() },
      payload: { ...behind, type: 'csv' },
    } as const
    const asked = [
      [() => askPeople(service, lead, behind), () => service.app.inject(file)],
      [
        () => service.app.inject(requestOf(printDashboard, period, authorization())),
        () => service.app.inject(requestOf(getMonthEndPack, {}, authorization())),
      ],
    ] as const
    for (const [one, other] of asked) {
      const { answers } = await whileCountingStands(service.db, async () => {
        const since = await now()
        const answers = [one(), other()]
        await untilApart(since, 2)
        return { answers }
      })
      const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
      expect(statuses).toEqual([200, 200])
    }
  }, 60_000)

  it('waits its turn, however many wait', async () => {
    const answers = await whileCountingStands(service.db, async () => {
      const asked = Array.from({ length: 30 }, () => askReport(service, lead, discharges))
      await vi.waitUntil(async () => (await countingBackends(service.db)).length === 2, patient)
      return { asked }
    })
    const statuses = (await Promise.all(answers.asked)).map(({ status }) => status)
    expect(statuses).toEqual(statuses.map(() => 200))
  }, 40_000)
})

describe('when the client has gone', () => {
  const port = () => (service.app.server.address() as AddressInfo).port
  const send = () => {
    const sent = request({
      port: port(),
      method: 'POST',
      path: '/api/report/discharges',
      headers: { ...authorization(), 'content-type': 'application/json' },
    })
    sent.end(JSON.stringify({ ...discharges, type: 'html' }))
    return sent
  }

  it.each([
    ['in the first seconds', async () => undefined],
    ['later', (since: string) => untilApart(since, 1)],
  ])(
    '%s, counting ends at once, in the database too',
    async (_, isLong) => {
      await whileCountingStands(service.db, async () => {
        const since = await now()
        const sent = send()
        const lost = once(sent, 'error')
        await vi.waitUntil(async () => (await countingBackends(service.db)).length === 1, patient)
        await isLong(since)
        const [counting] = await countingBackends(service.db)
        sent.destroy(new Error('The client goes'))
        await lost
        const isEnded = async () =>
          (await service.db.owner.query('select from pg_stat_activity where pid = $1', [counting]))
            .rowCount === 0
        await vi.waitUntil(isEnded, patient)
        expect(await countingBackends(service.db)).toEqual([])
      })
      expect((await askReport(service, lead, discharges)).status).toBe(200)
    },
    40_000,
  )
})
