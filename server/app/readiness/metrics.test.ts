import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPatient } from '../../../contract/patients/patient.ts'
import { token } from '../../../contract/accounts/session.ts'
import { testDatabase } from '../../testing/process/database.ts'
import { aPathway } from '../../testing/world/factories.ts'
import { heardLog } from '../../testing/process/heardLog.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { sealAudit } from '../../platform/audit/seal/sealer.ts'
import { openMetrics, type Metrics } from './metrics.ts'
import { serveMetrics } from './metricsServer.ts'

/* What Prometheus reads, and that the alert rules use no other metrics. */

let service: TestService
let user: TestUser
let metrics: Metrics
let backups: string
let now = Date.now()

beforeAll(async () => {
  const db = await testDatabase()
  backups = await mkdtemp(join(tmpdir(), 'surefoot-backups-'))
  metrics = openMetrics(
    { db, clock: () => now, auditAnchor: null },
    { version: '1.2.3', backupFolder: backups },
  )
  metrics.watchParts([
    { part: 'mail', setting: 'SMTP_URL', without: '', try: () => Promise.reject(new Error('away')) },
    { part: 'scanner', setting: 'DOCUMENT_SCANNER', without: '', try: () => Promise.resolve() },
  ])
  service = await testService({}, { metrics }, db)
  user = await service.as('Team Lead')
})
afterAll(async () => {
  await service.close()
  await rm(backups, { recursive: true })
})

/** The values in the text by name and labels. */
const read = async (): Promise<Map<string, number>> =>
  new Map(
    (await metrics.text())
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const at = line.lastIndexOf(' ')
        return [line.slice(0, at), Number(line.slice(at + 1))]
      }),
  )

it('counts what was answered by call, status and time, and names nobody', async () => {
  const pathway = await aPathway(service, user)
  await service.ask(getPatient, { id: pathway.patientId }, user)
  await service.app.inject(`/api/nowhere/9990000018?familyName=Crumbulent`)
  await service.app.inject({ method: 'POST', url: '/api/document/delete/424242' })
  const seen = await read()
  expect(seen.get('surefoot_requests_total{method="GET",route="/api/patient/get",status="200"}')).toBe(1)
  expect(seen.get('surefoot_request_seconds_count{method="GET",route="/api/patient/get"}')).toBe(1)
  expect(seen.get('surefoot_requests_total{method="GET",route="none",status="404"}')).toBe(1)
  const names = [...seen.keys()].join('\n')
  for (const sent of ['9990000018', 'Crumbulent', '424242', 'nowhere']) expect(names).not.toContain(sent)
})

it('counts refused sign-ins by reason', async () => {
  for (const username of ['nobody', 'nobody-else'])
    await service.app.inject({
      method: 'POST',
      url: token.path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ grant_type: 'password', username, password: 'wrong' }).toString(),
    })
  expect((await read()).get('surefoot_sign_in_refusals_total{reason="unknown user"}')).toBe(2)
})

it('says why calls were answered 503', async () => {
  const { owner } = service.db
  await owner.query('revoke insert on audit_event from surefoot_app')
  await service.ask(getPatient, { id: 1 }, user)
  await owner.query('grant insert on audit_event to surefoot_app')
  expect((await read()).get('surefoot_unavailable_total{part="database"}')).toBe(1)
})

it('measures lists, queue, audit trail, pools, parts, backup and the event loop', async () => {
  const { owner } = service.db
  await owner.query(`
    update pathway set received_date = current_date - 400;
    select graphile_worker.add_job('notice', run_at => now() - interval '20 minutes');
    select graphile_worker.add_job('notice', max_attempts => 1);
    update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1`)
  for (let sealed = 1; sealed > 0;) sealed = await sealAudit(service.db.pool)
  for (const [name, isWhole] of [
    ['surefoot-2026-01-02T03-04-05', true],
    ['surefoot-2026-01-03T03-04-05.part', true],
    ['surefoot-2026-01-04T03-04-05', false],
  ] as const) {
    await mkdir(join(backups, name))
    if (isWhole) await writeFile(join(backups, name, 'manifest.json'), '{}')
  }
  now = Date.parse('2026-01-02T04:04:05Z')
  // Counts are cached for some seconds.
  const seen = await new Promise<Map<string, number>>((resolve) =>
    setTimeout(() => void read().then(resolve), 5_100),
  )
  expect(seen.get('surefoot_backup_age_seconds')).toBe(3600)
  expect(seen.get('surefoot_database_up')).toBe(1)
  expect(seen.get('surefoot_list_people{list="awaitingAssessment"}')).toBe(1)
  expect(seen.get('surefoot_list_late{list="awaitingAssessment"}')).toBeDefined()
  expect(seen.get('surefoot_jobs_failed')).toBe(1)
  expect(seen.get('surefoot_oldest_job_seconds')).toBeGreaterThan(1_190)
  expect(seen.get('surefoot_audit_unsealed_events')).toBeDefined()
  expect(seen.get('surefoot_audit_seal_age_seconds')).toBeDefined()
  expect(seen.get('surefoot_pool_connections{pool="read",state="idle"}')).toBeGreaterThan(0)
  expect(seen.get('surefoot_part_up{part="mail"}')).toBe(0)
  expect(seen.get('surefoot_part_up{part="scanner"}')).toBe(1)
  expect(seen.get('nodejs_eventloop_lag_p99_seconds')).toBeDefined()
})

it('has every metric that the alert rules name', async () => {
  const rules = await readFile(join(import.meta.dirname, '../../../deploy/alerts.yml'), 'utf8')
  const asked = [...rules.matchAll(/^ +expr: (.*)$/gm)].flatMap(([, expression = '']) => [
    ...expression.matchAll(/\b(?:surefoot|nodejs|process)_\w+/g),
  ])
  const known = new Set([...(await metrics.text()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  const names = asked.map(([name]) => name.replace(/_(bucket|sum|count)$/, ''))
  expect(names.length).toBeGreaterThan(15)
  expect(names.filter((name) => !known.has(name))).toEqual([])
  expect(rules.match(/^ +- alert: /gm)?.length).toBe(rules.match(/^ +description: \S/gm)?.length)
})

it('is served on a port of its own, to callers with the token', async () => {
  const { log } = heardLog()
  const served = await serveMetrics(metrics, { host: '127.0.0.1', port: 0, token: 'a-token-of-sixteen' }, log)
  const ask = (path: string, authorization?: string) =>
    fetch(new URL(path, served.address), authorization === undefined ? {} : { headers: { authorization } })
  expect((await ask('/metrics')).status).toBe(401)
  expect((await ask('/metrics', 'Bearer another')).status).toBe(401)
  expect((await ask('/', 'Bearer a-token-of-sixteen')).status).toBe(404)
  const answer = await ask('/metrics', 'Bearer a-token-of-sixteen')
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(await answer.text()).toContain('surefoot_info{version="1.2.3"')
  await served.close()
  // Not on the product's port, which a proxy exposes to everybody.
  expect((await service.app.inject('/metrics')).statusCode).toBe(404)
})
