import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatNhsNumber } from '../../../contract/platform/words/format.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { printWorkList, sheetNames } from '../../../contract/pathways/worklists/workList.ts'
import { savePatient } from '../../../contract/patients/patient.ts'
import { aPathway, aPatient, patientInputOf } from '../../testing/world/factories.ts'
import { manyPatients } from '../../testing/world/longLists.ts'
import { readPdf } from '../../testing/reading/readPdf.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

let service: TestService
let clinician: TestUser
let nhsNumber = ''
const people = 45
/** Dates of birth far enough apart that no two people count as duplicates (CS-2). */
const birthOf = (n: number): string =>
  `${1941 + 2 * Math.floor(n / 12)}-${String(1 + (n % 12)).padStart(2, '0')}-${13 + (n % 16)}`

beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  for (let n = 0; n < people; n += 1) {
    const input = await patientInputOf(service, {
      familyName: `Sheet${String.fromCodePoint(65 + (n % 26))}${n}`,
      dateOfBirth: birthOf(n),
      addressLine1: `${n + 1} Orchard Close`,
      town: 'Sampletown',
      postcode: 'ZZ9 9ZZ',
      phoneHome: '01632 960 001',
    })
    const patient = await aPatient(service, clinician, input)
    await aPathway(service, clinician, { patientId: patient.id, referralDate: '2026-01-05' })
    if (n === 0) nhsNumber = String(input.nhsNumber)
    if (n === 1)
      await service.ask(savePatient, { ...input, ...patient, deceasedDate: '2026-02-01' }, clinician)
  }
})
afterAll(() => service.close())

const print = async (input: Partial<InputOf<typeof printWorkList>>) => {
  const asked = { stage: 'awaitingAssessment' as const, sheet: 'list' as const, ...input }
  const { status, body, headers } = await service.ask(printWorkList, asked, clinician)
  expect(status).toBe(200)
  return { ...(await readPdf(body as Buffer)), headers }
}
const timesIn = (text: string, words: string) => text.split(words).length - 1

describe('a work list on paper', () => {
  it.each(sheetNames)('has identity on each row and a number on each page: %s', async (sheet) => {
    const { pages, text, artifacts } = await print({ sheet })
    expect(pages).toBeGreaterThan(1)
    // One patient has died, and so is on the list of those to be discharged.
    expect(timesIn(text, 'SHEET')).toBe(people - 1)
    // With the month, because an NHS number may also end in a year.
    expect(text.match(/-[A-Z][a-z]{2}-194[1357]/g)).toHaveLength(people - 1)
    expect(text).toContain(formatNhsNumber(nhsNumber))
    for (let page = 1; page <= pages; page += 1) expect(artifacts).toContain(`Page ${page} of ${pages}`)
    expect(timesIn(artifacts, 'Date of Birth')).toBe(pages - 1)
  })

  it('is what each sheet is for', async () => {
    const calls = await print({ sheet: 'calls', q: 'sheeta0' })
    expect(calls.text).toContain('01632 960 001')
    expect(calls.text).toMatch(/days late/)
    expect(calls.text).not.toContain('Orchard Close')
    expect(calls.headers['content-disposition']).toContain('awaiting-assessment-call-sheet.pdf')
    const visits = await print({ sheet: 'visits', q: 'sheeta0' })
    expect(visits.text).toContain('1 Orchard Close, Sampletown, ZZ9 9ZZ')
    expect(timesIn(visits.text, 'SHEET')).toBe(1)
    // The search text may be a name, and the page is shared.
    expect(visits.text).not.toContain('sheeta0')
  })

  it('says that nobody calls a patient who has died', async () => {
    const { text } = await print({ sheet: 'calls', stage: 'awaitingDischarge' })
    expect(text).toContain('died')
    expect(text).toContain('Do not call')
    expect(text).not.toContain('01632 960 001')
  })

  it('is in the audit trail with everybody on it', async () => {
    await print({ sheet: 'visits', due: 'late', q: 'sheetb' })
    const { rows } = await service.db.owner.query(
      'select action, cardinality(patient_ids) as people, criteria from audit_event order by id desc limit 1',
    )
    expect(rows).toEqual([
      {
        action: 'POST /api/list/print',
        people: 1,
        criteria: { sheet: 'visits', stage: 'awaitingAssessment', due: 'late', q: 'sheetb' },
      },
    ])
  })

  it('is refused where it would be cut short', async () => {
    await manyPatients(service, clinician)
    const asked = { stage: 'awaitingAssessment' as const, sheet: 'list' as const }
    const { status, body } = await service.ask(printWorkList, asked, clinician)
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('Narrow it first') },
    })
  })
})
