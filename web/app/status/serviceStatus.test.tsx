import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ReplyOf } from '../../../contract/platform/calls/endpoint.ts'
import { stages } from '../../../contract/stages/stage.ts'
import type { getServiceStatus } from '../../../contract/app/serviceStatus.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { patientService } from '../../testing/patientService.ts'
import { click } from '../../testing/person.ts'
import { administrator, beSignedIn, renderSite } from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(administrator))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const status: ReplyOf<typeof getServiceStatus> = {
  version: '1.2.3',
  nodeVersion: '24.21.0',
  databaseVersion: '15.4',
  startedAt: '2026-11-22T08:00:00Z',
  parts: [
    { part: 'database', state: 'ok' },
    { part: 'queue', state: 'late' },
  ],
  outside: [
    { part: 'mail', setting: 'SMTP_URL', fault: { words: 'It hung up', without: 'Mail waits.' } },
    { part: 'provider', setting: 'OIDC_ISSUER', fault: null },
  ],
  queue: { waiting: 3, oldestSeconds: 720, failed: 1 },
  lists: stages.map((stage) => ({ stage, people: stage === 'inExercise' ? 2 : 0, late: 1 })),
  backup: { isWatched: true, newestAt: '2026-11-22T02:00:00Z' },
}

const linesOf = async (title: string): Promise<string[]> =>
  within(await screen.findByRole('region', { name: title }))
    .getAllByRole('definition')
    .map(({ textContent }) => textContent)

test('The status page is reached from administration, and says what is wrong and why', async () => {
  patientService({ '/api/serviceStatus/get': () => json(status) })
  renderSite('/falls/administration')
  await click(await screen.findByRole('link', { name: 'Status of the service' }))
  expect(await linesOf('Parts')).toEqual([
    'Working.',
    'Amiss. Background work is overdue: messages, reports, work lists.',
    'Amiss. It hung up. Mail waits. (SMTP_URL)',
    'Answers.',
  ])
  expect((await linesOf('Work')).slice(0, 3)).toEqual([
    'Amiss. 3 jobs wait, the first for 12 minutes.',
    'Amiss. 1 job has failed after the last attempt.',
    'The newest was started on 22/11/2026 02:00.',
  ])
  expect(await linesOf('Work')).toContain('2 people, 1 late')
  expect(await linesOf('Versions')).toEqual(['1.2.3', '15.4', '24.21.0', '22/11/2026 08:00'])
})

test('A service that does not know where its backups are says so', async () => {
  const backup = { isWatched: false, newestAt: null }
  patientService({ '/api/serviceStatus/get': () => json({ ...status, backup }) })
  renderSite('/falls/service-status')
  expect((await linesOf('Work'))[2]).toMatch(/^Not known: .*BACKUP_FOLDER/)
})

test('Letters that leave have lines, with what is wrong and how many wait', async () => {
  const at = '2026-11-22T09:00:00Z'
  const outgoing = {
    mesh: { lastTriedAt: at, lastSuccessAt: null, problem: 'MESH is out of order.', isStandIn: true },
    letters: [{ way: 'mesh', waiting: 2, oldestAt: at, onTheWay: 3 }],
  }
  patientService({ '/api/serviceStatus/get': () => json({ ...status, outgoing }) })
  renderSite('/falls/service-status')
  expect(await linesOf('Letters that leave')).toEqual([
    'Amiss. A stand-in on this machine. MESH is out of order. It never answered.',
    '2 wait, the first since 22/11/2026 09:00. 3 on the way.',
  ])
})

test('Referrals from outside have lines where they come in, with what is wrong', async () => {
  const at = '2026-11-22T09:00:00Z'
  const incoming = {
    ers: { lastTriedAt: at, lastSuccessAt: null, problem: 'It cannot be reached.' },
    bars: { lastDay: 2, lastAt: at },
    answers: { waiting: 1, oldestAt: at, failed: 2 },
  }
  patientService({ '/api/serviceStatus/get': () => json({ ...status, incoming }) })
  renderSite('/falls/service-status')
  expect(await linesOf('Referrals from outside')).toEqual([
    'Amiss. It cannot be reached. It was tried on 22/11/2026 09:00; the list was never read.',
    '2 messages in the last 24 hours, the last on 22/11/2026 09:00.',
    'Amiss. 1 waits, the first since 22/11/2026 09:00. 2 could not be sent: those who triage ring the senders.',
  ])
})

test('Notices to FHIR clients have a line each, with what is wrong', async () => {
  const at = '2026-11-22T09:00:00Z'
  const notices = [
    { clientId: 4, client: 'Hospital record', state: 'active', waiting: 0, lastSuccessAt: at, problem: null },
    {
      clientId: 4,
      client: 'Hospital record',
      state: 'error',
      waiting: 3,
      lastSuccessAt: null,
      problem: 'It answered 500.',
    },
  ]
  patientService({ '/api/serviceStatus/get': () => json({ ...status, notices }) })
  renderSite('/falls/service-status')
  expect(await linesOf('Notices to FHIR clients')).toEqual([
    'Active. Its address last answered on 22/11/2026 09:00; none waits.',
    'Amiss. Stopped: its address does not answer. Its address never answered; 3 wait. It answered 500.',
  ])
})
