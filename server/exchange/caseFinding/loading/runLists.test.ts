import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, today } from '../../../../contract/platform/dates/dates.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { findImporter, type Importer } from '../../imports/importer.ts'
import { readMapping } from '../../imports/files/mapping.ts'
import { ImportProblem } from '../../imports/files/problem.ts'
import { csvOf, somebody } from '../../testing/caseFindingWorld.ts'
import { runLists } from './runLists.ts'

/* Case-finding lists by `npm run import`, and the example of docs/import. */

const example = join(import.meta.dirname, '../../../../docs/import')
let service: TestService
let folder: string
let importer: Importer
beforeAll(async () => {
  service = await testService()
  folder = mkdtempSync(join(tmpdir(), 'surefoot-lists-'))
  const { userName } = await service.as('Admissions')
  importer = await findImporter(service.db.sql, userName, service.parts.narrowing, 'lists')
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

/** The mapping of the example, with lists of these days: a list of over a year ago is refused. */
const mapping = readMapping(
  readFileSync(join(example, 'list-mapping.json'), 'utf8').replaceAll(
    /"listDate": "[^"]*"/g,
    `"listDate": "${addDays(today(), -2)}"`,
  ),
)
const faultsPath = () => join(folder, 'faults.csv')
const run = (
  paths: readonly string[],
  { lists = mapping.lists, isDryRun = false }: { lists?: typeof mapping.lists; isDryRun?: boolean } = {},
) =>
  runLists(service.db.sql, {
    ...{ lists, paths, importer, isDryRun, faultsPath: faultsPath(), now: Date.now() },
    bankHolidayOn: service.parts.bankHolidayOn,
  })
const counted = async () => {
  const { rows } = await service.db.owner.query<{ lists: number; people: number; sent: number }>(
    `select (select count(*)::int from case_finding_list) as lists, (select count(*)::int from listed_person) as people,
       (select count(*)::int from incoming_referral where source = 'caseFinding') as sent`,
  )
  return rows[0]
}
const files = ['frailty-list.csv', 'not-conveyed.csv'].map((file) => join(example, file))

it('tries the example without writing anything', async () => {
  const [frailty, ambulance] = await run(files, { isDryRun: true })
  expect(frailty).toMatchObject({
    sent: 0,
    report: { rows: 7, added: 4, refused: 2, repeated: 1, incomplete: 1, unreadColumns: [] },
  })
  expect(frailty?.report.notSent.optedOut).toBe(1)
  expect(ambulance?.report).toMatchObject({ rows: 2, added: 2, refused: 0, incomplete: 0 })
  expect(await counted()).toEqual({ lists: 0, people: 0, sent: 0 })
})

it('loads the example, sends as many as the mapping says, and changes nothing when it is run again', async () => {
  const [first] = await run(files)
  expect(first).toMatchObject({ sent: 2, report: { added: 4 } })
  const stored = { lists: 2, people: 6, sent: 2 }
  expect(await counted()).toEqual(stored)
  const [again] = await run(files)
  expect(again).toMatchObject({ sent: 0, report: { added: 0, listedBefore: 4 } })
  expect(await counted()).toEqual(stored)
})

it('writes the faults for their owner alone, each with its file and row', async () => {
  await run(files)
  const text = readFileSync(faultsPath(), 'utf8')
  expect(text).toContain('frailty-list.csv,7,DOB,')
  expect(text).toContain('no date of birth, so nobody can say who this is')
  expect(statSync(faultsPath()).mode & 0o777).toBe(0o600)
})

it('has a row in the audit trail for the list and for each person who was sent', async () => {
  const { rows } = await service.db.owner.query<{ entity: string; events: number }>(
    `select records -> 0 ->> 'entity' as entity, count(*)::int as events from audit_event
     where action = 'command import' group by 1 order by 1`,
  )
  expect(rows).toEqual([
    { entity: 'caseFindingList', events: 2 },
    { entity: 'incomingReferral', events: 2 },
  ])
})

it('takes more rows than the screen', async () => {
  const path = join(folder, 'large.csv')
  writeFileSync(path, csvOf(Array.from({ length: 6000 }, () => somebody())))
  const [list] = mapping.lists
  if (list === undefined) throw new Error('The example has a list')
  const lists = [{ ...list, file: 'large.csv', columns: {}, sender: 'Large', sendToTriage: 0 }]
  const [loaded] = await run([path], { lists })
  expect(loaded?.report).toMatchObject({ rows: 6000, added: 6000 })
})

const section = {
  ...{ file: 'list.csv', record: 'incomingReferral', kind: 'falls', sender: 'A practice' },
  ...{ listDate: today(), legalBasis: 'Direct care' },
}
it.each([
  ['no legal basis', { legalBasis: '' }, /legal basis/],
  ['another kind', { kind: 'gossip' }, /Choose what the list is of/],
  ['a field that is none', { columns: { shoeSize: 'Shoes' } }, /the fields are nhsNumber/],
  ['too many at once', { sendToTriage: 500 }, /at most 100/],
  ['a setting that is none', { key: 'Id' }, /files › number 1/],
])('refuses a mapping with %s', (_, changes, words) => {
  const text = JSON.stringify({ source: 'X', files: [{ ...section, ...changes }] })
  expect(() => readMapping(text)).toThrow(ImportProblem)
  expect(() => readMapping(text)).toThrow(words)
})

it('refuses a user who may not load lists', async () => {
  const { userName } = await service.as('Clinician')
  await expect(findImporter(service.db.sql, userName, service.parts.narrowing, 'lists')).rejects.toThrow(
    /may not load case-finding lists/,
  )
})
