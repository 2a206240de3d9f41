import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseDay } from '../../../contract/platform/dates/dates.ts'
import { digitsOf } from '../../../contract/platform/fields/nhsNumber.ts'
import { isVisible } from '../../../contract/platform/words/text.ts'
import { bodyLimitOf } from '../../platform/http/limits/bodyLimit.ts'
import { isWithinJsonLimits } from '../../platform/http/limits/jsonLimits.ts'
import { fieldsOf, withField } from '../values/inputFields.ts'
import { readTelephone } from '../../../contract/platform/fields/telephone.ts'
import { standardTime } from '../../../contract/platform/dates/typedTime.ts'
import { hostileValues } from '../values/hostileValues.ts'
import { rowOf, type KnownCall, type SavedTable } from '../known/knownCall.ts'
import { knownCalls } from '../known/knownCalls.ts'
import { refusedCalls } from '../values/refusedCalls.ts'
import { bearer, requestOf, stillWorksAfter, type Wire } from '../values/request.ts'
import { isFieldMap, unsound } from '../values/soundAnswer.ts'
import { tableSums } from '../reading/tableSums.ts'
import { aWorld, type World } from '../world/world.ts'
import { representatives, shapeOfCall } from '../../../contract/testing/representatives.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.service.close())

const all = [...knownCalls, ...refusedCalls].map(
  (known) => [`${known.call.method} ${known.call.path}`, known] as const,
)
/** Whether all that can be wrong with its input is in its fields: not with a secret that is simply not right. */
const isOfFields = (known: KnownCall): boolean =>
  known.call.path.startsWith('/api/') && knownCalls.includes(known) && fieldsOf(known.call).length > 0

const posts = all.filter(([, { call }]) => call.method === 'POST')
const gets = all.filter(([, { call }]) => call.method === 'GET')

const tokenFor = ({ call }: KnownCall) => (call.path.startsWith('/api/') ? bearer(world.user) : {})
/** A machine with other work to do is busy, which is no fault: it is asked again, as its answer says. */
const inject = async (options: InjectOptions, asked = 1): Promise<LightMyRequestResponse> => {
  const response = await world.service.app.inject(options)
  if (response.statusCode !== 503 || response.headers['retry-after'] === undefined || asked === 20)
    return response
  await sleep(1_000)
  return inject(options, asked + 1)
}

/**
 * Fields are of few kinds, and most kinds have many fields: every value is tried on every eighth field, beginning with
 * another one in each call, so that such a kind meets all of them. Bodies, queries and headers are read by one piece of code for all
 * calls of the API, so each is tried on every third of them. SUREFOOT_HOSTILE=all tries every value on every field, and every body,
 * query and header on every call.
 */
const isWhole = process.env['SUREFOOT_HOSTILE'] === 'all'
const every = isWhole ? 1 : 8
const everyThird = isWhole ? 1 : 3

/** What of these is tried on a call: a third, beginning with another one in each. */
const aThirdOf = <One>(these: readonly One[], turn: number): One[] =>
  these.filter((_, index) => index % everyThird === turn % everyThird)

/** As many calls at once as the server takes without asking anybody to wait, passwords included (DL-2). */
const batch = 25
const inBatches = (field: string[], turn: number): [string[], readonly unknown[]][] => {
  const tried = hostileValues.filter((_, index) => index % every === turn % every)
  return Array.from({ length: Math.ceil(tried.length / batch) }, (_, n) => [
    field,
    tried.slice(n * batch, (n + 1) * batch),
  ])
}

/** The column's values that a sent one may become: itself, trimmed and composed, or none when nothing of it can be seen; a decimal number as a number; a day as a day; a telephone number without its note; a time as HH:mm. */
const storedAs = (sent: unknown): unknown[] => {
  if (typeof sent !== 'string') return [sent]
  const text = sent.normalize('NFC').trim()
  if (!isVisible(text)) return [null]
  const day = parseDay(text)
  const number = /^[0-9]{1,15}(\.[0-9]{1,9})?$/.test(text) ? [Number(text)] : []
  const telephone = readTelephone(text)
  return [
    ...[text, digitsOf(text)],
    ...(day === null ? [] : [day]),
    ...(telephone === null ? [] : [telephone.number, telephone.note]),
    standardTime(text),
    ...number,
  ]
}

const isBlank = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && !isVisible(value))

/** The table that a field goes to as it is, if any. */
const tableOf = (known: KnownCall, field: string[]): SavedTable | undefined => {
  const name = field.at(-1) ?? ''
  return known.saves.find(
    ({ part, columns, namedInTable = [] }) =>
      part === field.at(-2) && name in columns && !namedInTable.includes(name),
  )
}

/** What the rows that saves took hold of a field must be what was sent; where several wrote one row, what one of them sent. */
const expectStored = async (
  saved: SavedTable,
  name: string,
  taken: readonly { value: unknown; reply: Wire }[],
): Promise<void> => {
  const sentTo = Map.groupBy(taken, ({ reply }) => String(rowOf(saved, reply)))
  const { rows } = await world.service.db.owner.query<{ id: string; value: unknown }>(
    `select id::text as id, to_jsonb(t) -> $1 as value from ${saved.table} as t where id::text = any($2)`,
    [saved.columns[name], [...sentTo.keys()]],
  )
  expect(rows).toHaveLength(sentTo.size)
  for (const { id, value } of rows) {
    const sent = (sentTo.get(id) ?? []).map((one) => one.value)
    if (sent.some(isBlank) && saved.madeWhenBlank?.includes(name)) continue
    expect({ name, stored: sent.flatMap(storedAs) }).toEqual({
      name,
      stored: expect.arrayContaining([value]) as unknown,
    })
  }
}

describe('IO-2, IO-3, IO-4, IO-10: a field of any wrong kind is refused in plain words, and what is taken is stored as it was sent', () => {
  it.each(representatives(all, ([, { call }]) => shapeOfCall(call)))('%s', async (name, known) => {
    const turn = all.findIndex(([each]) => each === name)
    // Input that works takes several calls to make, and serves until one took it or did not find what it is about.
    let unspent: Wire | undefined
    for (const [field, values] of fieldsOf(known.call).flatMap((field, n) => inBatches(field, turn + n))) {
      const good = unspent ?? (await known.input(world))
      const answers = await Promise.all(
        values.map(async (value) => ({
          about: { field: field.join('.'), value: String(JSON.stringify(value)).slice(0, 60) },
          value,
          response: await inject(requestOf(known.call, withField(good, field, value), tokenFor(known))),
        })),
      )
      for (const { about, value, response } of answers) {
        expect({ ...about, unsound: unsound(known.call, response) }).toEqual({ ...about, unsound: null })
        const isField = isOfFields(known) && isWithinJsonLimits(value, field.length)
        if (response.statusCode === 400 && isField)
          expect({ ...about, flat: isFieldMap(response.json()) }).toEqual({ ...about, flat: true })
      }
      unspent = answers.every(({ response }) => stillWorksAfter(known.call, response.statusCode))
        ? good
        : undefined
      const saved = tableOf(known, field)
      const taken = answers.filter(({ response }) => response.statusCode === 200)
      if (saved !== undefined && taken.length > 0)
        await expectStored(
          saved,
          field.at(-1) ?? '',
          taken.map(({ value, response }) => ({ value, reply: response.json<Wire>() })),
        )
    }
  })
})

describe('CS-3: what is no score is never stored as 0', () => {
  const frat = knownCalls.find(({ call }) => call.path === '/api/frat/save')
  const save = async (fratScore: unknown) => {
    if (frat === undefined) throw new Error('There is no FRAT')
    const input = { ...(await frat.input(world)), fratScore }
    return inject(requestOf(frat.call, input, bearer(world.user)))
  }
  const noScores = [
    undefined,
    null,
    '',
    ' ',
    false,
    true,
    [],
    [0],
    {},
    '-0',
    -0.5,
    '0.0',
    '0,0',
    'no',
    6,
    -1,
    '6',
    '00000000000000000',
  ]
  it.each(noScores.map((value) => [String(JSON.stringify(value)), value]))('%s', async (_, value) => {
    const before = await tableSums(world.service.db)
    const response = await save(value)
    expect({ status: response.statusCode, body: response.json<unknown>() }).toEqual({
      status: 400,
      body: { fratScore: 'FRAT score invalid' },
    })
    const after = await tableSums(world.service.db)
    expect({ ...after, team_member: '' }).toEqual({ ...before, team_member: '' })
  })

  it.each([0, '0', 5, '5'])('%j is a score and is stored as it is', async (score) => {
    const response = await save(score)
    const { id } = response.json<{ id: number }>()
    const { rows } = await world.service.db.owner.query(`select frat_score from frat where id = $1`, [id])
    expect(rows).toEqual([{ frat_score: Number(score) }])
  })
})

describe('IO-2, IO-12: a body of any wrong kind', () => {
  const json = { 'content-type': 'application/json' }
  const deep = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  const bodies: Record<
    string,
    { payload: string | Buffer; headers?: Record<string, string>; status?: number }
  > = {
    nothing: { payload: '', headers: json },
    'nothing, and no type': { payload: '' },
    null: { payload: 'null', headers: json },
    true: { payload: 'true', headers: json },
    'a number': { payload: '1e999', headers: json },
    'a text': { payload: '"text"', headers: json },
    'an array': { payload: '[]', headers: json },
    'an array of objects': { payload: '[{"id":1}]', headers: json },
    'half an object': { payload: '{"id":', headers: json },
    'two objects': { payload: '{}{}', headers: json },
    'single quotes': { payload: "{'id':1}", headers: json },
    'a byte order mark': { payload: '\ufeff{}', headers: json },
    'a NUL': { payload: '\u0000', headers: json },
    'bytes that are no text': {
      payload: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc3, 0x22, 0x7d]),
      headers: json,
    },
    'a prototype': { payload: '{"__proto__":{"id":1}}', headers: json },
    'depth 21': { payload: deep(21), headers: json },
    'depth 100,000': { payload: deep(100_000), headers: json },
    '1,001 entries': {
      payload: JSON.stringify(Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`f${n}`, n]))),
      headers: json,
    },
    '2 MiB': { payload: JSON.stringify({ id: 'x'.repeat(2 * 1024 * 1024) }), headers: json, status: 413 },
    'an array of 2 MiB': { payload: `[${'1,'.repeat(1024 * 1024)}1]`, headers: json, status: 413 },
    'plain text': { payload: '{"id":0}', headers: { 'content-type': 'text/plain' } },
    XML: {
      payload: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
      headers: { 'content-type': 'application/xml' },
    },
    'a form': { payload: 'id=0', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    parts: {
      payload: '--x\r\nContent-Disposition: form-data; name="id"\r\n\r\n0\r\n--x--',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    },
    'parts without end': { payload: '--x', headers: { 'content-type': 'multipart/form-data' } },
    'a type that is none': { payload: '{}', headers: { 'content-type': 'application/json;;;' } },
    'another character set': {
      payload: '{}',
      headers: { 'content-type': 'application/json; charset=utf-16' },
    },
    compressed: { payload: gzipSync('{"id":0}'), headers: { ...json, 'content-encoding': 'gzip' } },
  }
  it.each(representatives(posts, ([, { call }]) => shapeOfCall(call)))('%s', async (call, known) => {
    const turn = posts.findIndex(([each]) => each === call)
    const tried = isOfFields(known) ? aThirdOf(Object.entries(bodies), turn) : Object.entries(bodies)
    for (const [name, { payload, headers = {}, status }] of tried) {
      const response = await inject({
        method: 'POST',
        url: known.call.path,
        payload,
        headers: { ...headers, ...tokenFor(known) },
      })
      expect({ name, unsound: unsound(known.call, response) }).toEqual({ name, unsound: null })
      if (isOfFields(known))
        expect({ name, refused: response.statusCode >= 400 }).toEqual({ name, refused: true })
      if (status !== undefined && known.call.path.startsWith('/api/'))
        expect({ name, status: response.statusCode }).toEqual({ name, status })
    }
  })

  it.each(
    representatives(
      posts.filter(([, known]) => isOfFields(known)),
      ([, { call }]) => shapeOfCall(call),
    ),
  )('%s names the fields that are missing from an empty body, in a flat map', async (_, known) => {
    const response = await inject({
      method: 'POST',
      url: known.call.path,
      payload: {},
      headers: tokenFor(known),
    })
    expect({ status: response.statusCode, flat: isFieldMap(response.json()) }).toEqual({
      status: 400,
      flat: true,
    })
  })

  it('takes a body of just as many bytes as its fields can hold and refuses what is longer, without reading it to the end', async () => {
    const known = knownCalls.find(({ call }) => call.path === '/api/gp/search')
    if (known === undefined) throw new Error('There is no GP search')
    const of = (length: number) => {
      const around = JSON.stringify({ search: '' }).length
      return inject({
        method: 'POST',
        url: known.call.path,
        payload: JSON.stringify({ search: 'x'.repeat(length - around) }),
        headers: { ...json, ...tokenFor(known) },
      })
    }
    const most = bodyLimitOf(known.call)
    expect(most).toBeLessThan(32 * 1024)
    expect([(await of(most)).statusCode, (await of(most + 1)).statusCode]).toEqual([400, 413])
  })
})

describe('IO-2, IO-4: a query of any wrong kind', () => {
  const queries = [
    'id',
    'id=',
    'id=1&id=2',
    'id[]=1',
    'id[a]=1',
    'id=%00',
    'id=%ED%A0%80',
    'id=%FF%FE',
    'id=%',
    'id=%zz',
    'id=1%20or%201=1',
    '__proto__[x]=1',
    '__proto__=1',
    'constructor=1&constructor[prototype]=2',
    `id=${'9'.repeat(5000)}`,
    `${'a=1&'.repeat(1500)}id=1`,
    'includeInActive=maybe',
    'q=%00',
    'q=a%00b',
    'q=%ED%A0%80',
    'q=%F0%9F%98%80',
    'q=%25_',
    'limit=0',
    'limit=1e3',
    'limit=1001',
    'sort=name;drop',
    'sort=-',
    'sort=__proto__',
    'after=-1',
    'after=999999999999999',
    'after=1&after=2',
  ]
  it.each(representatives(gets, ([, { call }]) => shapeOfCall(call)))('%s', async (name, known) => {
    const turn = gets.findIndex(([each]) => each === name)
    for (const query of aThirdOf(queries, turn)) {
      const response = await inject({ url: `${known.call.path}?${query}`, headers: tokenFor(known) })
      expect({ query, unsound: unsound(known.call, response) }).toEqual({ query, unsound: null })
    }
  })
})

describe('IO-2, IO-4: headers of any wrong kind', () => {
  const headers: Record<string, string>[] = [
    { authorization: '' },
    { authorization: 'Bearer' },
    { authorization: `Bearer ${'a'.repeat(8000)}` },
    { authorization: "Bearer ' or 1=1" },
    { 'current-role': '' },
    { 'current-role': '-1' },
    { 'current-role': '9'.repeat(15) },
    { 'current-role': '9'.repeat(30) },
    { 'current-role': 'Team Lead' },
    { 'idempotency-key': '' },
    { 'idempotency-key': 'x'.repeat(256) },
    { 'idempotency-key': 'a b' },
    { 'idempotency-key': 'ü' },
    { 'x-forwarded-for': "1.2.3.4', null); --" },
    { 'x-http-method-override': 'DELETE' },
    { accept: 'text/html' },
    { 'accept-encoding': 'br;q=x, *;q=' },
    { host: 'elsewhere.example.org' },
    { 'user-agent': '\u00ff'.repeat(2000) },
  ]
  it.each(representatives(all, ([, { call }]) => shapeOfCall(call)))('%s', async (name, known) => {
    const turn = all.findIndex(([each]) => each === name)
    const input = await known.input(world)
    for (const each of aThirdOf(headers, turn)) {
      const response = await inject(requestOf(known.call, input, { ...tokenFor(known), ...each }))
      expect({ each, unsound: unsound(known.call, response) }).toEqual({ each, unsound: null })
    }
  })
})
