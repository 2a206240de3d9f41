import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { enterParameter } from '../../../contract/platform/words/messages.ts'
import { nextHeader } from '../../../contract/platform/calls/paging.ts'
import {
  searchDemographics,
  searchLimit,
  searchNhsNumber,
  searchPatientDemographics,
  searchPatientNhsNumber,
  searchPatients,
  totalHeader,
  type FoundRow,
  type PatientRow,
} from '../../../contract/patients/search/search.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { aPathway, aPatient, patientInputOf } from '../../testing/world/factories.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

type Search = InputOf<typeof searchDemographics>

let service: TestService
let clerk: TestUser
let genders: number[]
const people = new Map<string, number>()

beforeAll(async () => {
  service = await testService()
  clerk = await service.as('Admissions')
  const rows = await service.db.sql.selectFrom('gender').select('id').orderBy('id').limit(2).execute()
  genders = rows.map(({ id }) => id)
  const person = async (familyName: string, firstName: string | null, dateOfBirth: string, gender: 0 | 1) => {
    const { id } = await aPatient(service, clerk, {
      familyName,
      firstName,
      dateOfBirth,
      genderId: genders[gender] ?? 0,
    })
    people.set(`${familyName} ${firstName ?? ''}`.trim(), id)
  }
  await person('Quill', 'Ada', '1940-01-01', 0)
  await person('Quill', 'Bertha', '1941-01-01', 0)
  await person('Quillon', 'Ada', '1941-01-01', 1)
  await person('Rook', 'Ada', '1940-01-01', 1)
  await person('MÜLLER', 'Änne', '1930-02-01', 0)
  await person('O’Connell', 'Seán', '1930-02-02', 1)
  await person('Smith-Jones', 'Jean Paul', '1930-02-03', 1)
  await person('100% Proof', 'A_b', '1930-02-04', 1)
  await person('Łukasz', 'Grażyna', '1930-02-05', 0)
  await person('Mononym', null, '1930-02-06', 0)
})
afterAll(() => service.close())

const rowsOf = async (search: Search, endpoint = searchDemographics): Promise<PatientRow[]> => {
  const { status, body } = await service.ask(endpoint, search, clerk)
  expect(status).toBe(200)
  return body as PatientRow[]
}
const found = async (search: Search): Promise<string[]> =>
  (await rowsOf(search)).map((row) => `${row.familyName} ${row.firstName ?? ''}`.trim())
const lastEvent = async () => {
  const { rows } = await service.db.owner.query<Record<string, unknown>>(
    `select kind, action, to_jsonb(patient_ids) as patient_ids, to_jsonb(pathway_ids) as pathway_ids, criteria
     from audit_event order by id desc limit 1`,
  )
  return rows[0]
}

describe('by demographics', () => {
  const terms = { familyName: 'quill', firstName: 'ADA', dateOfBirth: '1941-01-01', gender: 1 }
  const fits: Record<keyof typeof terms, (row: PatientRow) => boolean> = {
    familyName: (row) => row.familyName.startsWith('Quill'),
    firstName: (row) => row.firstName === 'Ada',
    dateOfBirth: (row) => row.dateOfBirth === '1941-01-01',
    gender: (row) => genderOf.get(row.patientId) === genders[1],
  }
  const genderOf = new Map<number, number>()
  const names = Object.keys(terms) as (keyof typeof terms)[]
  const combinations = Array.from({ length: 15 }, (_, index) =>
    names.filter((_, bit) => ((index + 1) & (1 << bit)) !== 0),
  )

  it.each(combinations.map((combination) => [combination.join(' and '), combination] as const))(
    'finds exactly those who fit %s',
    async (_, combination) => {
      const patients = await service.db.sql
        .selectFrom('patient')
        .select(['id', 'gender_id', 'family_name', 'first_name', 'date_of_birth'])
        .orderBy('family_name_key')
        .orderBy('first_name_key')
        .orderBy('id')
        .execute()
      for (const patient of patients) genderOf.set(patient.id, patient.gender_id)
      const expected = patients
        .filter((patient) =>
          combination.every((name) =>
            fits[name]({
              patientId: patient.id,
              familyName: patient.family_name,
              firstName: patient.first_name,
              dateOfBirth: patient.date_of_birth,
            } as PatientRow),
          ),
        )
        .map(({ id }) => id)
      expect(expected.length).toBeGreaterThan(0)
      expect(expected.length).toBeLessThan(patients.length)
      const search = Object.fromEntries(
        combination.map((name) => [name, name === 'gender' ? genders[1] : terms[name]]),
      )
      for (const endpoint of [searchDemographics, searchPatientDemographics])
        expect((await rowsOf(search, endpoint)).map(({ patientId }) => patientId)).toEqual(expected)
      // An explicit sort by the default order uses another statement, which must find the same patients.
      expect(await rowsOf(search)).toEqual(await rowsOf({ ...search, sort: 'patient' }))
    },
  )

  it.each([
    ['muller', 'MÜLLER Änne'],
    ['Mül', 'MÜLLER Änne'],
    ['oconnell', 'O’Connell Seán'],
    ["O'CON", 'O’Connell Seán'],
    ['o connell', 'O’Connell Seán'],
    ['smith jones', 'Smith-Jones Jean Paul'],
    ['SMITHJ', 'Smith-Jones Jean Paul'],
    ['lukasz', 'Łukasz Grażyna'],
    ['100%', '100% Proof A_b'],
    ['mononym', 'Mononym'],
  ])('%s finds %s, whatever the case, accents and marks', async (familyName, name) => {
    expect(await found({ familyName })).toEqual([name])
  })

  it.each([
    ['sean', 'O’Connell Seán'],
    ['jean-paul', 'Smith-Jones Jean Paul'],
    ['a_', '100% Proof A_b'],
  ])('first name %s finds %s', async (firstName, name) => {
    expect(await found({ firstName })).toEqual([name])
  })

  /** Ways to write the sign between the parts of a name. */
  const apostrophes = ["'", '`', '´', '‘', '’', '‛', 'ʹ', 'ʻ', 'ʼ', 'ʽ', 'ʾ', 'ʿ', 'ˈ', '′', '‵', 'ꞌ', '＇']
  const hyphens = [...'-‐‑‒–—―−⁃﹘﹣－\u00AD']
  const dots = ['.', '·', '‧', '•', '∙', '⋅', '・', '･', '․']

  it.each([
    ...apostrophes.map((sign) => ['O', sign, 'Neal']),
    ...hyphens.map((sign) => ['Ash', sign, 'Birch']),
    ...dots.map((sign) => ['Col', sign, 'lado']),
  ])('finds %s%s%s as it is registered, however it is typed', async (first = '', sign = '', second = '') => {
    const name = `${first}${sign}${second}`
    await service.db.pool.query(`update patient set is_active = false where date_of_birth = '1929-09-09'`)
    await aPatient(service, clerk, { familyName: name, firstName: name, dateOfBirth: '1929-09-09' })
    const person = `${name} ${name}`
    const typed = [
      name,
      `${first}${second}`,
      ...['’', '-', ' ', '—', '′'].map((sign) => `${first}${sign}${second}`),
    ]
    for (const familyName of typed)
      for (const more of [{}, { firstName: familyName }, { dateOfBirth: '1929-09-09' }])
        expect({ familyName, more, found: await found({ familyName, ...more }) }).toEqual({
          ...{ familyName, more, found: [person] },
        })
    for (const text of typed) {
      const { body } = await service.ask(searchPatients, { text }, clerk)
      expect({
        text,
        found: (body as FoundRow[]).map(({ familyName, isNear }) => [familyName, isNear])[0],
      }).toEqual({
        ...{ text, found: [name, false] },
      })
    }
  })

  it.each<[Search, string[]]>([
    [{ familyName: 'jones' }, ['Smith-Jones Jean Paul']],
    [{ familyName: 'JON' }, ['Smith-Jones Jean Paul']],
    [{ familyName: 'Connell' }, ['O’Connell Seán']],
    [{ familyName: 'proof' }, ['100% Proof A_b']],
    [{ familyName: 'jones', firstName: 'paul' }, ['Smith-Jones Jean Paul']],
    [{ familyName: 'smith', firstName: 'paul' }, ['Smith-Jones Jean Paul']],
    [{ familyName: 'jones', firstName: 'jean' }, ['Smith-Jones Jean Paul']],
    [{ firstName: 'Paul' }, ['Smith-Jones Jean Paul']],
    [{ familyName: 'jones', dateOfBirth: '1930-02-03' }, ['Smith-Jones Jean Paul']],
    [{ firstName: 'paul', dateOfBirth: '1930-02-03' }, ['Smith-Jones Jean Paul']],
    [{ familyName: 'jones', gender: 1 }, ['Smith-Jones Jean Paul']],
    [{ familyName: 'jones', gender: 0 }, []],
    [{ familyName: 'jones', firstName: 'pau l' }, ['Smith-Jones Jean Paul']],
    [{ familyName: 'ones' }, []],
    [{ familyName: 'paul' }, []],
    [{ firstName: 'jones' }, []],
    [{ familyName: 'jones', firstName: 'smith' }, []],
    [{ familyName: 'jones', dateOfBirth: '1930-02-04' }, []],
    [{ familyName: 'jones', firstName: "'" }, []],
  ])('%j finds %j by any part of a double name', async (search, names) => {
    const asked = {
      ...search,
      ...(search.gender !== undefined && { gender: genders[Number(search.gender)] }),
    }
    expect(await found(asked)).toEqual(names)
    expect(await found({ ...asked, sort: 'referrer' })).toEqual(names)
  })

  it('sorts those found by a later part among the others, and counts them', async () => {
    const searched = (familyName: string, more: object = {}) =>
      service.ask(searchDemographics, { familyName, ...more }, clerk)
    for (const familyName of ['Zinnia', 'Abel-Zinnia', 'Zinnia-Zinnia', 'Zinn'])
      await aPatient(service, clerk, { familyName, firstName: 'Ada' })
    const { body, headers } = await searched('zinn')
    const inOrder = ['Abel-Zinnia', 'Zinn', 'Zinnia', 'Zinnia-Zinnia']
    expect((body as PatientRow[]).map(({ familyName }) => familyName)).toEqual(inOrder)
    expect(headers[totalHeader]).toBe('4')
    const pages: string[] = []
    for (let after: string | undefined, page = 0; page < 4; page += 1) {
      const { body, headers } = await searched('zinn', { limit: 1, after })
      pages.push(...(body as PatientRow[]).map(({ familyName }) => familyName))
      expect(headers[totalHeader]).toBe('4')
      after = headers[nextHeader] as string | undefined
    }
    expect(pages).toEqual(inOrder)
  })

  it.each(['%', '_', '%uill', 'Q%', 'Qu_ll', '\\', "' or 1=1 --", '*', '-', "'", '.'])(
    'takes %s as plain text that begins no name',
    async (text) => {
      expect(await found({ familyName: text })).toEqual([])
      expect(await found({ firstName: text, dateOfBirth: '1930-02-06' })).toEqual([])
    },
  )

  it('matches from the beginning only', async () => {
    expect(await found({ familyName: 'uill' })).toEqual([])
  })

  it.each([{}, { familyName: '' }, { familyName: '  ', firstName: null, dateOfBirth: '', gender: '' }])(
    'asks for a parameter when it gets %j',
    async (search) => {
      const { status, body } = await service.ask(searchDemographics, search as Search, clerk)
      expect({ status, body }).toEqual({ status: 400, body: { familyName: enterParameter } })
    },
  )

  it('leaves out patients who are no longer active', async () => {
    const { id } = await aPatient(service, clerk, { familyName: 'Vanished' })
    await service.db.sql.updateTable('patient').set({ is_active: false }).where('id', '=', id).execute()
    expect(await found({ familyName: 'Vanished' })).toEqual([])
  })

  it('is in the audit trail with the terms and everybody it showed', async () => {
    const rows = await rowsOf({ familyName: 'Quill' })
    expect(await lastEvent()).toEqual({
      kind: 'read',
      action: 'POST /api/search/demographics',
      patient_ids: rows.map(({ patientId }) => patientId),
      pathway_ids: [],
      criteria: { familyName: 'Quill' },
    })
    await found({ familyName: 'Quill', createdBy: 1 } as never)
    expect(await lastEvent()).toMatchObject({
      criteria: { familyName: 'Quill', ignoredFields: ['createdBy'] },
    })
  })
})

describe('more than a person can read', () => {
  const many = (count: number, family: string) =>
    service.db.pool.query(
      `insert into patient (family_name, family_name_key, first_name, first_name_key, gender_id)
       select $1, lower($1), 'N' || n, 'n' || n, $2 from generate_series(1, $3::int) as n`,
      [family, genders[0], count],
    )
  const asked = (familyName: string) => service.ask(searchDemographics, { familyName }, clerk)
  const found = async (familyName: string) => {
    const { headers, body } = await asked(familyName)
    return [headers[totalHeader], (body as unknown[]).length]
  }

  it('shows a hundred, counts up to a thousand and says when there are more', async () => {
    await many(searchLimit, 'Hundred')
    expect(await found('Hundred')).toEqual(['100', 100])
    await many(900, 'Hundreds')
    expect(await found('Hundred')).toEqual(['1000', 100])
    await many(1, 'Hundredth')
    expect(await found('Hundred')).toEqual(['more than 1000', 100])
    expect((await lastEvent())?.['patient_ids']).toHaveLength(100)
  })

  it('goes on in pages where more than a hundred were born on a day', async () => {
    await many(searchLimit, 'Daily')
    await service.db.pool.query(`update patient set date_of_birth = '1933-03-03' where family_name = 'Daily'`)
    const born = { dateOfBirth: '1933-03-03' }
    const page = async (search: Search) => {
      const { headers, body } = await service.ask(searchDemographics, search, clerk)
      return { body: body as PatientRow[], total: headers[totalHeader], next: headers[nextHeader] }
    }
    expect(await page(born)).toMatchObject({ total: '100', next: undefined })
    await many(1, 'Dailys')
    await service.db.pool.query(
      `update patient set date_of_birth = '1933-03-03' where family_name = 'Dailys'`,
    )
    const first = await page({ ...born, familyName: 'daily' })
    expect([first.total, first.body.length]).toEqual(['101', 100])
    const rest = await page({ ...born, familyName: 'daily', after: String(first.next) })
    expect(rest.body.map(({ familyName }) => familyName)).toEqual(['Dailys'])
    expect(await page({ ...born, familyName: 'dailys' })).toMatchObject({ total: '1' })
  })

  it('says the number of the few', async () => {
    expect((await asked('Rook')).headers[totalHeader]).toBe('1')
    expect((await asked('Nobody')).headers[totalHeader]).toBe('0')
  })
})

describe('by NHS number', () => {
  it('answers the row of the grid at both addresses, hyphens and all', async () => {
    const input = await patientInputOf(service, { postcode: 'ZZ99 3VZ' })
    const { id: patientId } = await aPatient(service, clerk, input)
    const pathway = await aPathway(service, clerk, { patientId, referralDate: addDays(today(), -3) })
    const digits = String(input.nhsNumber)
    for (const endpoint of [searchNhsNumber, searchPatientNhsNumber])
      for (const nhsNumber of [digits, `${digits.slice(0, 3)}-${digits.slice(3, 6)} ${digits.slice(6)}`]) {
        const { body, headers } = await service.ask(endpoint, { nhsNumber }, clerk)
        expect(headers[totalHeader]).toBe('1')
        expect(body).toEqual([
          {
            patientId,
            pathwayId: pathway.id,
            familyName: input.familyName,
            firstName: 'Edna',
            namePrefix: null,
            nhsNumber: digits,
            dateOfBirth: input.dateOfBirth,
            gender: expect.any(String),
            postcode: 'ZZ99 3VZ',
            referralDate: addDays(today(), -3),
            referrer: expect.any(String),
            registeredGP: null,
            deceased: false,
            flags: [],
          },
        ])
      }
    expect(await lastEvent()).toEqual({
      kind: 'read',
      action: 'POST /api/patient/searchNHSNumber',
      patient_ids: [patientId],
      pathway_ids: [pathway.id],
      criteria: { nhsNumber: digits },
    })
  })

  it('shows the open referral before a later one that is closed, else the latest', async () => {
    const input = await patientInputOf(service)
    const { id: patientId } = await aPatient(service, clerk, input)
    const referred = (days: number) =>
      aPathway(service, clerk, { patientId, referralDate: addDays(today(), days), secondReferral: true })
    const close = async (id: number) => {
      await service.db.sql
        .updateTable('pathway')
        .set({ discharge_date: today() })
        .where('id', '=', id)
        .execute()
      await service.db.sql.deleteFrom('work_list').where('pathway_id', '=', id).execute()
    }
    const shown = async () => {
      const { body } = await service.ask(searchNhsNumber, { nhsNumber: String(input.nhsNumber) }, clerk)
      return (body as PatientRow[])[0]?.pathwayId
    }
    expect(await shown()).toBeNull()
    const [early, late] = [await referred(-50), await referred(-10)]
    expect(await shown()).toBe(late.id)
    await close(late.id)
    expect(await shown()).toBe(early.id)
    await close(early.id)
    expect(await shown()).toBe(late.id)
    await service.db.sql.updateTable('pathway').set({ is_active: false }).where('id', '=', late.id).execute()
    expect(await shown()).toBe(early.id)
  })

  it.each([
    ['', 'NHS Number required'],
    ['999000007', 'NHS Number is invalid.'],
    ['99900000770', 'NHS Number is invalid.'],
    ['9990000077 9990000077', 'NHS Number is invalid.'],
  ])('answers %j with %s', async (nhsNumber, message) => {
    const { status, body } = await service.ask(searchNhsNumber, { nhsNumber }, clerk)
    expect({ status, body }).toEqual({ status: 400, body: { nhsNumber: message } })
  })

  it('asks only for ten characters, never for the check digit', async () => {
    for (const nhsNumber of ['9990000078', '99900O0077'])
      expect(await service.ask(searchNhsNumber, { nhsNumber }, clerk)).toMatchObject({
        status: 200,
        body: [],
      })
  })

  it('takes one statement beside rights and audit', async () => {
    const { nhsNumber } = await patientInputOf(service)
    await aPatient(service, clerk, { nhsNumber, familyName: 'Single' })
    const search = () => service.ask(searchNhsNumber, { nhsNumber: nhsNumber ?? '' }, clerk)
    await search()
    const asked = vi.spyOn(Client.prototype, 'query')
    try {
      expect((await search()).body).toMatchObject([{ familyName: 'Single', flags: [] }])
      expect(asked).toHaveBeenCalledTimes(3)
    } finally {
      asked.mockRestore()
    }
  })
})

describe('who may search', () => {
  it.each([
    ['Admissions', 200],
    ['Clinician', 200],
    ['Team Lead', 200],
    ['Information Governance', 200],
    ['System Administrator', 403],
    ['External', 403],
    ['none', 403],
  ] as const)('%s: %i', async (profile, status) => {
    const user = await service.as(profile)
    for (const endpoint of [searchNhsNumber, searchPatientNhsNumber])
      expect((await service.ask(endpoint, { nhsNumber: '9990000077' }, user)).status).toBe(status)
    for (const endpoint of [searchDemographics, searchPatientDemographics])
      expect((await service.ask(endpoint, { familyName: 'Quill' }, user)).status).toBe(status)
  })
})
