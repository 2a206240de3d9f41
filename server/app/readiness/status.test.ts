import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getServiceStatus } from '../../../contract/app/serviceStatus.ts'
import { aPathway } from '../../testing/world/factories.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { version } from '../version.ts'

/* What the status page shows a system administrator. */

let service: TestService
let backups: string
beforeAll(async () => {
  backups = await mkdtemp(join(tmpdir(), 'surefoot-backups-'))
  await mkdir(join(backups, 'surefoot-2026-11-22T02-00-00'))
  await writeFile(join(backups, 'surefoot-2026-11-22T02-00-00', 'manifest.json'), '{}')
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:465'), { code: 'ECONNREFUSED' })
  service = await testService(
    {},
    {
      watched: {
        backupFolder: backups,
        outside: [
          { part: 'mail', setting: 'SMTP_URL', without: 'Mail waits.', try: () => Promise.reject(refused) },
          { part: 'provider', setting: 'OIDC_ISSUER', without: '', try: () => Promise.resolve() },
        ],
      },
    },
  )
})
afterAll(async () => {
  await service.close()
  await rm(backups, { recursive: true })
})

it('has parts with what is amiss, versions, queue, lists and the newest backup', async () => {
  await aPathway(service, await service.as('Team Lead'))
  await service.db.owner.query(
    `select graphile_worker.add_job('notice', run_at => now() - interval '11 minutes')`,
  )
  const { status, body } = await service.ask(getServiceStatus, {}, await service.as('System Administrator'))
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      version,
      nodeVersion: process.versions.node,
      databaseVersion: expect.stringMatching(/^\d+\.\d+/) as string,
      parts: expect.arrayContaining([
        { part: 'database', state: 'ok' },
        { part: 'queue', state: 'late' },
      ]) as unknown,
      outside: [
        {
          part: 'mail',
          setting: 'SMTP_URL',
          fault: {
            words: expect.stringMatching(
              /^connect ECONNREFUSED 10\.0\.0\.5:465: nothing is listening there/,
            ) as string,
            without: 'Mail waits.',
          },
        },
        { part: 'provider', setting: 'OIDC_ISSUER', fault: null },
      ],
      queue: { waiting: 1, failed: 0 },
      backup: { isWatched: true, newestAt: '2026-11-22T02:00:00Z' },
    },
  })
  const { lists, queue } = getServiceStatus.reply.parse(body)
  expect(queue.oldestSeconds).toBeGreaterThanOrEqual(660)
  expect(lists.find(({ stage }) => stage === 'awaitingAssessment')?.people).toBe(1)
})

it('is for system administrators alone', async () => {
  for (const profile of [
    'Team Lead',
    'Clinician',
    'Admissions',
    'Information Governance',
    'External',
  ] as const)
    expect((await service.ask(getServiceStatus, {}, await service.as(profile))).status).toBe(403)
})
