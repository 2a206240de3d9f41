import type { Pool } from 'pg'
import { expect, it } from 'vitest'
import { AuditFailure } from '../errors.ts'
import { openAuditTrail, type AuditEvent } from './auditTrail.ts'

type Row = Record<string, unknown> & { place: number }
interface Sent {
  rows: Row[]
  name: string
  answer: (withheld: { place: number; patient_id: number }[]) => void
  fail: (error: Error) => void
}

/** A database whose replies the test controls, so that events queue up while an insert runs. */
const slowTrail = () => {
  const sent: Sent[] = []
  const query = ({ name, values }: { name: string; values: [string] }) =>
    new Promise<{ rows: object[] }>((resolve, reject) =>
      sent.push({
        name,
        rows: JSON.parse(values[0]) as Row[],
        answer: (rows) => resolve({ rows }),
        fail: reject,
      }),
    )
  return { trail: openAuditTrail({ query } as unknown as Pool), sent }
}

const opening = (patientId: number, more: Partial<AuditEvent> = {}): AuditEvent => ({
  kind: 'read',
  action: 'GET /api/patient/get',
  status: 200,
  userId: 1,
  sessionId: 1,
  role: 'Falls Administrator',
  patientIds: [patientId],
  opensRecords: true,
  requestId: 'request',
  address: '192.0.2.1',
  ...more,
})

const settled = async (promises: Promise<void>[]) =>
  (await Promise.allSettled(promises)).map((one) =>
    one.status === 'fulfilled' ? 'open' : (one.reason as unknown),
  )
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

it('events of calls that meet go in one statement, the next while the first is on its way', async () => {
  const { trail, sent } = slowTrail()
  const first = trail.append(opening(1))
  const others = [2, 3, 4].map((id) => trail.append(opening(id)))
  await nextTurn()
  expect(sent.map(({ rows }) => rows.map(({ patient_ids }) => patient_ids))).toEqual([[[1]]])
  sent[0]?.answer([])
  await first
  await nextTurn()
  expect(sent[1]?.rows.map(({ place, patient_ids }) => [place, patient_ids])).toEqual([
    [0, [2]],
    [1, [3]],
    [2, [4]],
  ])
  sent[1]?.answer([])
  await Promise.all(others)
  await nextTurn()
  expect(sent).toHaveLength(2)
  expect(new Set(sent.map(({ name }) => name)).size).toBe(1)
  expect(sent[0]?.name).not.toBe('')
})

it('of events in one statement each is told of its own restricted record, and of no other', async () => {
  const { trail, sent } = slowTrail()
  const first = settled([trail.append(opening(1))])
  const others = settled([5, 6, 7, 8].map((id) => trail.append(opening(id))))
  sent[0]?.answer([])
  expect(await first).toEqual(['open'])
  await nextTurn()
  sent[1]?.answer([
    { place: 1, patient_id: 6 },
    { place: 3, patient_id: 8 },
  ])
  expect(await others).toMatchObject([
    'open',
    { code: 'reason-needed', more: { restricted: { patientId: 6 } } },
    'open',
    { code: 'reason-needed', more: { restricted: { patientId: 8 } } },
  ])
})

it('a statement that fails opens nothing of what it held, and the next is another', async () => {
  const { trail, sent } = slowTrail()
  const first = settled([trail.append(opening(1))])
  const others = settled([2, 3].map((id) => trail.append(opening(id))))
  sent[0]?.fail(new Error('away'))
  expect(await first).toEqual([expect.any(AuditFailure)])
  await nextTurn()
  sent[1]?.answer([])
  expect(await others).toEqual(['open', 'open'])
})

it('an event says what was changed, each patient once', async () => {
  const { trail, sent } = slowTrail()
  const records = [{ entity: 'frat', id: 9 }] as unknown as NonNullable<AuditEvent['records']>
  const done = trail.append(opening(4, { patientIds: [4, 4], pathwayIds: [7], records }))
  expect(sent[0]?.rows).toEqual([
    expect.objectContaining({ patient_ids: [4], pathway_ids: [7], records, opens_records: true, place: 0 }),
  ])
  sent[0]?.answer([])
  await done
})
