import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { currentRoleHeader } from '../../../contract/accounts/session.ts'
import { problem } from '../../../contract/platform/calls/problem.ts'
import { stages } from '../../../contract/stages/stage.ts'
import { type KnownCall } from '../../testing/known/knownCall.ts'
import { knownCalls } from '../../testing/known/knownCalls.ts'
import { bearer, requestOf, type Wire } from '../../testing/values/request.ts'
import { tableSums } from '../../testing/reading/tableSums.ts'
import { aWorld, carriesPatientData, type World } from '../../testing/world/world.ts'
import { representatives, shapeOfCall } from '../../../contract/testing/representatives.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.service.close())

interface AuditRow {
  kind: string
  action: string
  status: number
  user_id: number | null
  session_id: number | null
  role: string | null
  patient_ids: string[]
  pathway_ids: string[]
  at: string
  address: string
}

const rowsOf = async (requestId: unknown): Promise<AuditRow[]> => {
  const { rows } = await world.service.db.owner.query<AuditRow>(
    `select kind, action, status, user_id, session_id, role, patient_ids::text[], pathway_ids::text[], at, address
     from audit_event where request_id = $1`,
    [requestId],
  )
  return rows
}

/** Puts every referral on the list that is about to be read, so that each list shows a patient. */
const fillList = async ({ call }: KnownCall): Promise<void> => {
  const stage = /^\/api\/list\/(\w+)$/.exec(call.path)?.[1]
  if (stages.some((each) => each === stage))
    await world.service.db.owner.query('update work_list set stage = $1', [stage])
}

const send = async (known: KnownCall, input: Wire, user = world.user) => {
  const { call } = known
  const response = await world.service.app.inject(
    requestOf(call, input, call.path.startsWith('/api/') ? bearer(user) : {}),
  )
  return {
    status: response.statusCode,
    requestId: response.headers['x-request-id'],
    text: response.body,
    reply: response.json<Wire>(),
  }
}

/** The ids of the patients, or pathways, found anywhere in a reply. */
const namedIn = (value: unknown, field: 'patientId' | 'pathwayId'): number[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === field && typeof inner === 'number' ? [inner] : namedIn(inner, field),
  )
}
const namedPatients = (value: unknown): number[] => namedIn(value, 'patientId')

const all = knownCalls.map((known) => [`${known.call.method} ${known.call.path}`, known] as const)
const ofPatients = all.filter(([, { patientData }]) => patientData !== null)

describe('DP-1: reading or writing patient data leaves a row that names the patients', () => {
  it.each(representatives(ofPatients, ([, { call }]) => shapeOfCall(call)))('%s', async (action, known) => {
    await fillList(known)
    const input = await known.input(world)
    const { status, requestId, text, reply } = await send(known, input)
    expect({ status, text }).toMatchObject({ status: 200 })
    const about = known.patientData?.of(world, input, reply) ?? []
    const ids = [...new Set([...about, ...namedPatients(reply)])].map(String).sort()
    const written = await rowsOf(requestId)
    const rows = written.filter((row) => row.action === action)
    expect(rows.map((row) => ({ ...row, patient_ids: row.patient_ids.toSorted() }))).toMatchObject([
      {
        kind: known.patientData?.use,
        action,
        status: 200,
        user_id: world.user.userId,
        session_id: world.user.sessionId,
        patient_ids: ids,
        address: '127.0.0.1',
      },
    ])
    const pathways = [...namedIn(reply, 'pathwayId'), ...namedIn(input, 'pathwayId')].map(String)
    expect(rows[0]?.pathway_ids).toEqual(expect.arrayContaining(pathways))
    // What a visit hands in is saved by the calls of its forms, each with a row of its own.
    for (const row of written) expect(ids).toEqual(expect.arrayContaining(row.patient_ids))
  })

  it('and no other call shows any', async () => {
    for (const [route, known] of all.filter(([, { patientData }]) => patientData === null)) {
      const { status, text, reply } = await send(known, await known.input(world))
      expect({ route, status }).toEqual({ route, status: 200 })
      expect({ route, named: namedPatients(reply), carries: carriesPatientData(text) }).toEqual({
        route,
        named: [],
        carries: false,
      })
    }
  })

  it('names the role that the person works in', async () => {
    const [roleId = 0] = world.colleague.roleIds
    const known = knownCalls.find(({ call }) => call.path === '/api/patient/get')
    const response = await world.service.app.inject({
      url: '/api/patient/get',
      query: { id: String(world.patient.id) },
      headers: { ...bearer(world.colleague), [currentRoleHeader]: String(roleId) },
    })
    expect(known).toBeDefined()
    expect(await rowsOf(response.headers['x-request-id'])).toMatchObject([{ role: 'Clinician' }])
  })
})

describe('DP-1: while the audit trail cannot be written', () => {
  it('no patient data leaves, nothing is written, and all is well again afterwards', async () => {
    const { owner } = world.service.db
    const prepared: [string, KnownCall, Wire][] = []
    for (const [route, known] of representatives(ofPatients, ([, { call }]) => shapeOfCall(call)))
      prepared.push([route, known, await known.input(world)])
    await owner.query('revoke insert on audit_event from surefoot_app')
    try {
      const before = await tableSums(world.service.db, [])
      for (const [route, known, input] of prepared) {
        const { status, text, reply } = await send(known, input)
        expect({ route, status, carries: carriesPatientData(text) }).toEqual({
          route,
          status: 503,
          carries: false,
        })
        expect(problem.strict().parse(reply).code).toBe('unavailable')
      }
      expect(await tableSums(world.service.db, [])).toEqual(before)
    } finally {
      await owner.query('grant insert on audit_event to surefoot_app')
    }
    for (const [route, known, input] of prepared) {
      const { status } = await send(known, input)
      expect({ route, status }).toEqual({ route, status: 200 })
    }
  })
})

describe('DP-1, DP-4: a refusal is in the audit trail too', () => {
  const guarded = knownCalls.filter(({ call }) => call.path.startsWith('/api/'))

  it('for want of a token, on every call: counted by the network, the rate class and the reason', async () => {
    const { refusals } = world.service.parts
    await refusals.flush()
    const { owner } = world.service.db
    const lastId = async () => Number((await owner.query('select max(id) from audit_event')).rows[0]?.max)
    const before = await lastId()
    for (const known of guarded) {
      const response = await world.service.app.inject(requestOf(known.call, await known.input(world)))
      expect(response.statusCode).toBe(401)
    }
    await refusals.flush()
    const { rows } = await owner.query<{ action: string; times: string }>(
      `select action, status, user_id, session_id, address, criteria ->> 'reason' as reason,
         (criteria ->> 'times')::integer as times
       from audit_event where id > $1 and kind = 'refusal' and status = 401 order by action`,
      [before],
    )
    // Refusals are counted per minute, and a minute may end between two of the calls.
    expect([...new Set(rows.map(({ action }) => action))]).toEqual(
      ['read', 'report', 'search', 'sign-in', 'upload', 'write']
        .map((rate) => `refused ${rate}`)
        .filter((action) => rows.some((row) => row.action === action)),
    )
    for (const row of rows)
      expect(row).toMatchObject({
        user_id: null,
        session_id: null,
        address: '127.0.0.1',
        reason: 'unauthenticated',
      })
    expect(rows.reduce((sum, { times }) => sum + Number(times), 0)).toBe(guarded.length)
  })

  it('for want of a right, on every call that asks for one', async () => {
    const { userId, sessionId } = world.powerless
    let refused = 0
    for (const known of guarded) {
      const { status, requestId } = await send(known, await known.input(world), world.powerless)
      // A user without any right may only use the calls about their own account.
      if (status !== 403) continue
      refused += 1
      const action = `${known.call.method} ${known.call.path}`
      expect(await rowsOf(requestId)).toMatchObject([
        { kind: 'refusal', action, status: 403, user_id: userId, session_id: sessionId },
      ])
    }
    expect(refused).toBeGreaterThan(guarded.length - 8)
  })

  it('for a record that is not there', async () => {
    const ofRecords = guarded.filter(({ call }) => /\/(get|delete)$/.test(call.path))
    for (const known of ofRecords) {
      const input = await known.input(world)
      // Calls without an id concern a single object, such as the targets of the lists.
      if (!('id' in input)) continue
      const { status, requestId } = await send(known, {
        ...input,
        id: typeof input['id'] === 'string' ? randomUUID() : 999_999_999,
      })
      const action = `${known.call.method} ${known.call.path}`
      expect({ action, status }).toEqual({ action, status: 404 })
      expect(await rowsOf(requestId)).toMatchObject([
        { kind: 'refusal', action, status: 404, user_id: world.user.userId },
      ])
    }
  })

  it('and while it cannot be written, the refusal is a 503 as well', async () => {
    const { owner } = world.service.db
    const known = guarded.find(({ call }) => call.path === '/api/patient/get')
    if (known === undefined) throw new Error('There is no such call')
    await owner.query('revoke insert on audit_event from surefoot_app')
    try {
      const { status } = await send(known, await known.input(world), world.powerless)
      expect(status).toBe(503)
    } finally {
      await owner.query('grant insert on audit_event to surefoot_app')
    }
  })

  it('a failed sign-in and a used refresh token, without the name that was typed', async () => {
    const form = (fields: Record<string, string>) =>
      world.service.app.inject({
        method: 'POST',
        url: '/oauth/token',
        payload: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    const response = await form({ grant_type: 'password', username: 'somebody.unknown', password: 'x' })
    expect(await rowsOf(response.headers['x-request-id'])).toMatchObject([{ kind: 'refusal', status: 400 }])
    const { rows } = await world.service.db.owner.query(
      `select from audit_event where audit_event::text like '%somebody.unknown%'`,
    )
    expect(rows).toHaveLength(0)
  })
})

describe('DP-2: the audit trail can be added to and never changed', () => {
  const statements = {
    update: `update audit_event set status = 0`,
    'update of one row': `update audit_event set user_id = null where id = 1`,
    delete: `delete from audit_event`,
    truncate: `truncate audit_event`,
    'truncate with others': `truncate audit_event, request_replay cascade`,
    merge: `merge into audit_event using (select 1 as id) as one on audit_event.id = one.id when matched then delete`,
  }
  const tampering = {
    'read of it': `select * from audit_event`,
    'the trigger dropped': `drop trigger audit_event_is_append_only on audit_event`,
    'the trigger switched off': `alter table audit_event disable trigger all`,
    'the trigger passed over': `set session_replication_role = replica`,
    'the check replaced': `create or replace function refuse_audit_change() returns trigger language plpgsql as 'begin return null; end'`,
    'the table dropped': `drop table audit_event`,
    'the table renamed': `alter table audit_event rename to audit_event_old`,
    'a rule': `create rule away as on insert to audit_event do instead nothing`,
    'the numbering turned back': `select setval(pg_get_serial_sequence('audit_event', 'id'), 1)`,
    'a right granted to itself': `grant update on audit_event to surefoot_app`,
  }
  const sumOf = async () => (await tableSums(world.service.db, []))['audit_event']

  it.each(Object.entries({ ...statements, ...tampering }))('by the application: %s', async (_, statement) => {
    const before = await sumOf()
    const client = await world.service.db.pool.connect()
    try {
      // PostgreSQL only warns when a role grants a right that it may not grant.
      await client.query(statement).then(
        () => expect(statement).toMatch(/^grant /),
        ({ code }: { code: string }) => expect(code).toBe('42501'),
      )
    } finally {
      client.release(true)
    }
    expect(await sumOf()).toBe(before)
    await expect(world.service.db.pool.query(statements.update)).rejects.toMatchObject({ code: '42501' })
  })

  it.each(Object.entries(statements))('by the owner: %s', async (_, statement) => {
    const before = await sumOf()
    await expect(world.service.db.owner.query(statement)).rejects.toThrow('The audit trail is append-only')
    expect(await sumOf()).toBe(before)
  })
})
