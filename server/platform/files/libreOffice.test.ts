import { read as readExcel, SSF, utils, type CellObject, type WorkSheet } from '@e965/xlsx'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportUsers, lookupExports } from '../../../contract/app/listExport.ts'
import { exportWorkList } from '../../../contract/pathways/worklists/patientExports.ts'
import { sheetTypes } from '../../../contract/platform/calls/sheet.ts'
import { catalogue } from '../../insight/catalogue/catalogue.ts'
import { askReport } from '../../testing/values/askReport.ts'
import { aPathway, aPatient } from '../../testing/world/factories.ts'
import { installedOffice, openedInOffice } from '../../testing/reading/libreOffice.ts'
import { fillReportWorld } from '../../testing/world/reportWorld.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { textCells } from '../../testing/reading/sheetTexts.ts'
import { fillSheetWorld, saveSheet } from '../../testing/world/sheetWorld.ts'

/*
 * Opens saved files in LibreOffice, and reads the files that LibreOffice writes with another library: they match cell
 * by cell (IO-5).
 */

if (installedOffice === undefined)
  it('is left out here: LibreOffice is not installed (Debian: apt-get install libreoffice-calc-nogui)', () => {
    process.stdout.write('Left out: exports in LibreOffice, because it is not installed here\n')
  })
else describe('in LibreOffice', inOffice)

function inOffice() {
  let service: TestService
  const saved = { csv: new Map<string, Buffer>(), xlsx: new Map<string, Buffer>() }
  const opened = { csv: new Map<string, Buffer>(), xlsx: new Map<string, Buffer>() }
  beforeAll(async () => {
    service = await testService()
    const lead = await service.as('Team Lead')
    const auditor = await service.as('Information Governance')
    const administrator = await service.as('System Administrator')
    await fillReportWorld(service.db)
    await fillSheetWorld(service)
    const { id: patientId } = await aPatient(service, lead, { phoneMobile: '+447700900123' })
    await aPathway(service, lead, { patientId })
    const texts = textCells.map(([stored]) => stored)
    await service.db.owner.query(`update referrer set name = ($1::text[])[1 + (id % $2::integer)::integer]`, [
      texts,
      texts.length,
    ])
    for (const type of sheetTypes) {
      for (const { name } of catalogue) {
        const user = name === 'auditOfAccess' ? auditor : lead
        const { status, bytes } = await askReport(service, user, { reportName: name, type })
        expect(status).toBe(200)
        saved[type].set(name, bytes)
      }
      saved[type].set('users', await saveSheet(service, administrator, exportUsers, type))
      saved[type].set('codes', await saveSheet(service, administrator, lookupExports.gender, type))
      const stage = 'awaitingAssessment'
      saved[type].set('work-list', await saveSheet(service, lead, exportWorkList, type, { stage }))
      opened[type] = await openedInOffice(type, saved[type])
    }
    // Saves every report twice and starts a large program twice, so a busy machine needs more time than for other
    // tests.
  }, 900_000)
  afterAll(() => service.close())

  const names = [...catalogue.map(({ name }) => name), 'users', 'codes', 'work-list']

  it.each(names)('%s in CSV is what a program reads', (name) => {
    const program = parse(saved.csv.get(name) ?? '', {
      bom: true,
      relax_column_count: true,
      skip_empty_lines: false,
    })
    const [sheet] = sheetsOf(opened.csv.get(name))
    expect(program.length).toBeGreaterThan(1)
    const differing = (program as unknown as string[][]).flatMap((row, r) =>
      row.flatMap((text, c) => {
        const cell = cellAt(sheet, r, c)
        return isSame(text, cell) ? [] : [{ text, office: cell?.v, formula: cell?.f }]
      }),
    )
    expect(differing).toEqual([])
  })

  it.each(names)('%s in Excel has the same cells', (name) => {
    const [ours, theirs] = [sheetsOf(saved.xlsx.get(name)), sheetsOf(opened.xlsx.get(name))]
    expect(theirs.map(cellsOf)).toEqual(ours.map(cellsOf))
  })
}

const sheetsOf = (content: Buffer | undefined): WorkSheet[] => {
  const { Sheets, SheetNames } = readExcel(content, { type: 'buffer', cellFormula: true })
  return SheetNames.map((name) => Sheets[name] ?? {})
}
const cellAt = (sheet: WorkSheet | undefined, r: number, c: number): CellObject | undefined =>
  sheet?.[utils.encode_cell({ r, c })] as CellObject | undefined

/** The content of each cell, and whether it is text or a number. */
const cellsOf = (sheet: WorkSheet) =>
  Object.entries(sheet)
    .filter(([place]) => !place.startsWith('!'))
    .map(([place, cell]) => [place, (cell as CellObject).t, (cell as CellObject).v])
    .filter(([, type, value]) => type !== 'z' && value !== '')

/** LibreOffice stores a day as a number. It is the same day if it matches when formatted in one of our formats. */
const dayForms = ['dd-mmm-yyyy', 'dd/mm/yyyy hh:mm', 'mmm yyyy', 'mmmm yyyy']
const isDay = (text: string, serial: number): boolean =>
  serial > 0 && dayForms.some((form) => SSF.format(form, serial) === text)

const isSame = (text: string, cell: CellObject | undefined): boolean => {
  const { v = '', f } = cell ?? {}
  return f === undefined && (String(v) === text || (typeof v === 'number' && isDay(text, v)))
}
