import { read as readExcel, utils } from '@e965/xlsx'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mediaTypes } from '../../contract/report.ts'
import { workLists } from '../../contract/workList.ts'
import { aPathway } from '../testing/factories.ts'
import { testService, type TestService } from '../testing/service.ts'
import type { TestUser } from '../testing/users.ts'

/** Beyond what a list or a search answers at once. */
const many = 1_105

let service: TestService
let clinician: TestUser
beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  await aPathway(service, clinician)
  // A long list, as rows: all like the one that came through the front door.
  await service.db.owner.query(
    `with people as (
       insert into patient (family_name, family_name_key, first_name, first_name_key, gender_id, date_of_birth, postcode)
       select case n when 7 then '=cmd|x' when 8 then 'O''Neill, "Nell"' else 'Longlist' end, 'longlist', 'Nr ' || n, 'nr ' || n,
         (select min(id) from gender), '1940-01-01', case when n % 5 = 0 then 'ZZ5 5ZZ' else 'ZZ1 1ZZ' end
       from generate_series(1, $1::integer - 1) as n returning *),
     referrals as (
       insert into pathway (patient_id, referral_date) select id, '2026-01-05' from people returning *)
     insert into work_list (pathway_id, patient_id, stage, since, reason, deceased, family_name, first_name, name_key,
       date_of_birth, gender, postcode, referral_date)
     select referrals.id, people.id, 'awaitingAssessment', '2026-01-05', 'test', false, people.family_name,
       people.first_name, people.family_name_key, people.date_of_birth, 'Male', people.postcode, referrals.referral_date
     from referrals join people on people.id = referrals.patient_id`,
    [many],
  )
})
afterAll(() => service.close())

const save = async (path: string, payload: object, user = clinician) => {
  const { statusCode, headers, rawPayload } = await service.app.inject({
    method: 'POST',
    url: path,
    headers: { authorization: `Bearer ${user.accessToken}` },
    payload,
  })
  return { status: statusCode, headers, bytes: rawPayload, text: rawPayload.toString('utf8') }
}
const rowsOf = (csv: string): string[][] => parse(csv.replace('\ufeff', ''))

const lastEvent = async () => {
  const { rows } = await service.db.owner.query<{
    action: string
    patient_ids: string[]
    pathway_ids: string[]
    criteria: object
  }>('select action, patient_ids, pathway_ids, criteria from audit_event order by id desc limit 1')
  return rows[0]
}

describe('a work list', () => {
  it('is saved whole, with the eight columns of the grid, and all ids in the trail', async () => {
    expect((await service.ask(workLists.awaitingAssessment, {}, clinician)).body).toHaveLength(1000)
    const { status, headers, text } = await save('/api/list/export', {
      stage: 'awaitingAssessment',
      type: 'csv',
    })
    expect(status).toBe(200)
    expect(headers['content-type']).toBe(mediaTypes.csv)
    expect(headers['content-disposition']).toBe('attachment; filename="awaiting-assessment.csv"')
    const [head, ...rows] = rowsOf(text)
    expect(head).toEqual([
      'Patient',
      'NHS Number',
      'Date of Birth',
      'Gender',
      'Postcode',
      'Referral Date',
      'Referrer',
      'Registered GP',
    ])
    expect(rows).toHaveLength(many)
    expect(rows).toContainEqual([
      'LONGLIST, Nr 3',
      'Unknown',
      '01-Jan-1940',
      'Male',
      'ZZ1 1ZZ',
      '05-Jan-2026',
      '',
      '',
    ])
    const event = await lastEvent()
    expect(event).toMatchObject({
      action: 'POST /api/list/export',
      criteria: { stage: 'awaitingAssessment', type: 'csv' },
    })
    expect(event?.patient_ids).toHaveLength(many)
    expect(event?.pathway_ids).toHaveLength(many)
  })

  it('is saved as it is filtered', async () => {
    const { text } = await save('/api/list/export', {
      stage: 'awaitingAssessment',
      type: 'csv',
      filter: 'zz5 longlist',
    })
    const [, ...rows] = rowsOf(text)
    expect(rows).toHaveLength(Math.floor((many - 1) / 5))
    expect((await lastEvent())?.patient_ids).toHaveLength(rows.length)
  })

  it('has no formula in it', async () => {
    const { text } = await save('/api/list/export', { stage: 'awaitingAssessment', type: 'csv' })
    expect(text).toContain(`"'=CMD|X, Nr 7"`)
    expect(text).toContain(`"O'NEILL, ""NELL"", Nr 8"`)
    const { bytes, headers } = await save('/api/list/export', { stage: 'awaitingAssessment', type: 'xlsx' })
    expect(headers['content-type']).toBe(mediaTypes.xlsx)
    const sheet = readExcel(bytes, { type: 'buffer', cellFormula: true }).Sheets['Awaiting assessment'] ?? {}
    expect(utils.sheet_to_json(sheet)).toHaveLength(many)
    const cells = Object.entries(sheet).filter(([place]) => !place.startsWith('!')) as [
      string,
      { t: string; f?: string },
    ][]
    expect(cells.every(([, { t, f }]) => t === 's' && f === undefined)).toBe(true)
  })

  it('may be empty', async () => {
    const { text } = await save('/api/list/export', { stage: 'inExercise', type: 'csv' })
    expect(rowsOf(text)).toHaveLength(1)
  })

  it.each([
    ['no list', { type: 'csv' }, { stage: 'Choose a work list' }],
    ['an unknown list', { stage: 'everybody', type: 'csv' }, { stage: 'Choose a work list' }],
    ['an unknown type', { stage: 'inExercise', type: 'pdf' }, { type: 'Choose csv or xlsx' }],
  ])('is refused for %s', async (_, payload, answer) => {
    const { status, text } = await save('/api/list/export', payload)
    expect({ status, body: JSON.parse(text) as unknown }).toEqual({ status: 400, body: answer })
  })
})

describe('what a search finds', () => {
  it('is saved whole, beyond the rows that the search shows', async () => {
    const { text, headers } = await save('/api/search/demographics/export', {
      familyName: 'longl',
      type: 'csv',
    })
    expect(headers['content-disposition']).toBe('attachment; filename="patients.csv"')
    expect(rowsOf(text)).toHaveLength(many)
    expect((await lastEvent())?.patient_ids).toHaveLength(many - 1)
  })

  it('is saved by NHS number', async () => {
    const { rows } = await service.db.owner.query<{ nhs_number: string }>(
      'select nhs_number from patient where nhs_number is not null limit 1',
    )
    const nhsNumber = rows[0]?.nhs_number ?? ''
    const { text } = await save('/api/search/nhsNumber/export', { nhsNumber, type: 'csv' })
    expect(rowsOf(text)).toHaveLength(2)
    expect(text).toContain(nhsNumber.replace(/^(...)(...)/, '$1-$2-'))
  })

  it('must be a search', async () => {
    const { status, text } = await save('/api/search/demographics/export', { type: 'csv' })
    expect(status).toBe(400)
    expect(text).toContain('Please enter a search parameter.')
  })
})

it('saves the patients behind a number of a report', async () => {
  const { text, headers } = await save('/api/report/referralsReceived/people/export', {
    reportName: 'referralsReceived',
    dateFrom: '2026-01-01',
    dateTo: '2026-01-31',
    section: 0,
    row: ['2026-01'],
    column: 'undecided',
    filter: 'nr 12',
    type: 'csv',
  })
  expect(headers['content-disposition']).toBe('attachment; filename="referralsReceived.csv"')
  const [, ...rows] = rowsOf(text)
  expect(rows.length).toBeGreaterThan(1)
  for (const [name] of rows) expect(name).toMatch(/Nr.*12/)
})
