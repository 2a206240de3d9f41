import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { openReportRun } from '../../../contract/insight/reportRun.ts'
import {
  deleteSavedReport,
  listSavedReports,
  saveSavedReport,
  type SavedReport,
} from '../../../contract/insight/savedReport.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { deliver, startReceivers, type Receivers } from '../../testing/process/messages.ts'
import { tokenFor, type TestUser } from '../../testing/world/users.ts'
import { runDueReports } from '../runs/schedule.ts'

let service: TestService
let outside: Receivers
let lead: TestUser
beforeAll(async () => {
  service = await testService({ publicUrl: 'https://surefoot.example.org', organisation: 'Sampletown' })
  outside = await startReceivers()
})
afterAll(async () => {
  await service.close()
  await outside.close()
})
const settle = async (): Promise<void> => {
  await service.db.owner.query('delete from report_run')
  await service.db.owner.query('delete from saved_report')
  await service.db.owner.query('delete from graphile_worker._private_jobs')
  outside.mails.length = 0
}
beforeEach(async () => {
  await beIn('2026-01-15T12:00:00Z')
  lead = await service.as('Team Lead')
})
afterEach(settle)

/** Sets the service's clock to this instant. */
const beIn = async (instant: string): Promise<void> => {
  service.time.now = Date.parse(instant)
}
/** The same user with a session that starts now. */
const fresh = (user: TestUser): Promise<TestUser> => tokenFor(service.db, service.time.now, user)

type Input = InputOf<typeof saveSavedReport>
const monthly = {
  id: 0,
  name: 'For the board',
  reportName: 'discharges',
  period: 'lastMonth',
  isMonthly: true,
} as const
const save = async (user: TestUser, input: Partial<Input> = {}) =>
  service.ask(saveSavedReport, { ...monthly, ...input } as Input, user)
const savedId = async (user: TestUser, input: Partial<Input> = {}): Promise<number> => {
  const { status, body } = await save(user, input)
  expect({ status, body }).toMatchObject({ status: 200 })
  return (body as { id: number }).id
}
const savedOf = async (user: TestUser): Promise<SavedReport[]> =>
  (await service.ask(listSavedReports, {}, await fresh(user))).body as SavedReport[]

interface RunRow {
  id: number
  month: string
  from: string
  to: string
}
const runs = async (): Promise<RunRow[]> =>
  (
    await service.db.owner.query<RunRow>(
      `select id::integer, scheduled_for::text as month, date_from::text as from, date_to::text as to
       from report_run order by id`,
    )
  ).rows

describe('a saved report', () => {
  it('is kept for oneself, changed and deleted, and is nothing to anybody else', async () => {
    const other = await service.as('Team Lead')
    const id = await savedId(lead, { isMonthly: false, period: 'last12Months' })
    expect(await savedOf(lead)).toEqual([
      {
        id,
        version: 1,
        name: 'For the board',
        reportName: 'discharges',
        title: 'Discharges',
        mayRun: true,
        period: 'last12Months',
        dateFrom: null,
        dateTo: null,
        suppress: false,
        isMonthly: false,
        nextOn: null,
        stoppedAt: null,
      },
    ])
    expect(await savedOf(other)).toEqual([])
    expect((await save(other, { id, version: 1, name: 'Mine now' })).status).toBe(404)
    expect((await service.ask(deleteSavedReport, { id }, other)).status).toBe(404)

    const fixed = { period: 'fixed', dateFrom: '2026-01-01', dateTo: '2026-01-31', isMonthly: false } as const
    await save(lead, { id, version: 1, name: 'January', ...fixed, suppress: true })
    expect(await savedOf(lead)).toMatchObject([
      {
        name: 'January',
        version: 2,
        period: 'fixed',
        dateFrom: '2026-01-01',
        dateTo: '2026-01-31',
        suppress: true,
      },
    ])
    await save(lead, { id, version: 2, name: 'January', period: 'lastMonth', isMonthly: false })
    expect(await savedOf(lead)).toMatchObject([{ dateFrom: null, dateTo: null, suppress: true }])
    expect((await save(lead, { id, version: 2, name: 'From another tab' })).status).toBe(409)

    await service.ask(deleteSavedReport, { id }, lead)
    expect(await savedOf(lead)).toEqual([])
    expect((await save(lead, { id, version: 4 })).status).toBe(404)
  })

  const wrong: [
    what: string,
    input: Partial<Record<keyof Input, unknown>>,
    fields: Record<string, string>,
  ][] = [
    ['no name', { name: ' ' }, { name: 'Name required' }],
    ['no report', { reportName: '' }, { reportName: 'Report required' }],
    ['an unknown report', { reportName: 'nothing' }, { reportName: 'Choose a report from the list' }],
    ['no period', { period: '' }, { period: 'Period required' }],
    [
      'fixed days that are missing',
      { period: 'fixed', isMonthly: false },
      { dateFrom: 'Date From required', dateTo: 'Date To required' },
    ],
    [
      'fixed days in the wrong order',
      { period: 'fixed', isMonthly: false, dateFrom: '2026-02-01', dateTo: '2026-01-01' },
      { dateTo: 'Date To must be on or after Date From' },
    ],
    [
      'the same days each month',
      { period: 'fixed', dateFrom: '2026-01-01', dateTo: '2026-01-31' },
      {
        isMonthly: 'The same days give the same report each month: choose another period, such as last month',
      },
    ],
  ]
  it.each(wrong)('is refused with %s', async (_, input, fields) => {
    expect(await save(lead, input as Partial<Input>)).toMatchObject({ status: 400, body: fields })
    expect(await savedOf(lead)).toEqual([])
  })

  it('cannot be of a report that one may not run', async () => {
    expect((await save(lead, { reportName: 'auditOfAccess' })).status).toBe(403)
    expect(
      (await save(await service.as('Information Governance'), { reportName: 'auditOfAccess' })).status,
    ).toBe(200)
  })
})

/**
 * The instant at which each month begins in London, worked out by hand: summer time is from 29 March to 25 October
 * 2026.
 */
const firstInstants: [instant: string, month: string, from: string, to: string][] = [
  ['2026-02-01T00:00:00Z', '2026-02-01', '2026-01-01', '2026-01-31'],
  ['2026-03-01T00:00:00Z', '2026-03-01', '2026-02-01', '2026-02-28'],
  ['2026-03-31T23:00:00Z', '2026-04-01', '2026-03-01', '2026-03-31'],
  ['2026-04-30T23:00:00Z', '2026-05-01', '2026-04-01', '2026-04-30'],
  ['2026-05-31T23:00:00Z', '2026-06-01', '2026-05-01', '2026-05-31'],
  ['2026-06-30T23:00:00Z', '2026-07-01', '2026-06-01', '2026-06-30'],
  ['2026-07-31T23:00:00Z', '2026-08-01', '2026-07-01', '2026-07-31'],
  ['2026-08-31T23:00:00Z', '2026-09-01', '2026-08-01', '2026-08-31'],
  ['2026-09-30T23:00:00Z', '2026-10-01', '2026-09-01', '2026-09-30'],
  ['2026-11-01T00:00:00Z', '2026-11-01', '2026-10-01', '2026-10-31'],
  ['2026-12-01T00:00:00Z', '2026-12-01', '2026-11-01', '2026-11-30'],
  ['2027-01-01T00:00:00Z', '2027-01-01', '2026-12-01', '2026-12-31'],
]

describe('a monthly report', () => {
  it.each(['UTC', 'Europe/London', 'Pacific/Auckland', 'America/Los_Angeles'])(
    'runs as each month begins in London, once, on a machine in %s',
    async (zone) => {
      const zoneBefore = process.env['TZ']
      process.env['TZ'] = zone
      try {
        await savedId(lead)
        await runDueReports(service.parts)
        expect(await runs()).toEqual([])
        for (const [place, [instant, month, from, to]] of firstInstants.entries()) {
          await beIn(instant)
          service.time.now -= 1000
          await runDueReports(service.parts)
          expect({ month, before: (await runs()).length }).toEqual({ month, before: place })
          service.time.now += 1000
          for (const later of [0, 60_000, 24 * 3_600_000]) {
            service.time.now += later
            await runDueReports(service.parts)
          }
          expect(await runs()).toHaveLength(place + 1)
          expect((await runs()).at(-1)).toMatchObject({ month, from, to })
        }
      } finally {
        if (zoneBefore === undefined) delete process.env['TZ']
        else process.env['TZ'] = zoneBefore
      }
    },
  )

  it('says when it runs next, and begins with the month that follows', async () => {
    await beIn('2026-01-31T23:59:59Z')
    await savedId(await fresh(lead))
    expect(await savedOf(lead)).toMatchObject([{ isMonthly: true, nextOn: '2026-02-01' }])
    await beIn('2026-02-01T00:00:01Z')
    await savedId(await fresh(lead), { name: 'On the first' })
    await runDueReports(service.parts)
    expect(await savedOf(lead)).toMatchObject([{ nextOn: '2026-03-01' }, { nextOn: '2026-03-01' }])
    expect(await runs()).toHaveLength(1)
  })

  const standstills: [from: string, to: string, months: string[]][] = [
    ['2026-01-31T23:00:00Z', '2026-02-01T09:00:00Z', ['2026-02-01']],
    ['2026-02-28T12:00:00Z', '2026-03-20T12:00:00Z', ['2026-02-01', '2026-03-01']],
    ['2026-01-20T12:00:00Z', '2026-04-05T12:00:00Z', ['2026-04-01']],
    ['2026-01-20T12:00:00Z', '2027-06-30T12:00:00Z', ['2027-06-01']],
    ['2026-02-02T12:00:00Z', '2026-02-27T12:00:00Z', ['2026-02-01']],
  ]
  it.each(standstills)(
    'after a standstill from %s to %s runs once for the month that it is',
    async (from, to, months) => {
      await savedId(lead)
      for (const instant of [from, to, to]) {
        await beIn(instant)
        await runDueReports(service.parts)
      }
      expect((await runs()).map(({ month }) => month)).toEqual(months)
    },
  )

  it('runs once under several processes at once, and not again when a clock goes back', async () => {
    for (const name of ['One', 'Two', 'Three']) await savedId(lead, { name })
    await beIn('2026-02-01T00:00:30Z')
    await Promise.all(Array.from({ length: 6 }, () => runDueReports(service.parts)))
    await beIn('2026-01-31T23:59:00Z')
    await runDueReports(service.parts)
    await beIn('2026-02-01T00:00:30Z')
    await runDueReports(service.parts)
    expect((await runs()).map(({ month }) => month)).toEqual(['2026-02-01', '2026-02-01', '2026-02-01'])
  })

  it('is all or nothing: while the audit trail cannot be written nothing runs, and then it does', async () => {
    await savedId(lead)
    await beIn('2026-02-01T00:00:30Z')
    await service.db.owner.query('revoke insert on audit_event from surefoot_app')
    await expect(runDueReports(service.parts)).rejects.toThrow('The audit trail could not be written')
    await service.db.owner.query('grant insert on audit_event to surefoot_app')
    expect(await runs()).toEqual([])
    expect(await savedOf(lead)).toMatchObject([{ nextOn: '2026-02-01' }])
    await runDueReports(service.parts)
    expect(await runs()).toHaveLength(1)
    const { rows } = await service.db.owner.query(
      `select kind, action, records from audit_event where user_id = $1 and action = 'report schedule'`,
      [lead.userId],
    )
    expect(rows).toMatchObject([
      { kind: 'write', records: [{ entity: 'savedReport' }, { entity: 'reportRun' }] },
    ])
  })

  it('runs no more once it is deleted, switched off or given fixed days', async () => {
    const [gone, off, fixed] = [
      await savedId(lead),
      await savedId(lead, { name: 'B' }),
      await savedId(lead, { name: 'C' }),
    ]
    await service.ask(deleteSavedReport, { id: gone }, lead)
    await save(lead, { id: off, version: 1, name: 'B', isMonthly: false })
    const days = {
      period: 'fixed',
      dateFrom: '2026-01-01',
      dateTo: '2026-01-31',
      isMonthly: undefined,
    } as const
    expect((await save(lead, { id: fixed, version: 1, name: 'C', ...days })).status).toBe(200)
    await beIn('2026-02-01T00:00:30Z')
    await runDueReports(service.parts)
    expect(await runs()).toEqual([])
  })
})

describe('when its owner can no longer run it', () => {
  const disable = (is_active: boolean) =>
    service.db.sql.updateTable('app_user').set({ is_active }).where('id', '=', lead.userId).execute()
  const losses: [how: string, lose: () => Promise<unknown>, regain: () => Promise<unknown>][] = [
    ['disabled', () => disable(false), () => disable(true)],
    [
      'without the role',
      () => service.db.sql.deleteFrom('user_role').where('user_id', '=', lead.userId).execute(),
      () =>
        service.db.sql
          .insertInto('user_role')
          .values({ user_id: lead.userId, role_id: lead.roleIds[0] ?? 0 })
          .execute(),
    ],
  ]
  it.each(losses)('%s, it stops, stays stopped, and says so', async (_, lose, regain) => {
    await savedId(lead, { reportName: 'serviceDashboard' })
    await lose()
    await beIn('2026-02-01T00:00:30Z')
    await runDueReports(service.parts)
    await regain()
    await beIn('2026-03-01T00:00:30Z')
    await runDueReports(service.parts)
    await deliver(service, outside.courier)
    expect(await runs()).toEqual([])
    expect(outside.mails).toEqual([])
    expect(await savedOf(lead)).toMatchObject([
      { isMonthly: false, nextOn: null, stoppedAt: '2026-02-01T00:00:30.000Z' },
    ])
    const [saved] = await savedOf(lead)
    lead = await fresh(lead)
    await save(lead, { id: saved?.id ?? 0, version: saved?.version, reportName: 'serviceDashboard' })
    expect(await savedOf(lead)).toMatchObject([{ isMonthly: true, nextOn: '2026-04-01', stoppedAt: null }])
  })
})

describe('the notice', () => {
  const withAddress = async (): Promise<string> => {
    const email = `${lead.userName}@example.org`
    await service.db.sql.updateTable('app_user').set({ email }).where('id', '=', lead.userId).execute()
    return email
  }
  const comeDue = async (): Promise<void> => {
    await beIn('2026-02-01T00:00:30Z')
    await runDueReports(service.parts)
    await deliver(service, outside.courier)
    await deliver(service, outside.courier)
  }

  it('is one mail with a link, without a word of what the report is about, and the link is for its owner', async () => {
    const email = await withAddress()
    await savedId(lead, { name: 'Falls of Mrs Quzzlewick' })
    await comeDue()
    const [run] = await runs()
    expect(outside.mails).toEqual([
      {
        to: [email],
        from: 'surefoot@example.org',
        subject: 'A monthly report is ready for you',
        text: expect.any(String) as string,
      },
    ])
    const text = outside.mails[0]?.text ?? ''
    expect(text).toContain(`\nhttps://surefoot.example.org/falls/reports?run=${run?.id}\n`)
    expect(text).toContain('You can open it until 08/02/2026 00:00:')
    expect(text).toContain('Surefoot at Sampletown')
    expect(text).not.toMatch(/quzzlewick|discharge|patient|fall(?!s\/reports)|clinic|nhs|\.pdf/i)

    const read = async (user: TestUser) =>
      (await service.ask(openReportRun, { id: run?.id ?? 0, type: 'csv' }, await fresh(user))).status
    expect(await read(lead)).toBe(200)
    expect(await read(await service.as('Team Lead'))).toBe(404)
    await beIn('2026-02-07T23:00:00Z')
    expect(await read(lead)).toBe(200)
    await beIn('2026-02-08T00:10:00Z')
    expect(await read(lead)).toBe(404)
  })

  it('is sent again when the mail server turned it away, and only once in the end', async () => {
    await withAddress()
    await savedId(lead)
    outside.refusing.next = 1
    await comeDue()
    await deliver(service, outside.courier)
    expect(outside.mails).toHaveLength(1)
  })

  it('says when there is no report, too', async () => {
    await withAddress()
    await savedId(lead)
    await beIn('2026-02-01T00:00:30Z')
    await runDueReports(service.parts)
    await service.db.sql.deleteFrom('user_role').where('user_id', '=', lead.userId).execute()
    await deliver(service, outside.courier)
    await deliver(service, outside.courier)
    expect(outside.mails.map(({ subject }) => subject)).toEqual(['A monthly report could not be made'])
  })

  it('goes to nobody who was disabled meanwhile, and nowhere without an address', async () => {
    await savedId(lead)
    await comeDue()
    await withAddress()
    await beIn('2026-03-01T00:00:30Z')
    await runDueReports(service.parts)
    await service.db.sql
      .updateTable('app_user')
      .set({ is_active: false })
      .where('id', '=', lead.userId)
      .execute()
    await deliver(service, outside.courier)
    await deliver(service, outside.courier)
    expect(outside.mails).toEqual([])
  })
})
