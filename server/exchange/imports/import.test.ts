import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { today } from '../../../contract/platform/dates/dates.ts'
import { mergePatients } from '../../../contract/governance/merge.ts'
import { listPossibleDuplicates } from '../../../contract/patients/search/possibleDuplicate.ts'
import { exercise } from '../../../contract/pathways/records/exercise.ts'
import { endRestriction, restrictRecord } from '../../../contract/governance/restriction.ts'
import { getPathway, pathwayHistory, type PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { getPatient, type PatientView } from '../../../contract/patients/patient.ts'
import { usualSettings } from '../../accounts/settings/settings.ts'
import { connect } from '../../platform/db/connection/connect.ts'
import { verifyOwners } from '../../pathways/owners/verify.ts'
import { auditFindings } from '../../testing/reading/auditFindings.ts'
import {
  aClinician,
  aPatient,
  aTeamMember,
  expectSaved,
  nextNhsNumber,
} from '../../testing/world/factories.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { verifyStages } from '../../pathways/worklists/verify.ts'
import { findImporter, type Importer } from './importer.ts'
import { importedRecords, readMapping, type Section } from './files/mapping.ts'
import { ImportProblem } from './files/problem.ts'
import { runImport, type ImportReport } from './runImport.ts'
import { writeInventedExport } from './testing/inventedExport.ts'

let service: TestService
let lead: TestUser
let importer: Importer
let folder: string
let faultsPath: string
const practice = 'Z99001'

beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
  importer = await findImporter(service.db.sql, lead.userName, usualSettings)
  await service.db.owner.query(
    `insert into organisation (id, type, name, name_key, is_active) values ($1, 'GP Practices', 'Example surgery', 'examplesurgery', true)`,
    [practice],
  )
  await aTeamMember(service)
  await aClinician(service)
  folder = mkdtempSync(join(tmpdir(), 'surefoot-import-'))
  faultsPath = join(folder, 'import-errors.csv')
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

type Given = Partial<Omit<Section, 'fields'>> & { text: string | Buffer; fields?: object }

const fields = {
  patient: {
    familyName: 'Surname',
    firstName: 'Forename',
    genderId: { column: 'Sex', values: { M: 'Male', F: 'Female', '': 'X' } },
    dateOfBirth: { column: 'DOB', format: ['dd/MM/yyyy', 'yyyy-MM-dd'] },
    nhsNumber: 'NHS',
    nhsNumberUnknown: { emptyOf: 'nhsNumber' },
  },
  referral: {
    referralDate: { column: 'Referred', format: 'dd/MM/yyyy' },
    referrerId: { constant: 'GP' },
    referralMethodId: { constant: 'Letter' },
    dischargeDate: { column: 'Ended', format: 'dd/MM/yyyy' },
  },
  frat: {
    assessmentDate: { column: 'Date', format: 'dd/MM/yyyy' },
    teamMemberId: { constant: 'BELL, Jo (therapy assistant)' },
    locationId: { constant: 'Outpatient clinic' },
    fratScore: 'Score',
  },
  nextOfKin: { familyName: 'Name' },
  exercise: {
    exercisePlanDate: { column: 'Date', format: 'dd/MM/yyyy' },
    clinicianId: { constant: 'OKAFOR, Ada (physiotherapist)' },
    exercisePlan: 'Plan',
  },
  exerciseAttendance: {
    attendanceDate: { column: 'Date', format: 'dd/MM/yyyy' },
    locationId: { constant: 'Outpatient clinic' },
    exerciseTypeId: { constant: 'Tai Chi' },
    attendanceStatus: { constant: '5' },
  },
} as const

const heads = {
  patient: 'Id,Surname,Forename,Sex,DOB,NHS',
  referral: 'Id,Patient,Referred,Ended',
  frat: 'Id,Ref,Date,Score',
  nextOfKin: 'Id,Patient,Name',
  exercise: 'Id,Ref,Date,Plan',
  exerciseAttendance: 'Id,Ref,Date',
} as const
type Kind = keyof typeof heads
const parentColumn = {
  ...{ patient: undefined, referral: 'Patient', nextOfKin: 'Patient' },
  ...{ frat: 'Ref', exercise: 'Ref', exerciseAttendance: 'Ref' },
} as const

let imports = 0

type Files = Partial<Record<Kind, readonly string[] | Given>>

/** Imports rows under the usual columns, or files as given. Each import has its own source unless one is named. */
const bring = async (
  files: Files,
  options: { source?: string; isDryRun?: boolean; sql?: typeof service.db.sql } = {},
) => {
  imports += 1
  const sections: object[] = []
  const paths: string[] = []
  for (const [record, given] of Object.entries(files) as [Kind, readonly string[] | Given][]) {
    const { text, ...section }: Given = Array.isArray(given)
      ? { text: [heads[record], ...(given as readonly string[])].join('\n') }
      : (given as Given)
    const file = `${record}.csv`
    const path = join(folder, file)
    writeFileSync(path, text)
    paths.push(path)
    sections.push({ file, record, key: 'Id', of: parentColumn[record], fields: fields[record], ...section })
  }
  const mapping = readMapping(
    JSON.stringify({ source: options.source ?? `System ${imports}`, files: sections }),
  )
  const report = await runImport(options.sql ?? service.db.sql, {
    ...{ mapping, paths, importer, faultsPath },
    isDryRun: options.isDryRun ?? false,
  })
  return report
}

const faults = () => {
  const [, ...rows] = parse(readFileSync(faultsPath, 'utf8'), { bom: true }) as unknown as string[][]
  return rows
}
const said = () => faults().map(([file, row, , column, , message]) => [file, row, column, message])
const countsOf = ({ files }: ImportReport) =>
  Object.fromEntries(
    files.map(({ record, counts }) => [
      record,
      Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0)),
    ]),
  )
const people = async (familyName: string) =>
  service.db.sql
    .selectFrom('patient')
    .selectAll()
    .where('family_name', '=', familyName)
    .orderBy('id')
    .execute()
const pathwaysOf = async (patientId: number) =>
  service.db.sql
    .selectFrom('pathway')
    .leftJoin('work_list', 'work_list.pathway_id', 'pathway.id')
    .select(['pathway.id', 'pathway.discharge_date', 'work_list.stage'])
    .where('pathway.patient_id', '=', patientId)
    .orderBy('pathway.id')
    .execute()
const tables = [
  'patient',
  'pathway',
  'frat',
  'import_row',
  'stage_transition',
  'audit_event',
  'task',
] as const
const totals = async (): Promise<number[]> => {
  const { rows } = await service.db.owner.query<Record<string, string>>(
    `select ${tables.map((table) => `(select count(*) from ${table}) as ${table}`).join(', ')}`,
  )
  return tables.map((table) => Number(rows[0]?.[table]))
}
const findings = async () => ({
  stages: (await verifyStages(service.db.sql)).differences,
  owners: (await verifyOwners(service.db.sql)).problems,
  audit: await auditFindings(service.db.owner, { patient: 0, pathway: 0 }),
})
const sound = { stages: [], owners: [], audit: [] }

describe('a service that moves in', () => {
  it('has its patients, referrals and history, in its own lists, and all of it is sound', async () => {
    const { mapping, files } = writeInventedExport(folder, {
      patients: 260,
      seed: 7,
      today: today(),
      practice,
    })
    const run = (isDryRun: boolean) =>
      runImport(service.db.sql, {
        mapping: readMapping(mapping),
        paths: files,
        importer,
        isDryRun,
        faultsPath,
      })
    const before = await totals()
    const tried = await run(true)
    expect(await totals()).toEqual(before)
    const done = await run(false)
    expect(countsOf(done)).toEqual(countsOf(tried))
    expect(countsOf(done)).toMatchObject({
      patient: { rows: 260, added: 260 },
      referral: { rows: 260, added: 260 },
    })
    expect(faults()).toEqual([])
    expect(await findings()).toEqual(sound)
    const stages = await service.db.sql
      .selectFrom('work_list')
      .select(['stage', ({ fn }) => fn.countAll<string>().as('count')])
      .groupBy('stage')
      .execute()
    expect(stages.map(({ stage }) => stage).toSorted()).toEqual(['awaitingAssessment', 'awaitingWellbeing'])

    const after = await totals()
    const again = await run(false)
    expect(countsOf(again)).toMatchObject({
      patient: { rows: 260, before: 260 },
      frat: { before: expect.any(Number) as number },
    })
    expect(await totals()).toEqual(after)
  })

  it('says in the history of each record who brought it in, and from what', async () => {
    await bring(
      { patient: ['H1,Historyford,Edna,F,01/02/1940,'], referral: ['H1,H1,01/02/2026,'] },
      { source: 'Old system' },
    )
    const [patient] = await people('Historyford')
    const [pathway] = await pathwaysOf(patient?.id ?? 0)
    const { body } = await service.ask(pathwayHistory, { id: pathway?.id ?? 0 }, lead)
    expect(body).toMatchObject([{ what: 'recorded', by: expect.stringContaining('Tester') as string }])
    const { rows } = await service.db.owner.query(
      `select action, user_id, role, criteria, patient_ids from audit_event where patient_ids @> array[$1::bigint] and kind = 'write'`,
      [patient?.id],
    )
    expect(rows).toEqual([
      {
        action: 'command import',
        user_id: lead.userId,
        role: 'Team Lead',
        criteria: { source: 'Old system', files: ['patient.csv', 'referral.csv'] },
        patient_ids: expect.anything() as unknown,
      },
    ])
    const view = (await service.ask(getPatient, { id: patient?.id ?? 0 }, lead)).body as PatientView
    expect(view).toMatchObject({
      dateOfBirth: '1940-02-01',
      nhsNumberUnknown: true,
      names: { gender: 'Female' },
    })
  })

  it('opens the tasks that a save would open', async () => {
    await bring({ patient: ['T1,Taskham,Edna,F,01/02/1940,'], referral: ['T1,T1,01/02/2024,'] })
    const [patient] = await people('Taskham')
    const view = await pathwaysOf(patient?.id ?? 0)
    const tasks = await service.db.sql
      .selectFrom('task')
      .select('kind')
      .where('pathway_id', '=', view[0]?.id ?? 0)
      .execute()
    expect(tasks.length).toBeGreaterThan(0)
  })
})

const [numberA, numberB, numberC] = [nextNhsNumber(), nextNhsNumber(), nextNhsNumber()]
const long = 'x'.repeat(256)

describe('rows as services have them', () => {
  /** What one patient's row becomes, or the fault that is reported. */
  const rows: readonly [
    name: string,
    row: string,
    wanted: object | readonly [column: string, message: RegExp],
  ][] = [
    ['a day with strokes', 'Rowan,Ann,F,3/4/1941,', { date_of_birth: '1941-04-03' }],
    ['a day as computers write it', 'Rowan,Bea,F,1941-04-03,', { date_of_birth: '1941-04-03' }],
    ['a day with a midnight behind it', 'Rowan,Cas,F,03/04/1942 00:00:00,', { date_of_birth: '1942-04-03' }],
    ['no day at all', 'Rowan,Dot,F,,', { date_of_birth: null }],
    ['a day that no calendar has', 'Rowan,Eve,F,31/02/1941,', ['DOB', /^Not a day/]],
    ['a year of two digits', 'Rowan,Fay,F,03/04/41,', ['DOB', /^Not a day/]],
    ['a birth that is to come', 'Rowan,Gay,F,03/04/2099,', ['DOB', /cannot be after today/]],
    ['a birth 150 years ago', 'Rowan,Hal,M,03/04/1870,', ['DOB', /more than 120 years/]],
    [
      'an NHS number with spaces',
      `Rowan,Ida,F,05/06/1943,${numberA.slice(0, 3)} ${numberA.slice(3)}`,
      { nhs_number: numberA },
    ],
    ['no NHS number', 'Rowan,Joy,F,05/06/1944,', { nhs_number: null, nhs_number_unknown: true }],
    ['a number with a wrong digit', 'Rowan,Kim,F,05/06/1945,9990000001', ['NHS', /^NHS Number Invalid$/]],
    [
      'a number that a spreadsheet shortened',
      'Rowan,Kit,F,05/06/1945,9.99E+09',
      ['NHS', /^NHS Number Invalid$/],
    ],
    [
      'a number that a spreadsheet took for a fraction',
      `Rowan,Kay,F,05/06/1945,${numberB}.0`,
      ['NHS', /^NHS Number Invalid$/],
    ],
    [
      'a name that lost a letter before it came here',
      'Rowan,Zo\ufffd,F,05/06/1945,',
      ['Forename', /a letter was lost/],
    ],
    [
      'a name in a space that does not break',
      '\u00a0Rowan\u00a0,Ula,F,05/06/1946,',
      { family_name: 'Rowan' },
    ],
    ['a number that fills the box', 'Rowan,Lou,F,05/06/1946,0000000000', ['NHS', /not a real NHS number/]],
    ['a gender in their word', 'Rowan,Max,m,05/06/1947,', { first_name: 'Max' }],
    ['a gender by our name', 'Rowan,Ned,Male,05/06/1948,', { first_name: 'Ned' }],
    ['a gender that nobody knows', 'Rowan,Orla,Unbekannt,05/06/1949,', ['Sex', /not in the list/]],
    ['no gender', 'Rowan,Pat,,05/06/1950,', { first_name: 'Pat' }],
    ['no family name', ',Quin,F,05/06/1951,', ['Surname', /^Family name required$/]],
    [
      'a name that is too long',
      `Rowan${long},Rae,F,05/06/1952,`,
      ['Surname', /^Use 35 characters or fewer$/],
    ],
    [
      'a name with an accent and an apostrophe',
      'Rowan,Siân O’Dea,F,05/06/1953,',
      { first_name: 'Siân O’Dea' },
    ],
    ['a cell that spills over two lines', '"Rowan","Tess\nAnn",F,05/06/1954,', { first_name: 'Tess\nAnn' }],
  ]
  const isRefusal = (wanted: object): wanted is readonly [string, RegExp] => Array.isArray(wanted)
  it.each(rows)('%s', async (_name, row, wanted) => {
    const source = `Rows ${imports}`
    const report = await bring({ patient: [`1,${row}`] }, { source })
    if (isRefusal(wanted)) {
      const [column, message] = wanted
      expect(faults()).toEqual([
        ['patient.csv', '2', '1', column, expect.anything(), expect.stringMatching(message)],
      ])
      expect(countsOf(report)).toEqual({ patient: { rows: 1, refused: 1 } })
    } else {
      expect(faults()).toEqual([])
      const stored = await service.db.sql
        .selectFrom('patient')
        .selectAll()
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      expect(stored).toMatchObject(wanted)
    }
  })

  it('Windows-1252 with semicolons, and UTF-8 with a mark at its beginning', async () => {
    const text = `${heads.patient.replaceAll(',', ';')}\r\n1;Müllerford;Renée;F;01/02/1933;\r\n`
    await bring({ patient: { text: Buffer.from(text, 'latin1'), encoding: 'windows-1252' } })
    await bring({ patient: { text: `\ufeff${heads.patient}\n1,Łuczakwell,Zoë,F,01/02/1934,\n` } })
    expect(await people('Müllerford')).toMatchObject([{ first_name: 'Renée' }])
    expect(await people('Łuczakwell')).toMatchObject([{ first_name: 'Zoë' }])
    await expect(bring({ patient: { text: Buffer.from(text, 'latin1') } })).rejects.toThrow(
      /"encoding": "windows-1252"/,
    )
  })

  const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le')
  const sheet = `${heads.patient}\n1,Encodingham,Zoë,F,01/02/1935,\n`
  const damaged: readonly [name: string, text: Buffer, encoding: string, message: RegExp][] = [
    [
      'UTF-8 that is cut within a letter',
      Buffer.from(sheet).subarray(0, -16),
      'utf-8',
      /not written in utf-8/,
    ],
    ['a byte of Windows-1252 in UTF-8', Buffer.from(sheet, 'latin1'), 'utf-8', /not written in utf-8/],
    ['UTF-16 as UTF-8', utf16(`\ufeff${sheet}`), 'utf-8', /not written in utf-8/],
    ['UTF-16 without a mark as UTF-8', utf16(heads.patient), 'utf-8', /its bytes look like utf-16le/],
    ['UTF-16 as Windows-1252', utf16(`\ufeff${sheet}`), 'windows-1252', /its bytes look like utf-16le/],
    ['UTF-8 as UTF-16', Buffer.from(sheet), 'utf-16le', /its bytes look like utf-8/],
    ['UTF-16 from its other end', utf16(`\ufeff${sheet}`).swap16(), 'utf-16le', /in reverse order/],
    ['half a pair of UTF-16', utf16(sheet.replace('ë', '\ud800')), 'utf-16le', /not written in utf-16le/],
    ['an archive', Buffer.from('1f8b0800000000000003', 'hex'), 'utf-8', /not written in utf-8/],
    [
      'a quotation mark that is not closed',
      Buffer.from(`${sheet}2,"Open\n`),
      'utf-8',
      /cannot be read at line/,
    ],
    ['nothing', Buffer.alloc(0), 'utf-8', /is empty/],
  ]
  it.each(damaged)('%s stops it before anything is stored', async (_name, text, encoding, message) => {
    const before = await totals()
    const attempt = bring({ patient: { text, encoding: encoding as 'utf-8' } })
    await expect(attempt).rejects.toThrow(ImportProblem)
    await expect(attempt).rejects.toThrow(message)
    await expect(attempt).rejects.not.toThrow(/Encodingham/)
    expect(await totals()).toEqual(before)
  })

  it('UTF-16, and lines that end as old machines end them', async () => {
    await bring({ patient: { text: utf16(`\ufeff${sheet}`), encoding: 'utf-16le' } })
    expect(await people('Encodingham')).toMatchObject([{ first_name: 'Zoë' }])
    await bring({ patient: { text: sheet.replaceAll('\n', '\r').replace('Encoding', 'Oldline') } })
    expect(await people('Oldlineham')).toMatchObject([{ first_name: 'Zoë' }])
  })

  const semicolons = heads.patient.replaceAll(',', ';')
  const zoe = ';Zoë;F;01/02/1935;\r\n'
  it.each<[says: string, text: string, given: Partial<Given>, files: string]>([
    [
      'behind the line that tells Excel what separates',
      `sep=;\r\n${semicolons}\r\n1;Sepham${zoe}`,
      {},
      'Sepham',
    ],
    [
      'behind that line and a mark, with other lines',
      `\ufeff"sep=|"\n${semicolons.replaceAll(';', '|')}\n1|Sepwick${zoe.replaceAll(';', '|')}`,
      {},
      'Sepwick',
    ],
    ['over two lines', `"Id\n(old)"${semicolons.slice(2)}\r\n1;Twoham${zoe}`, { key: 'Id\n(old)' }, 'Twoham'],
    [
      'with commas within marks',
      `"Id, of old, or not, or both, or new, or none";${semicolons.slice(3)}\r\n1;Markham${zoe}`,
      { key: 'Id, of old, or not, or both, or new, or none' },
      'Markham',
    ],
    [
      'each within marks, behind a mark of UTF-8',
      `\ufeff"${semicolons.replaceAll(';', '";"')}"\r\n1;Bomham${zoe}`,
      {},
      'Bomham',
    ],
    [
      'and rows of separators alone behind all others',
      `${semicolons}\r\n1;Endham${zoe};;;;;\r\n;\r\n ; ; ; ; ; \r\n`,
      {},
      'Endham',
    ],
  ])('names of columns %s', async (_says, text, given, familyName) => {
    const report = await bring({ patient: { text, ...given } })
    expect(countsOf(report)).toEqual({ patient: { rows: 1, added: 1 } })
    expect(await people(familyName)).toMatchObject([{ first_name: 'Zoë', date_of_birth: '1935-02-01' }])
  })

  it('counts rows as a spreadsheet does, and lines as an editor does, behind the line that it does not show', async () => {
    await bring({ patient: { text: `sep=,\n${heads.patient}\n1,Seprow,Ann,F,31/02/1935,\n` } })
    expect(said()).toEqual([['patient.csv', '2', 'DOB', expect.any(String)]])
    await expect(
      bring({ patient: { text: `sep=,\n${heads.patient}\n1,"Seprow,Ann,F,,\n` } }),
    ).rejects.toThrow(/cannot be read at line 3/)
  })

  it('a day that two forms read differently, and ids that are numbers with zeros in front', async () => {
    await bring({
      patient: {
        text: `${heads.patient}\n1,Dayham,Ann,F,03/04/1935,\n01,Dayham,Bert,M,13/04/1935,\n001,Dayham,Cy,M,04/13/1945,\n`,
        fields: { ...fields.patient, dateOfBirth: { column: 'DOB', format: ['dd/MM/yyyy', 'MM/dd/yyyy'] } },
      },
    })
    expect(said()).toEqual([
      ['patient.csv', '2', 'DOB', expect.stringMatching(/^Not a day written as/) as string],
    ])
    expect(await people('Dayham')).toMatchObject([
      { first_name: 'Bert', date_of_birth: '1935-04-13' },
      { first_name: 'Cy', date_of_birth: '1945-04-13' },
    ])
  })

  it('a practice that is not in the list, or no practice', async () => {
    const patient = {
      text: `${heads.patient},GP\n1,Surgeryton,Ann,F,01/02/1935,,z99001\n2,Surgeryton,Bert,M,11/12/1936,,Y00000`,
      fields: { ...fields.patient, registeredGP: { column: 'GP' } },
    }
    await bring({ patient })
    expect(await people('Surgeryton')).toMatchObject([{ registered_gp: practice }])
    expect(faults()).toEqual([
      ['patient.csv', '3', '2', 'GP', 'Y00000', 'Choose a GP practice from the list'],
    ])
  })

  it('comments that are too long for their field', async () => {
    const referral = {
      text: `${heads.referral},Notes\n1,1,01/02/2026,,"${'x'.repeat(4001)}"`,
      fields: { ...fields.referral, comments: { column: 'Notes' } },
    }
    await bring({ patient: ['1,Wordyton,Ann,F,01/02/1935,'], referral })
    expect(faults()).toMatchObject([
      ['referral.csv', '2', '1', 'Notes', expect.anything(), 'Use 4000 characters or fewer'],
    ])
  })

  it('a discharge without any step before it closes the referral', async () => {
    await bring({ patient: ['1,Closedham,Ann,F,01/02/1935,'], referral: ['1,1,01/02/2025,01/03/2025'] })
    const [patient] = await people('Closedham')
    expect(await pathwaysOf(patient?.id ?? 0)).toMatchObject([{ discharge_date: '2025-03-01', stage: null }])
  })

  it('rows that say things in the wrong order, or of nobody', async () => {
    await bring({
      patient: ['1,Orderham,Ann,F,01/02/1935,', '2,Orderham,Zed', ',Orderham,Bob,M,01/02/1931,'],
      referral: ['1,1,01/02/2025,01/01/2025', '2,1,01/02/1930,', '3,9,01/02/2025,'],
      frat: ['1,7,01/02/2025,3'],
    })
    expect(said()).toEqual([
      [
        'patient.csv',
        '3',
        '',
        '3 cells instead of 6: a separator or a quotation mark is missing, or one too many',
      ],
      ['patient.csv', '4', 'Id', 'The id is empty, so the row cannot be recognised'],
      ['referral.csv', '2', 'Ended', 'The date is before the referral date'],
      ['referral.csv', '3', 'Referred', 'The date is before the date of birth'],
      ['referral.csv', '4', '', 'No patient with this id is in the files, or was brought in before'],
      ['frat.csv', '2', '', 'No referral with this id is in the files, or was brought in before'],
    ])
    expect(await people('Orderham')).toHaveLength(1)
  })

  it('no first name beside one that is given, each as somebody would have typed it', async () => {
    await bring({ patient: ['1,Nonameham,Ann,F,01/02/1935,', '2,Nonameham,,F,01/02/1945,'] })
    expect(faults()).toEqual([])
    expect(await people('Nonameham')).toMatchObject([
      { first_name: 'Ann', first_name_key: 'ann' },
      { first_name: null, first_name_key: '' },
    ])
  })

  it('a NUL in an NHS number or an id', async () => {
    await bring({
      patient: ['1,Nulham,Ann,F,01/02/1935,999\u0000', '2\u0000,Nulham,Bea,F,01/02/1936,'],
    })
    expect(said()).toEqual([
      ['patient.csv', '3', 'Id', 'The id holds a character that cannot be stored'],
      ['patient.csv', '2', 'NHS', expect.any(String)],
    ])
  })
})

describe('a row that cannot be read', () => {
  const cells = (row: string, found: number, wanted: number): [string, string, string, string] => {
    const [file = '', number = ''] = row.split(' ')
    return [
      `${file}.csv`,
      number,
      '',
      `${found} cells instead of ${wanted}: a separator or a quotation mark is missing, or one too many`,
    ]
  }
  const waits = (row: string, of: string): [string, string, string, string] => {
    const [[file = '', number = ''], [other = '', its = '']] = [row.split(' '), of.split(' ')]
    return [
      `${file}.csv`,
      number,
      '',
      expect.stringMatching(`^Waits for row ${its} of ${other}.csv, which was refused`) as string,
    ]
  }
  const doubled = (row: string, other: number): [string, string, string, string] => {
    const [file = '', number = ''] = row.split(' ')
    return [
      `${file}.csv`,
      number,
      file === 'patient' ? 'Id' : 'Id',
      `Row ${other} has the same id with other details: correct one of the two`,
    ]
  }
  const ann = ',Damagedham,Ann,F,01/02/1935,'
  /** The faults of each file, and how many referrals are imported nevertheless. */
  const files: readonly [
    name: string,
    files: Files,
    said: [string, string, string, string][],
    referrals: number,
  ][] = [
    [
      'of a patient',
      { patient: [`1${ann},extra`], referral: ['1,1,01/02/2026,'], nextOfKin: ['1,1,Kin'] },
      [cells('patient 2', 7, 6), waits('nextOfKin 2', 'patient 2'), waits('referral 2', 'patient 2')],
      0,
    ],
    [
      'of a referral',
      { patient: [`1${ann}`], referral: ['1,1,01/02/2026'], frat: ['1,1,05/02/2026,3'] },
      [cells('referral 2', 3, 4), waits('frat 2', 'referral 2')],
      0,
    ],
    [
      'of an assessment',
      { patient: [`1${ann}`], referral: ['1,1,01/02/2026,'], frat: ['1,1,05/02/2026'] },
      [cells('frat 2', 3, 4), waits('referral 2', 'frat 2')],
      0,
    ],
    [
      'of an assessment, with a cell too many before what it belongs to',
      { patient: [`1${ann}`], referral: ['R1,1,01/02/2026,'], frat: ['1,oops,R1,05/02/2026,3'] },
      [cells('frat 2', 5, 4), waits('referral 2', 'frat 2')],
      0,
    ],
    [
      'of an assessment, in which another was swallowed',
      {
        patient: [`1${ann}`],
        referral: ['R1,1,01/02/2025,01/03/2025', 'R2,1,01/02/2026,'],
        frat: ['1,R1,05/02/2025,"3', '2,R2,05/02/2026,3",'],
      },
      [cells('frat 2', 5, 4), waits('referral 2', 'frat 2'), waits('referral 3', 'frat 2')],
      0,
    ],
    [
      'of an assessment without an id',
      { patient: [`1${ann}`], referral: ['1,1,01/02/2026,'], frat: [',1,05/02/2026,3'] },
      [
        ['frat.csv', '2', 'Id', 'The id is empty, so the row cannot be recognised'],
        waits('referral 2', 'frat 2'),
      ],
      0,
    ],
    [
      'of an exercise plan',
      {
        patient: [`1${ann}`],
        referral: ['1,1,01/02/2026,'],
        exercise: ['1,1,05/02/2026'],
        exerciseAttendance: ['1,1,06/02/2026'],
      },
      [
        cells('exercise 2', 3, 4),
        waits('exerciseAttendance 2', 'exercise 2'),
        waits('referral 2', 'exercise 2'),
      ],
      0,
    ],
    [
      'of an attendance',
      {
        patient: [`1${ann}`],
        referral: ['1,1,01/02/2026,'],
        exercise: ['E1,1,05/02/2026,Otago'],
        exerciseAttendance: ['1,E1'],
      },
      [
        cells('exerciseAttendance 2', 2, 3),
        waits('referral 2', 'exerciseAttendance 2'),
        waits('exercise 2', 'exerciseAttendance 2'),
      ],
      0,
    ],
    [
      'of a patient that stands twice, with other details',
      { patient: [`1${ann}`, '1,Damagedham,Bert,M,01/02/1940,'], referral: ['1,1,01/02/2026,'] },
      [doubled('patient 2', 3), doubled('patient 3', 2), waits('referral 2', 'patient 2')],
      0,
    ],
    [
      'of an assessment that stands twice, for two referrals',
      {
        patient: [`1${ann}`],
        referral: ['1,1,01/02/2025,01/03/2025', '2,1,01/02/2026,', '3,1,01/02/2024,01/03/2024'],
        frat: ['1,1,05/02/2025,3', '1,2,05/02/2026,3'],
      },
      [
        doubled('frat 2', 3),
        doubled('frat 3', 2),
        waits('referral 2', 'frat 2'),
        waits('referral 3', 'frat 3'),
      ],
      1,
    ],
  ]
  it.each(files)('%s holds back what belongs to it', async (_name, given, wanted, referrals) => {
    const before = (await totals())[1]
    await bring(given)
    expect(said()).toEqual(wanted)
    expect((await totals())[1]).toBe((before ?? 0) + referrals)
  })
})

describe('what is refused', () => {
  it('holds back the whole referral, which comes in once it is put right', async () => {
    const source = 'Corrected'
    const patient = ['1,Waitham,Ann,F,01/02/1935,']
    const referral = ['1,1,01/02/2026,', '2,1,01/02/2024,01/03/2024']
    const first = await bring(
      { patient, referral, frat: ['1,1,05/02/2026,9', '2,1,06/02/2026,2'] },
      { source },
    )
    expect(countsOf(first)).toEqual({
      patient: { rows: 1, added: 1 },
      referral: { rows: 2, added: 1, waiting: 1 },
      frat: { rows: 2, refused: 1, waiting: 1 },
    })
    expect(said()).toEqual([
      [
        'referral.csv',
        '2',
        '',
        'Waits for row 2 of frat.csv, which was refused: a referral is brought in whole or not at all',
      ],
      ['frat.csv', '2', 'Score', 'FRAT score invalid'],
      [
        'frat.csv',
        '3',
        '',
        'Waits for row 2 of frat.csv, which was refused: a referral is brought in whole or not at all',
      ],
    ])
    const second = await bring(
      { patient, referral, frat: ['1,1,05/02/2026,4', '2,1,06/02/2026,2'] },
      { source },
    )
    expect(countsOf(second)).toEqual({
      patient: { rows: 1, before: 1 },
      referral: { rows: 2, added: 1, before: 1 },
      frat: { rows: 2, added: 2 },
    })
    const [person] = await people('Waitham')
    expect((await pathwaysOf(person?.id ?? 0)).map(({ stage }) => stage)).toEqual([null, 'awaitingWellbeing'])
    const changed = await bring({ patient: ['1,Waithamm,Ann,F,01/02/1935,'], referral }, { source })
    expect(countsOf(changed)).toMatchObject({ patient: { rows: 1, changed: 1 } })
    expect(await people('Waitham')).toHaveLength(1)
  })

  it('stands in a file that its owner alone may read, and formulas in it are not run', async () => {
    writeFileSync(faultsPath, '')
    chmodSync(faultsPath, 0o644)
    await bring({ patient: ['=1+1,,Ann,F,01/02/1935,'] })
    expect(statSync(faultsPath).mode & 0o777).toBe(0o600)
    expect(readFileSync(faultsPath, 'utf8')).toContain(`'=1+1`)
  })

  it('is a second open referral, unless the mapping says that it is meant', async () => {
    const patient = ['1,Twiceham,Ann,F,01/02/1935,']
    const referral = ['1,1,01/02/2026,', '2,1,01/03/2026,']
    await bring({ patient, referral }, { source: 'Twice' })
    expect(faults()).toMatchObject([
      ['referral.csv', '3', '2', 'secondReferral', '', expect.stringMatching(/open referral/)],
    ])
    const meant = { ...fields.referral, secondReferral: { constant: true } }
    await bring(
      { patient, referral: { text: [heads.referral, ...referral].join('\n'), fields: meant } },
      { source: 'Twice' },
    )
    const [person] = await people('Twiceham')
    expect(await pathwaysOf(person?.id ?? 0)).toHaveLength(2)
  })
})

describe('who may be registered already', () => {
  it('has its own UBRN: one that is open already, or stands twice in the file, is refused', async () => {
    const withUbrn = (...rows: string[]): Given => ({
      text: ['Id,Patient,Referred,Ended,UBRN', ...rows].join('\n'),
      fields: { ...fields.referral, ubrn: 'UBRN' },
    })
    const names = ['Ubrnone', 'Ubrntwo', 'Ubrnthree', 'Ubrnfour', 'Ubrnfive']
    const report = await bring({
      patient: names.map((name, place) => `${place + 1},${name},A,F,0${place + 1}/05/1941,`),
      referral: withUbrn(
        'r1,1,05/01/2026,,0000 7000 5001',
        'r2,2,05/01/2026,,000070005001',
        'r3,3,05/01/2026,05/02/2026,000070005001',
        'r4,4,05/01/2026,,7000 5001',
        'r5,5,05/01/2026,,',
      ),
    })
    expect(countsOf(report)['referral']).toEqual({ rows: 5, added: 3, refused: 2 })
    expect(said()).toEqual([
      [
        'referral.csv',
        '3',
        'UBRN',
        expect.stringContaining('Another open referral has this UBRN.') as string,
      ],
      ['referral.csv', '5', 'UBRN', 'A UBRN has 12 digits'],
    ])
    await bring({
      patient: ['1,Ubrnsix,A,F,06/05/1941,'],
      referral: withUbrn('r1,1,05/01/2026,,000070005001'),
    })
    expect(said()).toHaveLength(1)
  })

  it('is one patient where number, birth and name agree, and a question where they do not', async () => {
    const known = await aPatient(service, lead, {
      ...{ familyName: 'Alreadyham', firstName: 'Edith', dateOfBirth: '1938-05-06', nhsNumber: numberB },
    })
    const report = await bring({
      patient: [`1,Alreadyham,Edith,F,06/05/1938,${numberB}`, `2,Otherwell,Jim,M,07/08/1950,${numberB}`],
      referral: ['1,1,01/02/2026,', '2,2,01/02/2026,'],
    })
    expect(countsOf(report)).toEqual({
      patient: { rows: 2, linked: 1, refused: 1 },
      referral: { rows: 2, added: 1, waiting: 1 },
    })
    expect(await pathwaysOf(known.id)).toHaveLength(1)
    expect(faults()[0]?.[5]).toMatch(/^Another patient has or had this NHS number, with another name/)
  })

  it('is one patient by a number that PDS replaced, and keeps the present one', async () => {
    const present = nextNhsNumber()
    const former = nextNhsNumber()
    const known = await aPatient(service, lead, {
      ...{ familyName: 'Renumberham', firstName: 'Edith', dateOfBirth: '1937-05-06', nhsNumber: present },
    })
    await service.db.owner.query(`insert into former_number (patient_id, nhs_number) values ($1, $2)`, [
      known.id,
      former,
    ])
    const report = await bring({
      patient: [`1,Renumberham,Edith,F,06/05/1937,${former}`, `2,Otherwell,Tom,M,07/08/1951,${former}`],
      referral: ['1,1,01/02/2026,', '2,2,01/02/2026,'],
    })
    expect(countsOf(report)).toEqual({
      patient: { rows: 2, linked: 1, refused: 1 },
      referral: { rows: 2, added: 1, waiting: 1 },
    })
    expect(await pathwaysOf(known.id)).toHaveLength(1)
    expect(await people('Renumberham')).toMatchObject([{ nhs_number: present }])
  })

  it('stands once where a sheet has a row for each referral', async () => {
    await bring({
      patient: [`1,Sheetham,Ann,F,06/05/1939,${numberC}`, `2,Sheetham,Ann,F,06/05/1939,${numberC}`],
      referral: ['1,1,01/02/2024,01/03/2024', '2,2,01/02/2026,'],
    })
    const [person, second] = await people('Sheetham')
    expect(second).toBeUndefined()
    expect(await pathwaysOf(person?.id ?? 0)).toHaveLength(2)
  })

  it('is registered, and stands in the list of possible duplicates', async () => {
    await aPatient(service, lead, { familyName: 'Pairham', firstName: 'Margaret', dateOfBirth: '1937-03-04' })
    const report = await bring({
      patient: [
        '1,Pairham,Peggy,F,04/03/1937,',
        '2,Twinwell,Ann,F,05/03/1936,',
        '3,Twinwell,Anne,F,05/03/1936,',
      ],
    })
    expect(report.pairs).toBe(2)
    const { body } = await service.ask(listPossibleDuplicates, {}, lead)
    const names = JSON.stringify(body)
    expect(names).toMatch(/PAIRHAM.*PAIRHAM/)
    expect(names).toMatch(/TWINWELL.*TWINWELL/)
  })
})

it('brings how exercise plans ended, and refuses a stopped one without a reason', async () => {
  const day = { format: 'dd/MM/yyyy' }
  await bring({
    patient: ['1,Endingham,Ann,F,01/02/1935,', '2,Whyham,Bea,F,01/02/1936,'],
    referral: ['1,1,01/02/2026,', '2,2,01/02/2026,'],
    exercise: {
      text: [
        'Id,Ref,Date,Plan,Ended,How,Why,Where',
        '1,1,05/02/2026,Otago,06/03/2026,D,noContact,',
        '2,1,07/03/2026,Otago,06/04/2026,E,,Leisure centre',
        '3,1,07/04/2026,Otago,06/05/2026,C,,',
        '4,2,07/05/2026,Otago,06/06/2026,D,,',
      ].join('\n'),
      fields: {
        ...fields.exercise,
        completedDate: { column: 'Ended', ...day },
        endedHow: { column: 'How', values: { C: 'completed', D: 'stopped', E: 'elsewhere' } },
        ...{ stoppedReason: 'Why', elsewhereTo: 'Where' },
      },
    },
  })
  expect(said()).toContainEqual(['exercise.csv', '5', 'Why', 'Say why the plan stopped'])
  const [person] = await people('Endingham')
  const { rows } = await service.db.owner.query(
    `select ended_how, stopped_reason, elsewhere_to from exercise join pathway on pathway.id = pathway_id
     where patient_id = $1 order by exercise_plan_date`,
    [person?.id],
  )
  expect(rows).toEqual([
    { ended_how: 'stopped', stopped_reason: 'noContact', elsewhere_to: null },
    { ended_how: 'elsewhere', stopped_reason: null, elsewhere_to: 'Leisure centre' },
    { ended_how: 'completed', stopped_reason: null, elsewhere_to: null },
  ])
})

describe('rows that come after an earlier import', () => {
  const ann = (name: string) => [`1,${name},Ann,F,01/02/1935,`]
  const open = ['1,1,01/02/2026,']
  const exercises = ['1,1,05/02/2026,Otago']
  const exerciseAttendance = ['1,1,06/02/2026']
  /** Imports the patient with an open referral, runs `meanwhile`, and imports again with more rows. */
  const after = async (
    name: string,
    meanwhile: (found: { patientId: number; pathwayId: number }) => Promise<void>,
    more: Files,
    first: Files = {},
  ) => {
    const files = { patient: ann(name), referral: open, ...first }
    await bring(files, { source: name })
    expect(faults()).toEqual([])
    const [person] = await people(name)
    const patientId = person?.id ?? 0
    const [pathway] = await pathwaysOf(patientId)
    await meanwhile({ patientId, pathwayId: pathway?.id ?? 0 })
    await bring({ ...files, ...more }, { source: name })
    return { patientId, pathwayId: pathway?.id ?? 0 }
  }
  const versionOf = async (id: number): Promise<number> => {
    const [row] = await service.db.sql.selectFrom('patient').select('version').where('id', '=', id).execute()
    return row?.version ?? 0
  }
  const mergeInto = async (survivorId: number, mergedId: number) =>
    expectSaved(
      'merge',
      await service.ask(
        mergePatients,
        {
          ...{ survivorId, mergedId, takes: [], deathBeforeRecordsConfirmed: true },
          survivorVersion: await versionOf(survivorId),
          mergedVersion: await versionOf(mergedId),
        },
        lead,
      ),
    )
  const nothing = async () => undefined

  it('wait with their exercise plan when that is refused', async () => {
    await after('Planham', nothing, { exercise: ['1,1,05/02/2026,'], exerciseAttendance })
    expect(said()).toEqual([
      ['exercise.csv', '2', 'Plan', 'Exercise Plan required'],
      ['exerciseAttendance.csv', '2', '', 'Waits for row 2 of exercise.csv, which was refused'],
    ])
  })

  it('are refused where their exercise plan was deleted', async () => {
    await after(
      'Deletedham',
      async ({ pathwayId }) => {
        const { rows } = await service.db.owner.query<{ id: number }>(
          'select id from exercise where pathway_id = $1',
          [pathwayId],
        )
        const deleted = await service.ask(exercise.delete, { id: Number(rows[0]?.id), version: 1 }, lead)
        expect(deleted.status).toBe(200)
      },
      { exercise: exercises, exerciseAttendance },
      { exercise: exercises },
    )
    expect(said()).toEqual([
      ['exerciseAttendance.csv', '2', '', 'The exercise plan no longer exists: it was deleted'],
    ])
  })

  it('are refused where an assessment is of another referral now', async () => {
    await after(
      'Movedham',
      nothing,
      { referral: ['1,1,01/02/2026,', '2,1,01/02/2025,01/03/2025'], frat: ['1,2,05/02/2025,3'] },
      { frat: ['1,1,05/02/2026,3'] },
    )
    expect(said()).toEqual([
      [
        'referral.csv',
        '3',
        '',
        'Waits for row 2 of frat.csv, which was refused: a referral is brought in whole or not at all',
      ],
      ['frat.csv', '2', '', expect.stringMatching(/^Brought in before, and changed/)],
    ])
  })

  it('are refused where the record is restricted, and their referral is not looked at', async () => {
    const { patientId } = await after(
      'Restrictedham',
      async (found) => {
        const { patientId: id } = found
        const restricted = await service.ask(
          restrictRecord,
          { patientId: id, kind: 'safety', reason: 'Not safe at home' },
          await service.as('Information Governance'),
        )
        expect(restricted.status).toBe(200)
      },
      {
        referral: [...open, '2,1,01/02/2025,01/03/2025'],
        nextOfKin: ['1,1,Kin'],
        frat: ['1,1,05/02/2026,3'],
      },
    )
    const message = 'This record is restricted: record it in Surefoot, where you say why you need to see it'
    expect(said()).toEqual([
      ['nextOfKin.csv', '2', '', message],
      ['frat.csv', '2', '', message],
      ['referral.csv', '3', '', message],
    ])
    expect(await pathwaysOf(patientId)).toHaveLength(1)
  })
  it.each([
    ['the same person', 'Hiddenham', 'Edith,F,06/05/1938'],
    ['another', 'Coveredwell', 'Jim,M,07/08/1950'],
  ])(
    'say no more of a restricted record with the NHS number than a registration, of %s',
    async (_of, familyName, details) => {
      const nhsNumber = nextNhsNumber()
      const known = await aPatient(service, lead, {
        ...{ familyName, firstName: 'Edith', dateOfBirth: '1938-05-06', nhsNumber },
      })
      const governance = await service.as('Information Governance')
      const { id, version } = expectSaved(
        'restriction',
        await service.ask(
          restrictRecord,
          { patientId: known.id, kind: 'safety', reason: 'A word' },
          governance,
        ),
      )
      // The user who registers a patient takes part in the care, so the import runs as another user.
      const other = await findImporter(
        service.db.sql,
        (await service.as('Team Lead')).userName,
        usualSettings,
      )
      const mine = importer
      importer = other
      try {
        const row = `1,${familyName},${details},${nhsNumber}`
        await bring({ patient: [row], referral: ['1,1,01/02/2026,'] })
        expect(said()).toEqual([
          [
            'patient.csv',
            '2',
            'NHS',
            'Another patient already has this NHS number. Search for it to open that record.',
          ],
          ['referral.csv', '2', '', 'Waits for row 2 of patient.csv, which was refused'],
        ])
        expect(await pathwaysOf(known.id)).toEqual([])
      } finally {
        importer = mine
      }
      await service.ask(endRestriction, { id, version, endedNote: 'Over' }, governance)
    },
  )

  it('follow a record that was merged with another, also in two steps', async () => {
    const [stays, middle] = [
      await aPatient(service, lead, { nhsNumber: null, nhsNumberUnknown: true }),
      await aPatient(service, lead, { nhsNumber: null, nhsNumberUnknown: true }),
    ]
    const { pathwayId } = await after(
      'Mergedham',
      async ({ patientId }) => {
        await mergeInto(middle.id, patientId)
        await mergeInto(stays.id, middle.id)
      },
      {
        referral: [...open, '2,1,01/02/2025,01/03/2025'],
        frat: ['1,1,05/02/2026,3', '2,2,05/02/2025,2'],
        nextOfKin: ['1,1,Kin'],
      },
    )
    expect(said()).toEqual([])
    const pathways = await pathwaysOf(stays.id)
    expect(pathways).toMatchObject([{ id: pathwayId, stage: 'awaitingWellbeing' }, { stage: null }])
  })

  it('see what was stored while they waited for a lock', async () => {
    const { patientId, pathwayId } = await after('Lockham', nothing, {})
    const holder = await service.db.owner.connect()
    try {
      await holder.query('begin')
      await holder.query('select from patient where id = $1 for update', [patientId])
      await holder.query(`update pathway set discharge_date = '2026-02-20' where id = $1`, [pathwayId])
      const imported = bring(
        { patient: ann('Lockham'), referral: open, frat: ['1,1,05/02/2026,3'] },
        { source: 'Lockham' },
      )
      await expect
        .poll(async () => {
          const { rows } = await holder.query('select from pg_locks where not granted')
          return rows.length
        })
        .toBeGreaterThan(0)
      await holder.query('commit')
      await imported
    } finally {
      holder.release()
    }
    expect(said()).toEqual([['frat.csv', '2', '', expect.stringMatching(/^This referral was discharged on/)]])
    await service.db.owner.query(`update pathway set discharge_date = null where id = $1`, [pathwayId])
  })
})

describe('when others are in the way', () => {
  const row = (name: string) => ({ patient: [`1,${name},Ann,F,01/02/1935,`] })

  it('waits for a lock again, and says in a sentence when it is not given', async () => {
    const first = await bring(row('Waitingham'), { source: 'Waiting' })
    expect(first.files[0]?.counts.added).toBe(1)
    const [person] = await people('Waitingham')
    const impatient = connect(service.db.url, { connections: 2 })
    impatient.pool.on('connect', (client) => void client.query('set lock_timeout = 50'))
    const holder = await service.db.owner.connect()
    try {
      await holder.query('begin')
      await holder.query('select from patient where id = $1 for update', [person?.id])
      const more = { ...row('Waitingham'), referral: ['1,1,01/02/2026,'] }
      const stopped = bring(more, { source: 'Waiting', sql: impatient.sql })
      await expect(stopped).rejects.toThrow(ImportProblem)
      await expect(stopped).rejects.toThrow(/^Somebody else was using the same records/)
      await holder.query('commit')
      const again = await bring(more, { source: 'Waiting', sql: impatient.sql })
      expect(countsOf(again)).toMatchObject({ patient: { before: 1 }, referral: { added: 1 } })
    } finally {
      holder.release()
      await impatient.close()
    }
  })

  it.each([
    ['a deadlock once', '40P01', 1, null],
    ['a deadlock each time', '40P01', 9, /^Somebody else was using/],
    ['a statement that takes too long', '57014', 1, /^The database was too slow, or unavailable/],
  ])('%s: a sentence at most, and the import goes on', async (name, code, times, message) => {
    const name_ = `Deadlock ${name}`
    await service.db.owner.query(`
      create sequence tried; grant usage on sequence tried to surefoot_app;
      create function in_the_way() returns trigger language plpgsql as $$
      begin
        if nextval('tried') <= ${times} then raise exception 'in the way' using errcode = '${code}'; end if;
        return new;
      end $$;
      create trigger in_the_way before insert on import_row for each row execute function in_the_way()`)
    try {
      const done = bring(row('Deadlockham'), { source: name_ })
      if (message === null) expect(countsOf(await done)).toEqual({ patient: { rows: 1, added: 1 } })
      else await expect(done).rejects.toThrow(message)
    } finally {
      await service.db.owner.query(
        'drop trigger in_the_way on import_row; drop function in_the_way; drop sequence tried',
      )
    }
    const again = await bring(row('Deadlockham'), { source: name_ })
    expect(countsOf(again)).toMatchObject({ patient: message === null ? { before: 1 } : { added: 1 } })
  })
})

describe('two entries of one kind', () => {
  const sheet = [
    'Id,Patient,Referred,Ended,First,Score 1,Second,Score 2',
    'R1,1,01/02/2026,,03/02/2026,3,09/02/2026,4',
  ]
  const frat = (which: string, score: string, part?: string) => ({
    ...{ file: 'sheet.csv', record: 'frat', key: 'Id', of: 'Id', ...(part !== undefined && { part }) },
    fields: { ...fields.frat, assessmentDate: { column: which, format: 'dd/MM/yyyy' }, fratScore: score },
  })
  const importSheet = async (source: string, ...entries: object[]) => {
    const paths = ['patient.csv', 'sheet.csv'].map((file) => join(folder, file))
    writeFileSync(paths[0] ?? '', `${heads.patient}\n1,${source},Ann,F,01/02/1935,`)
    writeFileSync(paths[1] ?? '', sheet.join('\n'))
    const files = [
      { file: 'patient.csv', record: 'patient', key: 'Id', fields: fields.patient },
      { file: 'sheet.csv', record: 'referral', key: 'Id', of: 'Patient', fields: fields.referral },
      ...entries,
    ]
    const mapping = readMapping(JSON.stringify({ source, files }))
    return runImport(service.db.sql, { mapping, paths, importer, isDryRun: false, faultsPath })
  }

  it('on one sheet are two records where each has a part', async () => {
    const entries = [frat('First', 'Score 1'), frat('Second', 'Score 2', 'second')]
    const done = await importSheet('Partham', ...entries)
    expect(said()).toEqual([])
    expect(done.files.map(({ record, part, counts }) => [record, part, counts.added])).toEqual([
      ['patient', undefined, 1],
      ['referral', undefined, 1],
      ['frat', undefined, 1],
      ['frat', 'second', 1],
    ])
    const again = await importSheet('Partham', ...entries)
    expect(again.files.map(({ counts }) => counts.before)).toEqual([1, 1, 1, 1])
  })

  it('say so where they have none', async () => {
    await importSheet('Partlessham', frat('First', 'Score 1'), frat('Second', 'Score 2'))
    expect(said()).toMatchObject([
      [
        'sheet.csv',
        '2',
        'Id',
        expect.stringMatching(/^Row 2 of sheet.csv has the same id with other details.*part/),
      ],
      ['sheet.csv', '2', 'Id', expect.anything()],
      ['sheet.csv', '2', '', expect.stringMatching(/^Waits/)],
    ])
  })

  it('can belong to parts: an attendance to the second plan of a sheet', async () => {
    const plan = { file: 'sheet.csv', record: 'exercise', key: 'Id', of: 'Id' }
    await importSheet(
      'Secondham',
      ...['First', 'Second'].map((column) => ({
        ...{ ...plan, part: column },
        fields: {
          ...fields.exercise,
          exercisePlanDate: { column, format: 'dd/MM/yyyy' },
          exercisePlan: column,
        },
      })),
      {
        ...{ file: 'sheet.csv', record: 'exerciseAttendance', key: 'Id', of: 'Id', ofPart: 'Second' },
        fields: { ...fields.exerciseAttendance, attendanceDate: { column: 'Second', format: 'dd/MM/yyyy' } },
      },
    )
    expect(said()).toEqual([])
    const { rows } = await service.db.owner.query(
      `select exercise_plan from exercise_attendance join exercise on exercise.id = exercise_id order by exercise_attendance.id desc limit 1`,
    )
    expect(rows).toEqual([{ exercise_plan: '09/02/2026' }])
  })
})

describe('a mapping', () => {
  const wrong: readonly [name: string, mapping: unknown, message: RegExp][] = [
    ['that is not JSON', '{', /^The mapping is not JSON/],
    ['that is a file of patients', '1,Secretham,Ann', /^The mapping is not JSON(?!.*Secret)/],
    ['without a source', { files: [] }, /source: name the other system/],
    [
      'with a record that is none',
      { source: 'x', files: [{ file: 'patient.csv', record: 'person', key: 'Id', fields: {} }] },
      /choose one of patient/,
    ],
    [
      'with an unknown word',
      { source: 'x', fils: [], files: [{ file: 'patient.csv', record: 'patient', key: 'Id', fields: {} }] },
      /fils/,
    ],
    [
      'with a column that is not there',
      {
        source: 'x',
        files: [{ file: 'patient.csv', record: 'patient', key: 'Id', fields: { familyName: 'Name' } }],
      },
      /no column “Name” among the 6 of the row that names them/,
    ],
    [
      'with a field that is not there',
      {
        source: 'x',
        files: [{ file: 'patient.csv', record: 'patient', key: 'Id', fields: { surname: 'Surname' } }],
      },
      /“surname” is not a field of patient.*familyName/,
    ],
    [
      'with an entry that is not there',
      {
        source: 'x',
        files: [
          {
            file: 'patient.csv',
            record: 'patient',
            key: 'Id',
            fields: { genderId: { column: 'Sex', values: { M: 'Man' } } },
          },
        ],
      },
      /“Man”: This word is not in the list/,
    ],
    [
      'with a form of days that is none',
      {
        source: 'x',
        files: [
          {
            file: 'patient.csv',
            record: 'patient',
            key: 'Id',
            fields: { dateOfBirth: { column: 'DOB', format: 'dd/MM' } },
          },
        ],
      },
      /not a format for days/,
    ],
    [
      'with a year of two digits',
      {
        source: 'x',
        files: [
          {
            file: 'patient.csv',
            record: 'patient',
            key: 'Id',
            fields: { dateOfBirth: { column: 'DOB', format: 'dd/MM/yy' } },
          },
        ],
      },
      /yearsFrom/,
    ],
    [
      'of another file',
      { source: 'x', files: [{ file: 'other.csv', record: 'patient', key: 'Id', fields: {} }] },
      /patient.csv is not in the mapping/,
    ],
  ]
  it.each(wrong)('%s is refused before anything is read', async (_name, mapping, message) => {
    const path = join(folder, 'patient.csv')
    writeFileSync(path, heads.patient)
    const text = typeof mapping === 'string' ? mapping : JSON.stringify(mapping)
    const attempt = async () =>
      runImport(service.db.sql, {
        mapping: readMapping(text),
        paths: [path],
        importer,
        isDryRun: false,
        faultsPath,
      })
    await expect(attempt()).rejects.toThrow(ImportProblem)
    await expect(attempt()).rejects.toThrow(message)
  })

  it('is told that a column is missing without a word of the first patient', async () => {
    const attempt = bring({ patient: { text: '1,Secretham,Ann,F,01/02/1935,\n' } })
    await expect(attempt).rejects.toThrow(
      /^patient.csv has no column “Id”, “Surname”, .* among the 5 of the row that names them/,
    )
    await expect(attempt).rejects.not.toThrow(/Secretham|1935/)
    await expect(bring({ patient: { text: heads.patient.replace('Surname', 'SURNAME') } })).rejects.toThrow(
      /no column “Surname” \(but it has “SURNAME”\)/,
    )
  })

  it('is used in the name of somebody who may do all of it', async () => {
    const administrator = await service.as('System Administrator')
    await expect(findImporter(service.db.sql, administrator.userName, usualSettings)).rejects.toThrow(
      /may not register/,
    )
    await expect(findImporter(service.db.sql, 'nobody.here', usualSettings)).rejects.toThrow(/No active user/)
  })
})

it('takes every kind of record, each with what belongs to it', async () => {
  const clinicianId = { constant: 'OKAFOR, Ada (physiotherapist)' }
  const locationId = { constant: 'Outpatient clinic' }
  const day = (column: string) => ({ column, format: 'dd/MM/yyyy' })
  const [concern, second] = await service.db.sql
    .selectFrom('concern')
    .select('name')
    .where('is_active', '=', true)
    .where('red_flag_sign', 'is', null)
    .orderBy('id')
    .limit(2)
    .execute()
  const exerciseType = await service.db.sql
    .selectFrom('exercise_type')
    .select('name')
    .executeTakeFirstOrThrow()
  const equipment = await service.db.sql
    .selectFrom('equipment')
    .select('name')
    .where('code', 'is', null)
    .executeTakeFirst()
  const referTo = await service.db.sql.selectFrom('refer_to').select('name').executeTakeFirstOrThrow()
  const kinds: Record<string, { row: string; fields: object }> = {
    nextOfKin: { row: 'K1,P1,Kindham', fields: { familyName: 'A' } },
    referral: {
      row: 'R1,P1,01/02/2026',
      fields: {
        referralDate: day('A'),
        referrerId: { constant: 'GP' },
        referralMethodId: { constant: 'Letter' },
      },
    },
    frat: {
      row: 'A1,R1,02/02/2026',
      fields: { ...fields.frat, assessmentDate: day('A'), fratScore: { constant: 4 } },
    },
    wellbeing: {
      row: `W1,R1,03/02/2026,${concern?.name ?? ''}|${second?.name ?? ''}`,
      fields: { assessmentDate: day('A'), clinicianId, locationId, concerns: { column: 'B', between: '|' } },
    },
    treatmentPlan: {
      row: 'T1,R1,04/02/2026,Walk to the shop',
      fields: {
        treatmentDate: day('A'),
        assessmentDate: day('A'),
        clinicianId,
        locationId,
        patientGoals: 'B',
      },
    },
    exercise: {
      row: 'E1,R1,05/02/2026,Otago',
      fields: { exercisePlanDate: day('A'), clinicianId, exercisePlan: 'B' },
    },
    exerciseAttendance: {
      row: 'S1,E1,12/02/2026',
      fields: {
        ...{ attendanceDate: day('A'), locationId, exerciseTypeId: { constant: exerciseType.name } },
        attendanceStatus: { constant: '5' },
      },
    },
    followup: {
      row: 'C1,R1,20/03/2026,2',
      fields: { callDate: day('A'), clinicianId, fallsSinceContact: 'B' },
    },
    equipmentAssessment: { row: 'Q1,R1', fields: { equipmentId: { constant: equipment?.name ?? '' } } },
    onwardReferral: {
      row: 'O1,R1,06/02/2026',
      fields: {
        ...{ referralDate: day('A'), referralClinicianId: clinicianId },
        ...{ referToId: { constant: referTo.name }, referralMethodId: { constant: 'Letter' } },
      },
    },
    bmi: { row: 'B1,P1,07/02/2026,23.4', fields: { assessmentDate: day('A'), bmi: 'B' } },
    contactNote: {
      row: 'N1,R1,07/02/2026,Seen at home',
      fields: { contactDate: day('A'), contactType: { constant: 'visit' }, note: 'B' },
    },
    fall: { row: 'F1,P1,02/02/2026,The stairs', fields: { fallDate: day('A'), place: 'B' } },
    measure: {
      row: 'M1,R1,08/02/2026,14.2',
      fields: { measuredDate: day('A'), value: 'B', measure: { constant: 'timedUpAndGo' }, clinicianId },
    },
    medicinesReview: {
      row: 'D1,R1,08/02/2026',
      fields: { assessmentDate: day('A'), fallRiskMedicines: { constant: 'yes' } },
    },
    fallsChecklist: {
      row: 'L1,R1,08/02/2026',
      fields: { assessmentDate: day('A'), clinicianId, vision: { constant: 'done' } },
    },
    appointment: {
      row: 'V1,R1,08/02/2026,10:30',
      fields: {
        ...{ appointmentDate: day('A'), startTime: 'B', minutes: { constant: '45' }, clinicianId },
        ...{ appointmentType: { constant: 'visit' }, locationId },
      },
    },
  }
  const patient = join(folder, 'patient.csv')
  writeFileSync(patient, `${heads.patient}\nP1,Kindsham,Ann,F,01/02/1935,\n`)
  const sections: object[] = [{ file: 'patient.csv', record: 'patient', key: 'Id', fields: fields.patient }]
  const paths = [patient]
  for (const [record, { row, fields: own }] of Object.entries(kinds)) {
    const columns = ['Id', 'Of', 'A', 'B']
    const cells = row.split(',')
    writeFileSync(join(folder, `${record}.csv`), `${columns.slice(0, cells.length).join(',')}\n${row}\n`)
    paths.push(join(folder, `${record}.csv`))
    sections.push({ file: `${record}.csv`, record, key: 'Id', of: 'Of', fields: own })
  }
  const mapping = readMapping(JSON.stringify({ source: 'Kinds', files: sections }))
  const run = () => runImport(service.db.sql, { mapping, paths, importer, isDryRun: false, faultsPath })
  const done = await run()
  expect(faults()).toEqual([])
  expect(Object.values(countsOf(done))).toEqual(paths.map(() => ({ rows: 1, added: 1 })))
  const [person] = await people('Kindsham')
  const [pathway] = await pathwaysOf(person?.id ?? 0)
  const view = (await service.ask(getPathway, { id: pathway?.id ?? 0 }, lead)).body as PathwayView
  expect(view.wellbeing[0]?.concerns.map(({ name }) => name).toSorted()).toEqual(
    [concern?.name, second?.name].toSorted(),
  )
  for (const kind of [...importedRecords].filter(
    (each) => !['patient', 'nextOfKin', 'referral', 'noPlanDecision'].includes(each),
  ))
    expect([kind, (view[kind as 'frat'] as readonly unknown[]).length]).toEqual([kind, 1])
  const again = await run()
  expect(Object.values(countsOf(again))).toEqual(paths.map(() => ({ rows: 1, before: 1 })))
})

it('takes the example of the documentation as it stands there', async () => {
  const example = join(import.meta.dirname, '../../../docs/import')
  const report = await runImport(service.db.sql, {
    mapping: readMapping(readFileSync(join(example, 'mapping.json'), 'utf8')),
    paths: ['patients.csv', 'referrals.csv', 'frat.csv'].map((file) => join(example, file)),
    ...{ importer, isDryRun: false, faultsPath },
  })
  expect(faults()).toEqual([])
  expect(countsOf(report)).toEqual({
    patient: { rows: 4, added: 4 },
    referral: { rows: 4, added: 4 },
    frat: { rows: 2, added: 2 },
  })
  expect(await people('Brackenthwaite')).toMatchObject([{ deceased_date: '2026-05-02' }])
})

it('leaves everything sound', async () => {
  expect(await findings()).toEqual(sound)
  const view = await service.db.sql.selectFrom('pathway').select('id').orderBy('id').executeTakeFirstOrThrow()
  const shown = (await service.ask(getPathway, { id: view.id }, lead)).body as PathwayView
  expect(shown.stage).toBeDefined()
})
