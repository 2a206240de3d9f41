import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reportTypes, type ReportType } from '../../../contract/insight/report.ts'
import { mediaTypes } from '../../../contract/platform/calls/file.ts'
import {
  listReportRuns,
  openReportRun,
  removeReportRun,
  startReportRun,
  type ReportRun,
} from '../../../contract/insight/reportRun.ts'
import { currentRoleHeader, idempotencyKeyHeader } from '../../../contract/accounts/session.ts'
import { purgeExpired } from '../../accounts/signIn/purgeExpired.ts'
import { askReport } from '../../testing/values/askReport.ts'
import { deliver } from '../../testing/process/messages.ts'
import { fillReportWorld } from '../../testing/world/reportWorld.ts'
import { countingBackends, whileCountingStands } from '../../testing/process/standstill.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { tokenFor, type TestUser } from '../../testing/world/users.ts'
import { beat, claimRun, keepResult } from './store.ts'
import { takeUpSilent, workOnRun } from './work.ts'
import { ownEnvironment } from '../../testing/process/ownEnvironment.ts'

const secretKey = randomBytes(32)
let service: TestService
let lead: TestUser
beforeAll(async () => {
  service = await testService({ secretKey })
  // Who undid a merge is a user.
  lead = await service.as('Team Lead')
  await fillReportWorld(service.db)
})
afterAll(() => service.close())
beforeEach(async () => {
  lead = await service.as('Team Lead')
})
afterEach(async () => {
  await service.db.owner.query('delete from report_run')
  await service.db.owner.query('delete from graphile_worker._private_jobs')
})

const days = { dateFrom: '2026-01-01', dateTo: '2026-12-31' }
const never = new AbortController().signal
const nowhere = { mail: null, sms: null }
const hour = 60 * 60_000

let asked = 0
const start = async (user: TestUser, reportName = 'discharges', more: object = {}): Promise<number> => {
  asked += 1
  const key = { [idempotencyKeyHeader]: `run-${asked}` }
  const { status, body } = await service.ask(startReportRun, { reportName, ...days, ...more }, user, key)
  expect({ status, body }).toMatchObject({ status: 200 })
  return (body as { id: number }).id
}
const runsOf = async (user: TestUser): Promise<ReportRun[]> =>
  (await service.ask(listReportRuns, {}, user)).body as ReportRun[]
const countAll = () => deliver(service, nowhere)
const open = async (user: TestUser, id: number, type: ReportType = 'html') => {
  const response = await service.app.inject({
    method: 'POST',
    url: openReportRun.path,
    headers: { authorization: `Bearer ${user.accessToken}` },
    payload: { id, type },
  })
  const { statusCode: status, headers, body: text, rawPayload: bytes } = response
  return { status, headers, text, bytes }
}
const rowOf = async (id: number): Promise<Record<string, unknown> | undefined> =>
  (await service.db.owner.query<Record<string, unknown>>('select * from report_run where id = $1', [id]))
    .rows[0]
const jobs = async (): Promise<number> =>
  (await service.db.owner.query(`select from graphile_worker.jobs where task_identifier = 'reportRun'`))
    .rowCount ?? 0
const takeRoles = (user: TestUser) =>
  service.db.sql.deleteFrom('user_role').where('user_id', '=', user.userId).execute()
/** The same user with a session that starts now. */
const fresh = (user: TestUser): Promise<TestUser> => tokenFor(service.db, service.time.now, user)

const eventually = async (isSo: () => Promise<boolean>): Promise<void> => {
  for (let left = 500; left > 0; left -= 1) {
    if (await isSo()) return
    await sleep(20)
  }
  throw new Error('It never came to pass')
}

const counting = async (): Promise<number> => (await countingBackends(service.db)).length

describe('a report in the background', () => {
  it('waits, is counted, and is ready for the user who asked, saying so in words', async () => {
    const id = await start(lead)
    expect(await runsOf(lead)).toMatchObject([
      { id, title: 'Discharges', state: 'waiting', progress: 'Waiting to start', ...days },
    ])
    await whileCountingStands(service.db, async () => {
      const work = workOnRun(service.parts, id, never)
      await eventually(
        async () => (await runsOf(lead))[0]?.progress.startsWith('Counting part 1 of') ?? false,
      )
      expect(await runsOf(lead)).toMatchObject([{ id, state: 'running' }])
      void work
    })
    await eventually(async () => (await runsOf(lead))[0]?.state === 'ready')
    expect(await runsOf(lead)).toMatchObject([{ id, progress: 'Ready' }])
  })

  it.each(reportTypes)('says the same as the report that was waited for, as %s', async (type) => {
    const id = await start(lead, 'declinedReferrals')
    await countAll()
    const waited = await askReport(service, lead, { reportName: 'declinedReferrals', ...days, type })
    const opened = await open(lead, id, type)
    expect(opened.status).toBe(200)
    expect(opened.headers['content-type']).toBe(mediaTypes[type])
    expect(opened.headers['content-disposition']).toBe(waited.headers['content-disposition'])
    expect(opened.headers['cache-control']).toBe('no-store')
    if (type === 'html' || type === 'csv') expect(opened.text).toBe(waited.text)
    else expect(opened.bytes.length).toBeGreaterThan(1000)
  })

  it('has all single entries in a spreadsheet, and on a page the first, and the audit trail has those that were given', async () => {
    const patients = 510
    await service.db.owner.query(
      `with invented as (
         insert into patient (family_name, family_name_key, gender_id, nhs_number_unknown)
         select 'Listed', 'listed', (select min(id) from gender), true from generate_series(1, $1) returning id)
       insert into pathway (patient_id, referral_date, cancel_referral_date, referrer_id, referral_method_id)
       select id, '2023-01-01', '2023-01-02', (select min(id) from referrer), (select min(id) from method) from invented`,
      [patients],
    )
    const id = await start(lead, 'declinedReferrals', { dateFrom: '2023-01-01', dateTo: '2023-12-31' })
    await countAll()
    const given = async (type: ReportType): Promise<[shown: number, inTrail: number, text: string]> => {
      const { text } = await open(lead, id, type)
      const { rows } = await service.db.owner.query<{ count: number }>(
        'select cardinality(patient_ids) as count from audit_event where user_id = $1 order by id desc limit 1',
        [lead.userId],
      )
      return [text.split('02-Jan-2023').length - 1, rows[0]?.count ?? 0, text]
    }
    const [inSheet, inSheetTrail, sheet] = await given('csv')
    expect([inSheet, inSheetTrail]).toEqual([patients, patients])
    expect(sheet).not.toContain('Only the first')
    const [onPage, onPageTrail, page] = await given('html')
    expect([onPage, onPageTrail]).toEqual([500, 500])
    expect(page).toContain('Only the first 500 are listed; CSV and Excel have them all.')
  })

  it('hides small numbers when that was asked, in every form', async () => {
    const id = await start(lead, 'declinedReferrals', { suppress: true })
    await countAll()
    const { text } = await open(lead, id, 'csv')
    const waited = await askReport(service, lead, {
      reportName: 'declinedReferrals',
      ...days,
      type: 'csv',
      suppress: true,
    })
    expect(text).toBe(waited.text)
    expect((await open(lead, id)).text).not.toContain('section=')
  })

  it('is asked for once by a double click', async () => {
    const ask = () => service.ask(startReportRun, { reportName: 'bmi', ...days }, lead)
    const [first, second] = await Promise.all([ask(), ask()])
    expect(first.body).toEqual(second.body)
    expect(await runsOf(lead)).toHaveLength(1)
  })

  it('is refused with words for the fields, when it could not be waited for either', async () => {
    const refuse = async (input: object) =>
      (await service.ask(startReportRun, { reportName: 'discharges', ...days, ...input }, lead)).body
    expect(await refuse({ reportName: 'nothing' })).toEqual({ reportName: 'Choose a report from the list' })
    expect(await refuse({ dateTo: '2025-12-31' })).toEqual({
      dateTo: 'Date To must be on or after Date From',
    })
    expect(await runsOf(lead)).toEqual([])
  })

  it('is taken five times from one person, and then not until one has ended', async () => {
    for (let each = 0; each < 5; each += 1) await start(lead)
    const more = await service.ask(startReportRun, { reportName: 'bmi', ...days }, lead, {
      [idempotencyKeyHeader]: 'one-more',
    })
    expect(more).toMatchObject({
      status: 429,
      body: { message: '5 of your reports are under way. Wait for one to end, or cancel one.' },
    })
    await start(await service.as('Clinician'))
    await countAll()
    await start(lead, 'bmi')
  })
})

describe('whose it is', () => {
  it('is for its asker alone: for others it is not there', async () => {
    const other = await service.as('Team Lead')
    const id = await start(lead)
    await countAll()
    expect(await runsOf(other)).toEqual([])
    expect((await open(other, id)).status).toBe(404)
    expect((await service.ask(removeReportRun, { id }, other)).status).toBe(200)
    expect((await open(lead, id)).status).toBe(200)
  })

  it('cannot be read in the database, not even by moving it to another person', async () => {
    const thief = await service.as('Team Lead')
    const id = await start(lead, 'declinedReferrals')
    await countAll()
    const [number = 'none'] = /999-300-\d{4}/.exec((await open(lead, id, 'csv')).text) ?? []
    const { sealed, ...row } = (await rowOf(id)) ?? {}
    const stored = `${JSON.stringify(row)} ${(sealed as Buffer).toString('latin1')}`
    for (const text of [number, number.replaceAll('-', ''), 'Each declined referral'])
      expect(stored).not.toContain(text)
    await service.db.owner.query('update report_run set user_id = $1 where id = $2', [thief.userId, id])
    expect((await open(thief, id)).status).toBe(404)
  })

  it('is not counted for someone who lost the right meanwhile, or who was disabled', async () => {
    const away = await service.as('Team Lead')
    const ids = [await start(lead), await start(away)]
    await takeRoles(lead)
    await service.db.sql
      .updateTable('app_user')
      .set({ is_active: false })
      .where('id', '=', away.userId)
      .execute()
    await countAll()
    for (const id of ids)
      expect(await rowOf(id)).toMatchObject({
        state: 'failed',
        sealed: null,
        failure: 'Your account may no longer run this report.',
      })
  })

  it('is not given to someone who lost the right after it was counted', async () => {
    const both = await service.as('Information Governance', 'Clinician')
    const id = await start(both, 'auditOfAccess')
    await countAll()
    const [governance, clinical] = both.roleIds.map(String)
    const list = (role = '') =>
      service.ask(listReportRuns, {}, both, role === '' ? {} : { [currentRoleHeader]: role })
    expect((await list(governance)).body).toHaveLength(1)
    expect((await list(clinical)).body).toEqual([])
    expect((await open(both, id)).status).toBe(200)
    await service.db.sql
      .deleteFrom('user_role')
      .where('user_id', '=', both.userId)
      .where('role_id', '=', Number(governance))
      .execute()
    expect(await open(both, id)).toMatchObject({ status: 403 })
    expect(await runsOf(both)).toEqual([])
  })
})

describe('how long it is kept', () => {
  it('is there for a day, then for nobody, and the hourly clean-up removes it', async () => {
    const id = await start(lead)
    await countAll()
    const began = service.time.now
    service.time.now += 24 * hour - 60_000
    lead = await fresh(lead)
    expect((await open(lead, id)).status).toBe(200)
    await purgeExpired(service.db.pool, service.time.now)
    expect(await rowOf(id)).toBeDefined()
    service.time.now += 2 * 60_000
    expect((await open(lead, id)).status).toBe(404)
    expect(await runsOf(lead)).toEqual([])
    await purgeExpired(service.db.pool, service.time.now)
    expect(await rowOf(id)).toBeUndefined()
    service.time.now = began
  })

  it('goes at once when its owner discards it', async () => {
    const id = await start(lead)
    await countAll()
    for (let time = 0; time < 2; time += 1)
      expect((await service.ask(removeReportRun, { id }, lead)).body).toEqual({ success: true })
    expect(await rowOf(id)).toBeUndefined()
    expect((await open(lead, id)).status).toBe(404)
  })
})

describe('cancelling', () => {
  it('of one that waits leaves nothing to count', async () => {
    const id = await start(lead)
    await eventually(async () => (await service.ask(removeReportRun, { id }, lead)).status === 200)
    // On a busy machine a job may find the database unavailable; it is retried, as in production.
    await eventually(async () => {
      await countAll()
      return (await jobs()) === 0
    })
    expect(await rowOf(id)).toBeUndefined()
  })

  it('of one that is being counted ends the counting, in the database too', async () => {
    const id = await start(lead)
    await whileCountingStands(service.db, async () => {
      const work = workOnRun(service.parts, id, never)
      await eventually(async () => (await counting()) === 1)
      await service.ask(removeReportRun, { id }, lead)
      await work
      await eventually(async () => (await counting()) === 0)
    })
    expect(await rowOf(id)).toBeUndefined()
  })
})

describe('whatever happens to the counting process', () => {
  it('two workers at once count a run once', async () => {
    const id = await start(lead)
    await Promise.all([1, 2, 3].map(() => workOnRun(service.parts, id, never)))
    expect(await rowOf(id)).toMatchObject({ state: 'ready', attempt: 1 })
  })

  it('a run whose worker fell silent is taken up again, and the late worker can say nothing of it any more', async () => {
    const id = await start(lead)
    await service.db.owner.query('delete from graphile_worker._private_jobs')
    const late = await claimRun(service.parts, id)
    if (late === undefined) throw new Error('Nobody could begin')
    await takeUpSilent(service.parts)
    expect(await rowOf(id)).toMatchObject({ state: 'running', attempt: 1 })
    service.time.now += 31_000
    await takeUpSilent(service.parts)
    expect(await runsOf(lead)).toMatchObject([
      { state: 'waiting', progress: 'It was interrupted and will be counted again' },
    ])
    await whileCountingStands(service.db, async () => {
      const work = workOnRun(service.parts, id, never)
      await eventually(async () => (await rowOf(id))?.['attempt'] === 2)
      expect(await beat(service.parts, late, 'From the dead')).toBe(false)
      expect(await rowOf(id)).not.toMatchObject({ progress: 'From the dead' })
      void work
    })
    await eventually(async () => (await rowOf(id))?.['state'] === 'ready')
    expect(await rowOf(id)).toMatchObject({ attempt: 2 })
    const before = await open(lead, id, 'csv')
    const empty = { name: 'discharges', title: '', definition: [], ...days, suppress: false, sections: [] }
    const old = { ...empty, ranBy: '', ranAt: '2026-01-01T00:00:00Z' }
    expect(await keepResult(service.parts, service.db.sql, late, old)).toBe(false)
    expect((await open(lead, id, 'csv')).text).toBe(before.text)
  })

  it('a late worker tells nobody that a scheduled report is ready', async () => {
    const id = await start(lead)
    await service.db.owner.query(`update report_run set scheduled_for = '2026-02-01' where id = $1`, [id])
    await service.db.owner.query('delete from graphile_worker._private_jobs')
    let work: Promise<void> | undefined
    await whileCountingStands(service.db, async () => {
      work = workOnRun(service.parts, id, never)
      await eventually(async () => (await counting()) === 1)
      await service.db.owner.query('update report_run set attempt = attempt + 1 where id = $1', [id])
    })
    await work
    expect(await rowOf(id)).toMatchObject({ state: 'running' })
    expect(await jobs()).toBe(0)
  })

  it('a run that was interrupted three times has failed, and says so', async () => {
    const id = await start(lead)
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect(await claimRun(service.parts, id)).toMatchObject({ attempt })
      service.time.now += 31_000
      await takeUpSilent(service.parts)
    }
    expect(await runsOf(lead)).toMatchObject([
      {
        state: 'failed',
        progress: 'It was interrupted 3 times. Try again later, or choose a shorter period.',
      },
    ])
    await countAll()
    expect(await rowOf(id)).toMatchObject({ state: 'failed' })
  })

  it('a run whose job was lost is put on the queue again', async () => {
    const id = await start(lead)
    await service.db.owner.query('delete from graphile_worker._private_jobs')
    await takeUpSilent(service.parts)
    expect(await jobs()).toBe(0)
    service.time.now += 121_000
    await takeUpSilent(service.parts)
    await countAll()
    expect(await rowOf(id)).toMatchObject({ state: 'ready' })
  })

  it('a process that ends in good order leaves its run to the next', async () => {
    const id = await start(lead)
    await whileCountingStands(service.db, async () => {
      const stopping = new AbortController()
      const work = workOnRun(service.parts, id, stopping.signal)
      await eventually(async () => (await counting()) === 1)
      stopping.abort()
      await work
      expect(await rowOf(id)).toMatchObject({ state: 'waiting' })
    })
    await countAll()
    expect(await rowOf(id)).toMatchObject({ state: 'ready', attempt: 2 })
  })

  it('a run whose statement took too long says so, and it is not counted again', async () => {
    const id = await start(lead)
    await whileCountingStands(service.db, async () => {
      const work = workOnRun(service.parts, id, never)
      await eventually(async () => (await counting()) === 1)
      // PostgreSQL reports a statement that was cancelled with the code of one that took too long.
      for (const pid of await countingBackends(service.db))
        await service.db.owner.query('select pg_cancel_backend($1)', [pid])
      await work
    })
    expect(await runsOf(lead)).toMatchObject([
      { state: 'failed', progress: expect.stringMatching(/^It takes too long for so many days/) as string },
    ])
  })

  it('the connection breaking under it is no end: it is counted again', async () => {
    const id = await start(lead)
    await whileCountingStands(service.db, async () => {
      const work = workOnRun(service.parts, id, never)
      await eventually(async () => (await counting()) === 1)
      await service.db.owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and query ilike '%with facts as%' and pid <> pg_backend_pid()`,
      )
      await work
      expect(await rowOf(id)).toMatchObject({ state: 'waiting', attempt: 1 })
    })
    await countAll()
    expect(await rowOf(id)).toMatchObject({ state: 'ready', attempt: 2 })
  })

  it('after kill -9 of the process in the middle of it another counts it', async () => {
    const id = await start(lead)
    let worker: ChildProcess | undefined
    await whileCountingStands(service.db, async () => {
      worker = fork(join(import.meta.dirname, '../../testing/process/jobProcess.ts'), {
        env: {
          ...ownEnvironment,
          DATABASE_URL: service.db.url,
          SECRET_KEY: secretKey.toString('base64'),
        },
      })
      await eventually(async () => (await counting()) === 1)
      const ended = once(worker, 'exit')
      worker.kill('SIGKILL')
      await ended
      // PostgreSQL notices on its own that the client has disconnected.
      await eventually(async () => (await counting()) === 0)
    })
    expect(await rowOf(id)).toMatchObject({ state: 'running', attempt: 1 })
    service.time.now = Date.now() + 31_000
    await takeUpSilent(service.parts)
    await countAll()
    expect(await rowOf(id)).toMatchObject({ state: 'ready', attempt: 2 })
    expect((await open(lead, id)).text).toContain('<!doctype html>')
  })
})

describe('the audit trail', () => {
  const events = async (user: TestUser) => {
    const { rows } = await service.db.owner.query<{
      kind: string
      action: string
      status: number
      patient_ids: string[]
      criteria: object | null
      records: object[] | null
    }>(
      'select kind, action, status, patient_ids, criteria, records from audit_event where user_id = $1 order by id',
      [user.userId],
    )
    return rows
  }

  it('has who asked for what, and whose single entries were fetched when', async () => {
    const id = await start(lead, 'declinedReferrals')
    await countAll()
    await open(lead, id, 'csv')
    await service.ask(removeReportRun, { id }, lead)
    const asked = { reportName: 'declinedReferrals', ...days }
    const [asking, fetching, removing] = await events(lead)
    expect(asking).toMatchObject({
      kind: 'write',
      action: 'POST /api/reportRun/start',
      records: [{ entity: 'reportRun', id, after: { ...asked, suppress: false } }],
    })
    expect(fetching).toMatchObject({
      kind: 'read',
      action: 'POST /api/reportRun/open',
      criteria: { ...asked, id, type: 'csv' },
    })
    expect(removing).toMatchObject({ kind: 'write', records: [{ entity: 'reportRun', id, after: null }] })
    const { rows } = await service.db.owner.query<{ patient_id: string }>(
      `select distinct patient_id from pathway join patient on patient.id = patient_id
       where pathway.is_active and patient.is_active and cancel_referral_date between $1 and $2`,
      [days.dateFrom, days.dateTo],
    )
    expect(fetching?.patient_ids.map(Number).sort()).toEqual(rows.map((row) => Number(row.patient_id)).sort())
    expect(rows.length).toBeGreaterThan(5)
  })

  it('has a refusal when somebody else tries', async () => {
    const other = await service.as('Team Lead')
    const id = await start(lead)
    await countAll()
    await open(other, id)
    expect(await events(other)).toMatchObject([{ kind: 'refusal', status: 404 }])
  })

  it('gives nothing while it cannot be written', async () => {
    const id = await start(lead)
    await countAll()
    await service.db.owner.query('revoke insert on audit_event from surefoot_app')
    const fetched = await open(lead, id, 'csv')
    const asking = await service.ask(startReportRun, { reportName: 'bmi', ...days }, lead)
    await service.db.owner.query('grant insert on audit_event to surefoot_app')
    expect(fetched.status).toBe(503)
    expect(fetched.text).not.toContain('By reason')
    expect(asking.status).toBe(503)
    expect(await runsOf(lead)).toHaveLength(1)
  })
})
