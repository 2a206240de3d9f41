import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csdsTable, csdsTables, filledTables } from '../../../contract/insight/csds/tables.ts'
import type { SubmissionDetail } from '../../../contract/insight/csds/submission.ts'
import { csdsSteps, rowsIn, type Content } from '../../testing/world/csdsSteps.ts'
import { fillCsdsWorld } from '../../testing/world/csdsWorld.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

let service: TestService
let lead: TestUser
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
  await fillCsdsWorld(service.db)
})
afterAll(() => service.close())

const world = () => csdsSteps(service, lead)

describe.each(['2026-03', '2026-02', '2025-12', '2026-10'])('the return of %s', (month) => {
  let content: Content
  let detail: SubmissionDetail
  beforeAll(async () => {
    const { made, contentOf, seen } = world()
    const id = await made(month, 'primary')
    content = await contentOf(id)
    detail = await seen(id)
  })

  it('has a file of each table, with its fields in the order of the version', () => {
    expect([...content.keys()]).toEqual(csdsTables.map(({ name }) => name))
    for (const { name, fields } of filledTables)
      expect(Object.keys(rowsIn(content, name)[0] ?? {})).toEqual(fields.map((field) => field.name))
  })

  it('has rows in each table that can have some', () => {
    for (const { name } of filledTables)
      expect(`${name} ${rowsIn(content, name).length > 0}`).toBe(`${name} true`)
  })

  it('has for each key of another table the row that it names', () => {
    for (const { name, parents } of csdsTables)
      for (const { field, table, its } of parents) {
        const known = new Set(rowsIn(content, table).map((row) => row[its]))
        const lost = rowsIn(content, name).filter((row) => row[field] !== '' && !known.has(row[field] ?? ''))
        expect({ name, field, lost }).toEqual({ name, field, lost: [] })
      }
    expect(detail.findings.filter(({ rule }) => rule.endsWith('no row'))).toEqual([])
  })

  it('has each identifier once', () => {
    for (const { name, key } of csdsTables.filter(
      (table) => table.key.length === 1 && table.parents.length < 3,
    )) {
      if (['CYP105OnwardReferral'].includes(name)) continue
      const keys = rowsIn(content, name).map((row) => row[key[0] ?? ''])
      expect({ name, twice: keys.length - new Set(keys).size }).toEqual({ name, twice: 0 })
    }
  })

  it('counts the same as the reports and as a second statement', () => {
    expect(detail.comparisons.filter(({ isEqual }) => !isEqual)).toEqual([])
    expect(detail.comparisons.filter(({ here }) => here > 0).length).toBeGreaterThan(5)
  })

  it('names nobody who is deleted, and no postcode of a restricted record', async () => {
    const { rows } = await service.db.owner.query<{
      id: number
      postcode: string | null
      is_active: boolean
      restricted: boolean
    }>(
      `select id, postcode, is_active, exists (select from patient_restriction where patient_id = patient.id) as restricted from patient`,
    )
    const people = new Map(rows.map((row) => [`P${row.id}`, row]))
    for (const { LocalPatientID: id = '', Postcode: postcode } of rowsIn(content, 'CYP001MPI')) {
      const person = people.get(id)
      expect(person?.is_active).toBe(true)
      expect(postcode).toBe(person?.restricted ? '' : (person?.postcode ?? ''))
    }
    expect(
      rowsIn(content, 'CYP001MPI').some(({ LocalPatientID: id = '' }) => people.get(id)?.restricted),
    ).toBe(true)
  })

  it('says nothing that happened after the month', () => {
    const end = `${month}-31`
    const days = csdsTables.flatMap(({ name, fields }) =>
      fields
        // A contact before the referral was received is refused (below), and the day of receipt stays.
        .filter(({ name: field }) => /Date$/.test(field) && !/^(?:RP_|ReferralRequest_)/.test(field))
        .flatMap((field) => rowsIn(content, name).map((row) => row[field.name] ?? '')),
    )
    expect(days.filter((day) => day > end)).toEqual([])
    expect(days.filter((day) => day !== '' && !/^\d{4}-\d\d-\d\d$/.test(day))).toEqual([])
  })

  it('says field by field how many are filled', () => {
    for (const { name, rows, filled, of } of detail.tables) {
      const lines = rowsIn(content, name)
      expect({ name, rows }).toEqual({ name, rows: lines.length })
      for (const field of csdsTable(name).fields) {
        const count = lines.filter((line) => line[field.name] !== '').length
        expect({ name, field: field.name, count: filled[field.name] ?? 0 }).toEqual({
          name,
          field: field.name,
          count,
        })
        expect(count).toBeLessThanOrEqual(of[field.name] ?? 0)
        if (field.standing.kind === 'blank') expect(count).toBe(0)
      }
    }
  })

  it('refuses the rows of who has no practice, and all that belongs to them', () => {
    const refused = (name: string): number => detail.tables.find((table) => table.name === name)?.refused ?? 0
    const without = new Set(
      rowsIn(content, 'CYP002GP')
        .filter(({ OrgID_GP: practice }) => practice === '')
        .map(({ LocalPatientID: id }) => id),
    )
    expect(without.size).toBeGreaterThan(0)
    expect(refused('CYP001MPI')).toBe(without.size)
    const ofThem = rowsIn(content, 'CYP101Referral').filter(({ LocalPatientID: id }) => without.has(id))
    expect(refused('CYP101Referral')).toBeGreaterThanOrEqual(ofThem.length)
    const ids = new Set(ofThem.map(({ ServiceRequestID: id }) => id))
    const contacts = rowsIn(content, 'CYP201CareContact').filter(({ ServiceRequestID: id }) => ids.has(id))
    expect(refused('CYP201CareContact')).toBeGreaterThanOrEqual(contacts.length)
  })
})
