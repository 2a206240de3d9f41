import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldsOf } from '../values/inputFields.ts'
import { rowOf, type KnownCall, type SavedTable } from '../known/knownCall.ts'
import { knownCalls } from '../known/knownCalls.ts'
import { bearer, requestOf, type Wire } from '../values/request.ts'
import { aWorld, type World } from '../world/world.ts'
import { representatives, shapeOfCall } from '../../../contract/testing/representatives.ts'

/*
 * AZ-8: a save changes the columns of its fields and no other, whatever else the body carries. Walks every save and
 * every column of its table as the database has it, so a new column is tried by itself.
 */

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.service.close())

interface Column {
  name: string
  type: string
}
type Row = Record<string, unknown>

const columnsOf = async (table: string): Promise<Column[]> => {
  const { rows } = await world.service.db.owner.query<Column>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 order by ordinal_position`,
    [table],
  )
  return rows
}

const readRow = async (table: string, id: unknown): Promise<Row> => {
  const { rows } = await world.service.db.owner.query<{ row: Row }>(
    `select to_jsonb(t) as row from ${table} as t where t.id::text = $1`,
    [String(id)],
  )
  if (rows[0] === undefined) throw new Error(`${table} has no row ${String(id)}`)
  return rows[0].row
}

const camel = (column: string): string =>
  column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** A value of the column's type that no row has by itself. */
const foreignValue = ({ name, type }: Column): unknown => {
  if (/_by$/.test(name)) return world.colleague.userId
  if (name === 'patient_id') return world.other.patientId
  if (name === 'pathway_id') return world.other.pathwayId
  if (type === 'boolean') return !/^(is_active|must_change_password)$/.test(name)
  if (type === 'date') return '2001-02-03'
  if (type.startsWith('timestamp')) return '2001-02-03T04:05:06+00:00'
  return /int|numeric/.test(type) ? 77 : 'Smuggled'
}

/** Ways to write the column in a body, without those that are fields of the call. */
const spellings = ({ name }: Column, { columns }: SavedTable): string[] =>
  [name, camel(name), camel(name).replace(/Id$/, '')].filter(
    (spelling, index, all) =>
      !(spelling in columns) &&
      spelling !== 'id' &&
      spelling !== 'version' &&
      all.indexOf(spelling) === index,
  )

const within = (body: Wire, { part }: SavedTable, more: Wire): Wire =>
  part === undefined
    ? { ...body, ...more }
    : { ...more, ...body, [part]: { ...(body[part] as Wire), ...more } }

/** The id that a body saves. */
const idIn = (body: Wire, { part }: SavedTable): unknown =>
  part === undefined ? body['id'] : (body[part] as Wire)['id']

const send = async ({ call }: KnownCall, body: Wire) => {
  const response = await world.service.app.inject(requestOf(call, body, bearer(world.user)))
  return { status: response.statusCode, reply: response.json<Wire>() }
}

const saves = representatives(
  knownCalls.flatMap((known) =>
    known.saves.map((saved) => ({ name: `${known.call.path} → ${saved.table}`, known, saved })),
  ),
  ({ known: { call }, saved }) => `${shapeOfCall(call)} ${saved.existing === undefined} ${saved.part}`,
)
const creates = saves.filter(({ saved }) => !saved.onlyChanges)
const changes = saves.flatMap(({ name, known, saved }) =>
  saved.existing === undefined ? [] : [{ name, known, saved, existing: saved.existing }],
)

/** Every unlisted column of the table, in every spelling, with a value that its rows do not have. */
const smuggledInto = async (saved: SavedTable): Promise<{ fields: Wire; columns: Row }> => {
  const all = await columnsOf(saved.table)
  const fields = all.flatMap((column) =>
    spellings(column, saved).map((spelling): [string, unknown] => [spelling, foreignValue(column)]),
  )
  const columns = all.map((column): [string, unknown] => [column.name, foreignValue(column)])
  return { fields: Object.fromEntries(fields), columns: Object.fromEntries(columns) }
}

describe('AZ-8: a save takes nothing but its fields', () => {
  it.each(creates)('$name: no column of a new row is set by its own name', async ({ known, saved }) => {
    const { fields, columns } = await smuggledInto(saved)
    const { status, reply } = await send(known, within(await known.input(world), saved, fields))
    expect({ status, reply }).toMatchObject({ status: 200 })
    const row = await readRow(saved.table, rowOf(saved, reply))
    const set = Object.keys(row).filter((column) => row[column] === columns[column])
    expect({ row, set }).toEqual({ row, set: [] })
  })

  it.each(creates)(
    '$name: a new row has version 1 and a new id, whatever is asked',
    async ({ known, saved }) => {
      for (const version of [2, 77]) {
        const { status, reply } = await send(known, within(await known.input(world), saved, { version }))
        // Where the sender chooses the id, a version says that the row is there already.
        if (status === 404) continue
        expect(status).toBe(200)
        const row = await readRow(saved.table, rowOf(saved, reply))
        expect(row).toMatchObject({ version: 1, ...('is_active' in row ? { is_active: true } : {}) })
      }
    },
  )

  it.each(changes)('$name: a change leaves every other column', async ({ known, saved, existing }) => {
    const change = existing.change(world)
    const changed = Object.fromEntries(
      Object.entries(change).map(([field, value]) => [saved.columns[field] ?? field, value]),
    )
    const { fields } = await smuggledInto(saved)
    const body = await existing.input(world)
    const read = () => readRow(saved.table, idIn(body, saved))
    const before = await read()
    expect(await send(known, within(body, saved, fields))).toMatchObject({ status: 200 })
    expect(await read()).toEqual(before)

    expect(await send(known, within(body, saved, { ...fields, ...change }))).toMatchObject({ status: 200 })
    const after = await read()
    expect(after).toEqual({
      ...before,
      ...changed,
      version: 2,
      ...('updated_at' in before ? { updated_at: after['updated_at'] } : {}),
      ...('updated_by' in before ? { updated_by: world.user.userId } : {}),
    })
    expect(after['updated_at']).not.toBe(foreignValue({ name: 'updated_at', type: 'timestamp' }))
  })

  it.each(changes)('$name: no version but the present one is let in', async ({ known, saved, existing }) => {
    const body = await existing.input(world)
    const read = () => readRow(saved.table, idIn(body, saved))
    await send(known, within(body, saved, existing.change(world)))
    const before = await read()
    const tricks = [0, 1, 3, -1, 2.5, 2 ** 53, '2', ' 2', true, null, '', [2], { value: 2 }]
    for (const version of tricks) {
      const { status } = await send(known, within(body, saved, { version }))
      expect({ version, status: [400, 409].includes(status) }).toEqual({ version, status: true })
      expect(await read()).toEqual(before)
    }
  })

  it.each(changes)('$name: nothing comes in by way of prototypes', async ({ known, saved, existing }) => {
    const poison = { is_active: false, isActive: false, created_by: world.colleague.userId }
    const written = JSON.stringify(poison)
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty'])
      for (const value of [written, `{"prototype":${written}}`, `{"__proto__":${written}}`, `[${written}]`]) {
        const body = await existing.input(world)
        const read = () => readRow(saved.table, idIn(body, saved))
        const before = await read()
        const request = requestOf(known.call, body, {
          ...bearer(world.user),
          'content-type': 'application/json',
        })
        // Written by hand, into the part with the fields too: an object of JavaScript would lose the name.
        const poisoned = (text: string): string => `${text.slice(0, -1)},"${name}":${value}}`
        const { part } = saved
        const sent = request.payload as Wire
        const whole = poisoned(JSON.stringify(sent))
        const inner = JSON.stringify(part === undefined ? {} : sent[part])
        const payload = part === undefined ? whole : whole.replace(inner, poisoned(inner))
        const { statusCode } = await world.service.app.inject({ ...request, payload })
        expect({ name, value, ok: [200, 400].includes(statusCode) }).toEqual({ name, value, ok: true })
        expect(await read()).toEqual(before)
        expect(Object.keys(poison).filter((key) => key in {})).toEqual([])
      }
  })
})

describe('AZ-8: an attempt on what is the server’s to decide is in the audit trail', () => {
  /** Whose and when a row is, its state, rights and ways to sign in: whatever column of any table is called so. */
  const isServers = (column: string): boolean =>
    /_by$|_at$|^is_(active|admin|deleted)$|^version$|^stage$|password|^user_|role|^profile|secret|token/.test(
      column,
    )

  const eventsOf = async (requestId: unknown) => {
    const { rows } = await world.service.db.owner.query<{
      kind: string
      status: number
      criteria: { ignoredFields?: string[] } | null
      user_id: string
    }>('select kind, status, criteria, user_id::text from audit_event where request_id = $1', [requestId])
    return rows
  }
  const ask = async ({ call }: KnownCall, body: Wire) => {
    const response = await world.service.app.inject(requestOf(call, body, bearer(world.user)))
    return { status: response.statusCode, events: await eventsOf(response.headers['x-request-id']) }
  }
  const always = [
    'roles',
    'passwordHash',
    'password_hash',
    'createdBy',
    'CREATED_BY',
    'permissions',
    'isAdmin',
  ]

  it.each(saves)('$name: names, and no values, in the one row of the call', async ({ known, saved }) => {
    const columns = (await columnsOf(saved.table)).filter(({ name }) => isServers(name))
    const names = [...new Set([...always, ...columns.flatMap((column) => spellings(column, saved))])].filter(
      (name) => saved.part !== undefined || !fieldsOf(known.call).some(([field]) => field === name),
    )
    const more = Object.fromEntries(names.map((name) => [name, 'Smuggled']))
    const sent = (body: Wire): Wire =>
      saved.part === undefined
        ? { ...body, ...more }
        : { ...body, [saved.part]: { ...(body[saved.part] as Wire), ...more } }
    const expected = names
      .filter(
        (name) =>
          !fieldsOf(known.call).some(
            (path) => path.join('.') === [saved.part, name].filter(Boolean).join('.'),
          ),
      )
      .map((name) => (saved.part === undefined ? name : `${saved.part}.${name}`))
    const { status, events } = await ask(known, sent(await known.input(world)))
    expect({ status, events: events.length }).toEqual({ status: 200, events: 1 })
    expect(events[0]?.criteria?.ignoredFields?.toSorted()).toEqual(expected.toSorted())
    expect(JSON.stringify(events)).not.toContain('Smuggled')
  })

  it.each(saves)('$name: when the save is refused as well', async ({ known }) => {
    const { status, events } = await ask(known, { passwordHash: 'Smuggled', id: 'none' })
    expect({ status, events }).toMatchObject({
      status: 400,
      events: [
        {
          ...{ kind: 'refusal', status: 400, user_id: String(world.user.userId) },
          criteria: { ignoredFields: ['passwordHash'] },
        },
      ],
    })
  })

  it('and what a program merely sends beside the fields does not', async () => {
    for (const { known } of saves) {
      const { events } = await ask(known, {
        ...(await known.input(world)),
        names: { gender: 'Female' },
        'Edna Ashworth': 1,
      })
      expect(events.map(({ criteria }) => criteria?.ignoredFields)).toEqual([undefined])
    }
  })
})
