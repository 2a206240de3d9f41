import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { knownCalls, type KnownCall, type SavedTable } from './testing/knownCalls.ts'
import { bearer, requestOf, type Wire } from './testing/request.ts'
import { aWorld, type World } from './testing/world.ts'

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

const rowOf = async (table: string, id: unknown): Promise<Row> => {
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
  if (type === 'boolean') return name !== 'is_active'
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

const send = async ({ call }: KnownCall, body: Wire) => {
  const response = await world.service.app.inject(requestOf(call, body, bearer(world.user)))
  return { status: response.statusCode, reply: response.json<Wire>() }
}

const saves = knownCalls.flatMap((known) =>
  known.saves.map((saved) => ({ name: `${known.call.path} → ${saved.table}`, known, saved })),
)
const changes = saves.flatMap(({ name, known, saved }) =>
  saved.existing === undefined ? [] : [{ name, known, saved, existing: saved.existing }],
)

describe('AZ-8: a save takes nothing but its fields', () => {
  it.each(saves)('$name: no column of a new row is set by its own name', async ({ known, saved }) => {
    for (const column of await columnsOf(saved.table)) {
      const value = foreignValue(column)
      for (const spelling of spellings(column, saved)) {
        const body = within(await known.input(world), saved, { [spelling]: value })
        const { status, reply } = await send(known, body)
        expect({ spelling, status, reply }).toMatchObject({ spelling, status: 200 })
        const row = await rowOf(saved.table, reply[saved.rowIn ?? 'id'])
        expect({ spelling, stored: row[column.name] }).not.toEqual({ spelling, stored: value })
      }
    }
  })

  it.each(saves)(
    '$name: a new row has version 1 and a new id, whatever is asked',
    async ({ known, saved }) => {
      for (const version of [2, 77]) {
        const { status, reply } = await send(known, within(await known.input(world), saved, { version }))
        expect(status).toBe(200)
        const row = await rowOf(saved.table, reply[saved.rowIn ?? 'id'])
        expect(row).toMatchObject({ version: 1, is_active: true })
      }
    },
  )

  it.each(changes)('$name: a change leaves every other column', async ({ known, saved, existing }) => {
    const [field = '', value] = Object.entries(existing.change)[0] ?? []
    const changed = saved.columns[field] ?? ''
    for (const column of await columnsOf(saved.table))
      for (const spelling of spellings(column, saved)) {
        const body = await existing.input(world)
        const before = await rowOf(saved.table, body['id'])
        const same = await send(known, { ...body, [spelling]: foreignValue(column) })
        expect({ spelling, ...same }).toMatchObject({ spelling, status: 200 })
        expect({ spelling, row: await rowOf(saved.table, body['id']) }).toEqual({ spelling, row: before })

        const other = await send(known, { ...body, [field]: value, [spelling]: foreignValue(column) })
        expect({ spelling, ...other }).toMatchObject({ spelling, status: 200 })
        const after = await rowOf(saved.table, body['id'])
        expect({ spelling, row: after }).toEqual({
          spelling,
          row: {
            ...before,
            [changed]: value,
            version: 2,
            updated_at: after['updated_at'],
            updated_by: world.user.userId,
          },
        })
        expect(after['updated_at']).not.toBe(foreignValue({ name: 'updated_at', type: 'timestamp' }))
      }
  })

  it.each(changes)('$name: no version but the present one is let in', async ({ known, saved, existing }) => {
    const body = await existing.input(world)
    await send(known, { ...body, ...existing.change })
    const before = await rowOf(saved.table, body['id'])
    const tricks = [0, 1, 3, -1, 2.5, 2 ** 53, '2', ' 2', true, null, '', [2], { value: 2 }]
    for (const version of tricks) {
      const { status } = await send(known, { ...body, version })
      expect({ version, status: [400, 409].includes(status) }).toEqual({ version, status: true })
      expect(await rowOf(saved.table, body['id'])).toEqual(before)
    }
  })

  it.each(changes)('$name: nothing comes in by way of prototypes', async ({ known, saved, existing }) => {
    const poison = { is_active: false, isActive: false, created_by: world.colleague.userId }
    const written = JSON.stringify(poison)
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty'])
      for (const value of [written, `{"prototype":${written}}`, `{"__proto__":${written}}`, `[${written}]`]) {
        const body = await existing.input(world)
        const before = await rowOf(saved.table, body['id'])
        const request = requestOf(known.call, body, {
          ...bearer(world.user),
          'content-type': 'application/json',
        })
        const payload = `${JSON.stringify(request.payload).slice(0, -1)},"${name}":${value}}`
        const { statusCode } = await world.service.app.inject({ ...request, payload })
        expect({ name, value, ok: [200, 400].includes(statusCode) }).toEqual({ name, value, ok: true })
        expect(await rowOf(saved.table, body['id'])).toEqual(before)
        expect(Object.keys(poison).filter((key) => key in {})).toEqual([])
      }
  })
})
