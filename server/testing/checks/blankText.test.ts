import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { digitsOf } from '../../../contract/platform/fields/nhsNumber.ts'
import { getPatient, savePatient } from '../../../contract/patients/patient.ts'
import {
  searchDemographics,
  searchExternal,
  searchNhsNumber,
} from '../../../contract/patients/search/search.ts'
import { patientInputOf, type Saved } from '../world/factories.ts'
import { textsOf } from '../values/hostileText.ts'
import { withField } from '../values/inputFields.ts'
import { knownCalls } from '../known/knownCalls.ts'
import { refusedCalls } from '../values/refusedCalls.ts'
import { bearer, requestOf, type Wire } from '../values/request.ts'
import { isFieldMap } from '../values/soundAnswer.ts'
import { aWorld, type World } from '../world/world.ts'

/* What cannot be seen is as good as nothing, wherever somebody has to write something. */

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.service.close())

const invisible = {
  'a space of no width': '\u200b',
  'a no-break space': '\u00a0',
  'a word joiner': '\u2060',
  'a byte order mark': '\ufeff',
  'a soft hyphen': '\u00ad',
  'signs of direction': '\u200e\u202a\u2066',
  'a Hangul filler': '\u3164',
  'a Mongolian vowel separator': '\u180e',
  'a variation selector': '\ufe0f',
  'a grapheme joiner': '\u034f',
  'an empty Braille cell': '\u2800',
  'a tag': '\u{e0041}',
  'a control': '\u0001\u0085',
  'many of them': ' \u200b\u00a0\u2060\u00ad\u3164\u2800\u0001 ',
}

/** Of programs and not of people; and passwords, in which every sign counts. */
const isForPeople = ({ path }: Endpoint, field: string): boolean =>
  !/^\/oauth\/|[pP]asskey$|\/draft\/|\/visit\/handIn$|beginProvider|\/list\/|\/all$/.test(path) &&
  !(/\/(importPart|deprivation\/part)$/.test(path) && field === 'text') &&
  !/password$/i.test(field)

const send = async (call: Endpoint, input: Wire) => {
  const { statusCode, body } = await world.service.app.inject(
    requestOf(call, input, call.anyone === true ? {} : bearer(world.user)),
  )
  return { status: statusCode, body: JSON.parse(body) as unknown }
}

const calls = [...knownCalls, ...refusedCalls].filter(({ call }) => textsOf(call).length > 0)

describe('a text that cannot be seen is refused in the words for none', () => {
  const required: string[] = []

  it.each(calls.map((known) => [`${known.call.method} ${known.call.path}`, known] as const))(
    '%s',
    async (_, { call, input }) => {
      const good = await input(world)
      for (const { path } of textsOf(call)) {
        const field = path.join('.')
        if (!isForPeople(call, field)) continue
        const blank = await send(call, withField(good, path, ''))
        if (!isFieldMap(blank.body) || !Object.hasOwn(blank.body as object, field)) continue
        required.push(`${call.path} ${field}`)
        for (const [name, text] of Object.entries(invisible))
          expect({ field, name, ...(await send(call, withField(good, path, text))) }).toEqual({
            ...{ field, name },
            ...blank,
          })
      }
    },
  )

  it('in every text that somebody has to write', () => {
    expect(required.length).toBeGreaterThan(100)
    expect(required).toEqual(
      expect.arrayContaining([
        '/api/patient/save familyName',
        '/api/treatmentPlan/save patientGoals',
        '/api/organisation/save organisation.id',
        '/api/user/save userName',
        '/api/user/forgotPasswordEmail username',
        '/api/gp/search search',
      ]),
    )
  })

  it('and in a reason that is asked for by another answer', async () => {
    const plan = knownCalls.find(({ call }) => call.path === '/api/treatmentPlan/save')
    if (plan === undefined) throw new Error('There is no treatment plan')
    const { rows } = await world.service.db.owner.query<{ id: string }>(
      `select id from goals_achieved where code = 'no'`,
    )
    for (const goalsNotAchievedReason of Object.values(invisible)) {
      const input = { ...(await plan.input(world)), goalsAchievedId: Number(rows[0]?.id) }
      expect(await send(plan.call, { ...input, goalsNotAchievedReason })).toEqual({
        status: 400,
        body: { goalsNotAchievedReason: 'Reason Goals Not Achieved required.' },
      })
    }
  })

  it('and is none where none may be', async () => {
    const { service, user } = world
    for (const text of Object.values(invisible)) {
      const input = { ...(await patientInputOf(service)), town: text, firstName: text, phoneHome: text }
      const { id } = (await service.ask(savePatient, input, user)).body as Saved
      const { body } = await service.ask(getPatient, { id }, user)
      expect(body).toMatchObject({ town: null, firstName: null, phoneHome: null })
    }
  })
})

describe('a search', () => {
  it.each(Object.entries(invisible))('of %s asks for a parameter', async (_, text) => {
    for (const input of [{ familyName: text }, { firstName: text }, { familyName: text, firstName: text }]) {
      const { status, body } = await world.service.ask(searchDemographics, input, world.user)
      expect({ status, body }).toEqual({
        status: 400,
        body: { familyName: 'Please enter a search parameter.' },
      })
    }
  })
})

describe('an NHS number', () => {
  const separators = [
    ...[' ', '\u00a0', '\u202f', '\u2009', '\u200a', '\u2007', '\u3000', '\t', '\n', '  '],
    ...['-', '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\u2212', '\ufe63', '\uff0d', ' – '],
    ...['\u200b', '\u200c', '\u2060', '\ufeff', '\u00ad', '\u200e'],
  ]

  it.each(separators.map((separator) => [JSON.stringify(separator), separator]))(
    'is taken with %s between its digits',
    async (_, separator) => {
      const { service, user } = world
      const digits = '9990000077'
      const typed = `${separator}999${separator}000${separator}0077${separator}`
      expect(digitsOf(typed)).toBe(digits)
      const { body, status } = await service.ask(searchNhsNumber, { nhsNumber: typed }, user)
      expect({ status, body }).toEqual({
        status: 200,
        body: (await service.ask(searchNhsNumber, { nhsNumber: digits }, user)).body,
      })
    },
  )

  it('is stored as its digits, whatever was between them', async () => {
    const { service, user } = world
    for (const separator of separators) {
      const input = await patientInputOf(service)
      const digits = String(input.nhsNumber)
      const nhsNumber = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].join(separator)
      const { id } = (await service.ask(savePatient, { ...input, nhsNumber }, user)).body as Saved
      expect((await service.ask(getPatient, { id }, user)).body).toMatchObject({ nhsNumber: digits })
    }
  })

  it.each(['999_000_0077', '999/000/0077', '٩٩٩٠٠٠٠٠٧٧', '99900000770', 'nine'])(
    'is not read from %s',
    async (nhsNumber) => {
      const { service, user } = world
      const input = { ...(await patientInputOf(service)), nhsNumber }
      const { status, body } = await service.ask(savePatient, input, user)
      expect({ status, body }).toEqual({ status: 400, body: { nhsNumber: 'NHS Number Invalid' } })
    },
  )

  it('of signs that cannot be seen is none', async () => {
    const { service, user } = world
    for (const nhsNumber of ['\u200b', ' \u2060\u00a0'])
      for (const { body } of [
        await service.ask(searchNhsNumber, { nhsNumber }, user),
        await service.ask(
          searchExternal,
          { nhsNumber, familyName: 'Marlowe', dateOfBirth: '1940-01-01' },
          user,
        ),
      ])
        expect(body).toEqual({ nhsNumber: 'NHS Number required' })
  })
})
