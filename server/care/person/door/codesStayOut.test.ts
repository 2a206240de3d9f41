import { Writable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openMetrics, type Metrics } from '../../../app/readiness/metrics.ts'
import { logOptions } from '../../../platform/http/replies/logOptions.ts'
import { testDatabase } from '../../../testing/process/database.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { aPathway } from '../../../testing/world/factories.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { aLink, birthOf } from '../testing/aLink.ts'
import { aVisitor } from '../testing/visitor.ts'

let service: TestService
let lead: TestUser
let metrics: Metrics
const lines: string[] = []

beforeAll(async () => {
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      lines.push(chunk.toString())
      done()
    },
  })
  const db = await testDatabase()
  metrics = openMetrics({ db, clock: Date.now, auditAnchor: null }, { version: '1.2.3', backupFolder: null })
  const log = pino(logOptions('trace'), stream) as FastifyBaseLogger
  service = await testService({}, { log, metrics }, db)
  lead = await service.as('Team Lead')
})
afterAll(() => service.close())

it('keeps a code out of the log, the audit trail and the metrics', async () => {
  const { patientId } = await aPathway(service, lead)
  const { code: printed } = await aLink(service, lead, patientId)
  const code = printed.replace(' ', '')
  const visitor = aVisitor(service.app)
  await visitor.get(`/my/${code}`)
  await visitor.get(`/my/${code.toLowerCase()}?said=wrong`)
  await visitor.get(`/my/${code}/and/more`)
  expect((await visitor.get(`/my/in/en?to=${code}`)).to).toBe(`/my/${code}`)
  await visitor.follow(await visitor.open(code, '1901-01-01'))
  expect((await visitor.open(printed, await birthOf(service, patientId))).to).toBe('/my/home')
  await visitor.get('/my/home')
  await visitor.post(`/my/${code}`, {})
  expect(lines.join('')).toContain('/my/:code')
  const { rows } = await service.db.owner.query<{ row: string }>(
    'select audit_event::text as row from audit_event',
  )
  const written = [...lines, ...rows.map(({ row }) => row), await metrics.text()].join('\n')
  for (const each of [code, printed, code.toLowerCase()]) expect(written).not.toContain(each)
})
