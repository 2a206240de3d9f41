import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mediaTypes } from '../../../contract/platform/calls/file.ts'
import { workLists } from '../../../contract/pathways/worklists/workList.ts'
import { many, manyPatients } from '../../testing/world/longLists.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

/** The patient created over HTTP, and the copies of it. */
const all = many + 1

let service: TestService
let clinician: TestUser
beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  await manyPatients(service, clinician)
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
  it('is saved whole, with the eight columns of the grid before the others, and all ids in the audit trail', async () => {
    expect((await service.ask(workLists.awaitingAssessment, {}, clinician)).body).toHaveLength(1000)
    const { status, headers, text } = await save('/api/list/export', {
      stage: 'awaitingAssessment',
      type: 'csv',
    })
    expect(status).toBe(200)
    expect(headers['content-type']).toBe(mediaTypes.csv)
    expect(headers['content-disposition']).toBe('attachment; filename="awaiting-assessment.csv"')
    const [head, ...rows] = rowsOf(text)
    expect(head?.slice(0, 8)).toEqual([
      'Patient',
      'NHS Number',
      'Date of Birth',
      'Gender',
      'Postcode',
      'Referral Date',
      'Referrer',
      'Registered GP',
    ])
    expect(rows).toHaveLength(all)
    expect(rows.map((row) => row.slice(0, 8))).toContainEqual([
      'LONGLIST 7, Nr 7',
      'Unknown',
      '01-Jan-1940',
      'Male',
      'ZZ1 1ZZ',
      '05-Jan-2026',
      '',
      '',
    ])
    expect(text).toContain(`"O'NEILL, ""NELL"", Nr 6"`)
    const event = await lastEvent()
    expect(event).toMatchObject({
      action: 'POST /api/list/export',
      criteria: { stage: 'awaitingAssessment', type: 'csv' },
    })
    expect(event?.patient_ids).toHaveLength(all)
    expect(event?.pathway_ids).toHaveLength(all)
  })

  it('is saved as it is filtered', async () => {
    const { text } = await save('/api/list/export', {
      stage: 'awaitingAssessment',
      type: 'csv',
      filter: 'zz1 fifth',
    })
    const [, ...rows] = rowsOf(text)
    expect(rows).toHaveLength(Math.floor(many / 5))
    expect((await lastEvent())?.patient_ids).toHaveLength(rows.length)
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
      firstName: 'nr',
      type: 'csv',
    })
    expect(headers['content-disposition']).toBe('attachment; filename="patients.csv"')
    expect(rowsOf(text)).toHaveLength(many + 1)
    expect((await lastEvent())?.patient_ids).toHaveLength(many)
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
