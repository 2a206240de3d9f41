import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { FieldErrors } from '../../contract/platform/calls/problem.ts'
import { aPathway } from '../../server/testing/world/factories.ts'
import { knownCalls } from '../../server/testing/known/knownCalls.ts'
import { groundOf } from '../../server/testing/values/recordCases.ts'
import { refusedCalls } from '../../server/testing/values/refusedCalls.ts'
import { bearer, requestOf, type Wire } from '../../server/testing/values/request.ts'
import { aWorld, type World } from '../../server/testing/world/world.ts'
import { problemsOf, resolveTyped } from '../../web/platform/ui/formProblems.ts'
import { isFactOfServer } from './factsOfServer.ts'
import { formsWith, type Form } from './forms.ts'
import { filledIn, put, valueAt } from './typed.ts'

/*
 * IO-1: what the browser says of a form that is filled in at random, and what the server says of the same typed values, sent past the
 * browser. SUREFOOT_FORMS sets how many, SUREFOOT_SEED the seed of the half that differs from run to run.
 */

const count = Number(process.env['SUREFOOT_FORMS'] ?? 600)
const seed = Number(process.env['SUREFOOT_SEED'] ?? Math.trunc(Math.random() * 2 ** 31))

/** Filled in the same way each time, half of all. A run that finds a difference adds its seed. */
const keptSeed = 27182818

let world: World
let forms: readonly Form[]
let asking: Record<'goalsAchievedId' | 'equipmentId', number[]>

const idOf = async (table: string, code: string): Promise<number> => {
  const { rows } = await world.service.db.owner.query<{ id: string }>(
    `select id from ${table} where code = $1`,
    [code],
  )
  return Number(rows[0]?.id)
}

beforeAll(async () => {
  world = await aWorld()
  const [no, other] = [await idOf('goals_achieved', 'no'), await idOf('equipment', 'other')]
  asking = { goalsAchievedId: [no], equipmentId: [other] }
  forms = formsWith({ isNo: (id) => id === no, isOther: (id) => id === other })
})
afterAll(() => world.service.close())

const worksFor = async ({ name, call, changes }: Form): Promise<Wire> => {
  const known = [...knownCalls, ...refusedCalls].find((each) => each.call === call)
  const input = changes ? known?.saves[0]?.existing?.input : known?.input
  if (input === undefined) throw new Error(`No input is known that works for ${name}`)
  return input(world)
}

const formsOfOneGround = 200

/** Records pile up on the referral that takes them, and each more makes the next slower. */
const standOnNewGround = async (): Promise<void> => {
  const { service, user } = world
  const pathway = await aPathway(service, user)
  world = {
    ...world,
    pathway,
    ground: await groundOf(service, user, { pathwayId: pathway.id, patientId: pathway.patientId }),
  }
}

/** What was typed, in the place of what works. */
const over = (works: Wire, typed: Wire): Wire => {
  const isPart = (value: unknown): value is Wire =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  return Object.entries(typed).reduce(
    (sent, [name, value]) => ({
      ...sent,
      [name]: isPart(value) ? over((works[name] ?? {}) as Wire, value) : value,
    }),
    works,
  )
}

interface Said {
  status: number
  /** What is said of fields; null where the answer is of another kind. */
  fields: FieldErrors | null
  body: string
}

const ofBrowser = ({ schema }: Form, typed: Wire) => {
  const { values, errors } = resolveTyped(schema as z.ZodType<Wire, Wire>, typed)
  return {
    values: values as Wire,
    fields: Object.fromEntries(problemsOf(errors).map(({ field, message }) => [field, message])),
  }
}

const ofServer = async ({ call }: Form, sent: Wire): Promise<Said> => {
  const { statusCode: status, body } = await world.service.app.inject(
    requestOf(call, sent, bearer(world.user)),
  )
  const read = status === 400 ? (JSON.parse(body) as Wire) : null
  return { status, fields: read === null || 'message' in read ? null : (read as FieldErrors), body }
}

let refused = 0
let taken = 0

/** A request that is longer than any text it may hold is refused before its fields are read. */
const tooLarge: readonly number[] = [413, 414]

/** Half of a pair of surrogates arrives as another character in an address or a form, so the server cannot refuse it. */
const arrivesAsTyped = ({ call: { method, encoding, inQuery = [] } }: Form, typed: Wire): boolean =>
  Object.entries(typed).every(
    ([name, value]) =>
      typeof value !== 'string' ||
      value.isWellFormed() ||
      !(method === 'GET' || encoding === 'form' || inQuery.includes(name)),
  )

/**
 * What the two do not agree in; null where they agree.
 * @param mended the fields that hold what works by now, because both had refused what was typed
 */
const differenceOver = async (
  form: Form,
  works: Wire,
  typed: Wire,
  mended: ReadonlySet<string> = new Set(),
): Promise<unknown> => {
  if (form.meansOther?.(typed) === true || !arrivesAsTyped(form, typed)) return null
  const browser = ofBrowser(form, typed)
  const sent = over(works, typed)
  if (Object.keys(browser.fields).length === 0) {
    taken += 1
    // By turns what a browser sends and what was typed itself.
    const server = await ofServer(form, taken % 2 === 0 ? over(works, browser.values) : sent)
    const known = Object.entries(server.fields ?? {}).filter(([, message]) => !isFactOfServer(message))
    const isRight = server.status < 500 && known.length === 0
    return isRight ? null : { form: form.name, typed, browser: 'takes it', server: server.body }
  }
  refused += 1
  const server = await ofServer(form, sent)
  if (tooLarge.includes(server.status)) return null
  const said = Object.entries(server.fields ?? {})
  // A rule that hangs on a stored list is looked at when all else is right: then it must say what the browser said of it at once.
  const isSame = said.length > 0 && said.every(([field, message]) => browser.fields[field] === message)
  if (!isSame) return { form: form.name, typed, browser: browser.fields, server: server.body }
  const toMend = said.map(([field]) => field).filter((field) => !mended.has(field))
  // What works by itself may not work beside the rest that was typed; nothing is left to mend then.
  if (said.length === Object.keys(browser.fields).length || toMend.length === 0) return null
  const better = toMend.reduce((sofar, field) => {
    const path = field.split('.')
    return put(sofar, path, valueAt(works, path) ?? '')
  }, typed)
  return differenceOver(form, works, better, new Set([...mended, ...toMend]))
}

describe('IO-1: the rules of a form in the browser and of its call on the server', () => {
  it(`say the same of ${count} forms filled in at random (seed ${seed})`, async () => {
    const differences: unknown[] = []
    const ofEach = Math.ceil(count / forms.length / 2)
    for (const form of forms)
      for (const from of [keptSeed, seed])
        for (let first = 0; first < ofEach; first += formsOfOneGround) {
          if (ofEach > formsOfOneGround) await standOnNewGround()
          const works = await worksFor(form)
          const filled = fc.sample(filledIn(form.schema, works, asking), {
            numRuns: Math.min(formsOfOneGround, ofEach - first),
            seed: from + first,
          })
          for (const typed of filled) {
            const difference = await differenceOver(form, works, typed)
            if (difference !== null) differences.push(difference)
          }
        }
    expect(differences).toEqual([])
    expect(refused).toBeGreaterThan(count / 4)
    expect(taken).toBeGreaterThan(count / 10)
  }, 7_200_000)
})
