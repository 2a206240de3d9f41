import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { stages } from '../../../contract/stages/stage.ts'
import { knownCalls } from '../known/knownCalls.ts'
import { bearer, requestOf } from '../values/request.ts'
import { aWorld, type World } from '../world/world.ts'

/* DP-8: a reply carries the fields of its contract and not one more, read from the bytes that leave. */

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.service.close())

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  additionalProperties?: unknown
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  oneOf?: Schema[]
  $defs?: Record<string, Schema>
}

/** Where a schema would let values through that nobody named: objects open to any field, and 'anything at all'. */
const openPlaces = (schema: Schema, at = 'reply'): string[] => {
  const { type, properties = {}, items, anyOf = [], allOf = [], oneOf = [], $defs = {} } = schema
  const isOpen =
    Object.keys(schema).length === 0 || (type === 'object' && schema.additionalProperties !== false)
  return [
    ...(isOpen ? [at] : []),
    ...Object.entries({ ...properties, ...$defs }).flatMap(([name, inner]) =>
      openPlaces(inner, `${at}.${name}`),
    ),
    ...(items === undefined ? [] : openPlaces(items, `${at}[]`)),
    ...[...anyOf, ...allOf, ...oneOf].flatMap((inner) => openPlaces(inner, at)),
  ]
}

const all = knownCalls.map((known) => [`${known.call.method} ${known.call.path}`, known] as const)

describe('DP-8: the reply has the fields of the contract and no others', () => {
  it.each(all)('%s', async (_, { call, input }) => {
    const stage = stages.find((each) => call.path === `/api/list/${each}`)
    if (stage !== undefined) await world.service.db.owner.query('update work_list set stage = $1', [stage])
    const response = await world.service.app.inject(
      requestOf(call, await input(world), call.path.startsWith('/api/') ? bearer(world.user) : {}),
    )
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(response.headers['cache-control']).toBe('no-store')
    const raw: unknown = JSON.parse(response.body)
    // Parsing drops what the contract does not name, so both are equal only when there was nothing to drop.
    expect(raw).toStrictEqual(call.reply.parse(raw))
    if (stage !== undefined) expect(raw).not.toEqual([])
  })

  it.each(all)('%s names every field in its contract', (_, { call }) => {
    expect(openPlaces(z.toJSONSchema(call.reply, { io: 'output' }) as Schema)).toEqual([])
  })
})
