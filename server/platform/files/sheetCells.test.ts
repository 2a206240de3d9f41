import { read as readExcel, utils } from '@e965/xlsx'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { exportUsers, lookupExports } from '../../../contract/app/listExport.ts'
import { exportWorkList } from '../../../contract/pathways/worklists/patientExports.ts'
import { readTelephone } from '../../../contract/platform/fields/telephone.ts'
import { aPathway, aPatient } from '../../testing/world/factories.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { telephoneCells, textCells } from '../../testing/reading/sheetTexts.ts'
import { fillSheetWorld, saveSheet } from '../../testing/world/sheetWorld.ts'
import type { TestUser } from '../../testing/world/users.ts'

/* A saved table as a program reads it, and as a spreadsheet does, which guesses the type of each CSV cell (IO-5). */

let service: TestService
let administrator: TestUser
let clinician: TestUser
beforeAll(async () => {
  service = await testService()
  administrator = await service.as('System Administrator')
  clinician = await service.as('Clinician')
  await fillSheetWorld(service)
})
afterAll(() => service.close())

/** A column as each of these programs reads it. */
const readColumn = async (call: Endpoint, title: string, user = administrator, of = {}) => {
  const csv = (await saveSheet(service, user, call, 'csv', of)).toString('utf8')
  const book = await saveSheet(service, user, call, 'xlsx', of)
  const program = parse(csv, { bom: true, columns: true }) as unknown as Record<string, string>[]
  const cells = ({ Sheets, SheetNames }: ReturnType<typeof readExcel>): unknown[] =>
    utils
      .sheet_to_json<Record<string, unknown>>(Sheets[SheetNames[0] ?? ''] ?? {}, { defval: '' })
      .map((row) => row[title])
  return {
    program: program.map((row) => row[title]),
    spreadsheet: cells(readExcel(csv.replace('\ufeff', ''), { type: 'string' })),
    workbook: cells(readExcel(book, { type: 'buffer' })),
  }
}

describe.each([
  ['telephone numbers', exportUsers, 'Mobile Phone', telephoneCells],
  ['codes', lookupExports.gender, 'Internal Code', textCells],
] as const)('%s', (_, call, title, cases) => {
  it('are the same for a program and a spreadsheet that opens CSV', async () => {
    const { program, spreadsheet } = await readColumn(call, title)
    expect(program).toEqual(expect.arrayContaining(cases.map(([, csv]) => csv)))
    expect(spreadsheet.map(String)).toEqual(program)
  })

  it('are texts as they are stored in Excel', async () => {
    const { workbook } = await readColumn(call, title)
    expect(workbook).toEqual(expect.arrayContaining(cases.map(([stored]) => stored)))
  })
})

it('has the number to call first of a work list with its 0', async () => {
  const { id } = await aPatient(service, clinician, { phoneMobile: '07700900123' })
  await aPathway(service, clinician, { patientId: id })
  const { program, spreadsheet } = await readColumn(exportWorkList, 'Telephone', clinician, {
    stage: 'awaitingAssessment',
  })
  expect(program).toEqual(['07700 900123'])
  expect(spreadsheet).toEqual(['07700 900123'])
})

it.each(telephoneCells)('%s is the same number when it is read in again as %s', (stored, csv) => {
  const read = readTelephone(csv)
  expect(read?.note).toBeNull()
  expect(lastFigures(read?.number ?? '')).toBe(lastFigures(stored))
})
const lastFigures = (number: string): string => number.replaceAll(/\D/g, '').slice(-8)
