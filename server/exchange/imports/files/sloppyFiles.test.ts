import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { nhsNumberSpellings } from '../../../../contract/testing/nhsNumbers.ts'
import { usualSettings } from '../../../accounts/settings/settings.ts'
import { nextNhsNumber } from '../../../testing/world/factories.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { findImporter, type Importer } from '../importer.ts'
import { readMapping } from './mapping.ts'
import { ImportProblem } from './problem.ts'
import { runImport, type ImportReport } from '../runImport.ts'

/* Files as spreadsheets, other systems and people leave them. */

let service: TestService
let importer: Importer
let folder: string
let faultsPath: string

beforeAll(async () => {
  service = await testService()
  const lead = await service.as('Team Lead')
  importer = await findImporter(service.db.sql, lead.userName, usualSettings)
  folder = mkdtempSync(join(tmpdir(), 'surefoot-import-'))
  faultsPath = join(folder, 'import-errors.csv')
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => service.db.owner.query('truncate patient, import_row, compared_patient cascade'))

const fields = {
  familyName: 'Surname',
  firstName: 'Forename',
  genderId: { column: 'Sex', values: { M: 'Male', F: 'Female', '': 'X' } },
  dateOfBirth: { column: 'DOB', format: ['dd/MM/yyyy'] },
  nhsNumber: 'NHS Number',
  nhsNumberUnknown: { emptyOf: 'nhsNumber' },
}
let imports = 0

const bring = async (text: string | Buffer, section: object = {}): Promise<ImportReport> => {
  imports += 1
  const path = join(folder, 'patients.csv')
  writeFileSync(path, text)
  const files = [{ file: 'patients.csv', record: 'patient', key: 'Hospital No', fields, ...section }]
  const mapping = readMapping(JSON.stringify({ source: `System ${imports}`, files }))
  return runImport(service.db.sql, { mapping, paths: [path], importer, isDryRun: false, faultsPath })
}

const names = async (): Promise<string[]> => {
  const people = await service.db.sql.selectFrom('patient').selectAll().orderBy('id').execute()
  return people.map(({ first_name, family_name }) => [first_name, family_name].filter(Boolean).join(' '))
}
const said = (): string[][] => {
  const [, ...rows] = parse(readFileSync(faultsPath, 'utf8'), { bom: true }) as unknown as string[][]
  return rows.map(([, row = '', , column = '', , message = '']) => [row, column, message])
}

const head = 'Hospital No,Surname,Forename,Sex,DOB,NHS Number'
const ann = 'A1,Askham,Ann,F,14/07/1945,'
const bea = 'A2,Bexley,Bea,F,15/07/1945,'
const lines = (...rows: string[]): string => rows.map((row) => `${row}\r\n`).join('')
const bothNames = ['Ann Askham', 'Bea Bexley']

const taken: readonly [name: string, text: string | Buffer, section: object, names: string[]][] = [
  ['extra empty cells at the end of a row', lines(head, `${ann},,,`, bea), {}, bothNames],
  ['extra empty cells at the end of every row', lines(`${head},,`, `${ann},,`, `${bea},,`), {}, bothNames],
  ['names of columns with empty cells behind them', lines(`${head},,`, ann, bea), {}, bothNames],
  [
    'a line that says what separates',
    `sep=;\r\n${lines(head, ann, bea).replaceAll(',', ';')}`,
    {},
    bothNames,
  ],
  ['a title above the names', lines('Patient list exported 26/11/2026', head, ann, bea), {}, bothNames],
  [
    'titles with commas, an empty line and names that semicolons separate',
    lines('Falls service, Anytown, all patients', 'By J. Bell, 26/11/2026', '') +
      lines(head, ann, bea).replaceAll(',', ';'),
    {},
    bothNames,
  ],
  ['a title in as many cells as there are columns', lines('Patients,,,,,', head, ann, bea), {}, bothNames],
  [
    'a title behind the line that says what separates',
    `sep=,\n${lines('Patients', head, ann, bea)}`,
    {},
    bothNames,
  ],
  ['a no-break space in a name of a column', lines(head.replace('l N', 'l\u00a0N'), ann, bea), {}, bothNames],
  [
    'two spaces, and one at the end',
    lines(head.replace('l No', ' l  No ').replace(' l', 'l'), ann, bea),
    {},
    bothNames,
  ],
  ['a space of no width', lines(head.replace('Surname', '\u200bSur\u200bname'), ann, bea), {}, bothNames],
  [
    'a thin space, and one of a figure',
    lines(head.replace('l N', 'l\u2009\u2007N'), ann, bea),
    {},
    bothNames,
  ],
  ['a mark of UTF-8', `\ufeff${lines(head, ann, bea)}`, {}, bothNames],
  [
    'a mark of UTF-8, and every cell in quotation marks',
    `\ufeff${lines(...[head, ann, bea].map((row) => `"${row.replaceAll(',', '","')}"`))}`,
    {},
    bothNames,
  ],
  ['lines that end as in UNIX', lines(head, ann, bea).replaceAll('\r\n', '\n'), {}, bothNames],
  ['no line end behind the last row', lines(head, ann, bea).trimEnd(), {}, bothNames],
  ['empty lines between', lines(head, '', ann, '', '', bea, ''), {}, bothNames],
  ['tabs', lines(head, ann, bea).replaceAll(',', '\t'), {}, bothNames],
  ['more columns than the mapping names', lines(`${head},Ward`, `${ann},7`, `${bea},8`), {}, bothNames],
  ['a quotation mark that is doubled', lines(head, 'A1,"Ask""ham",Ann,F,,'), {}, ['Ann Ask"ham']],
  ['a cell over two lines', lines(`${head},Note`, `${ann},"one\r\ntwo"`, `${bea},`), {}, bothNames],
  [
    'Windows-1252',
    Buffer.from(lines(head, ann.replace('Ann', 'Zoë')), 'latin1'),
    { encoding: 'windows-1252' },
    ['Zoë Askham'],
  ],
  ['ASCII that is called Windows-1252', lines(head, ann, bea), { encoding: 'windows-1252' }, bothNames],
  [
    'UTF-16',
    Buffer.from(`\ufeff${lines(head, ann.replace('Ann', 'Zoë'))}`, 'utf16le'),
    { encoding: 'utf-16le' },
    ['Zoë Askham'],
  ],
  ['an apostrophe behind a letter with an accent', lines(head, 'A1,CAFÉ’S,Ann,F,,'), {}, ['Ann CAFÉ’S']],
  [
    'a line with the number of patients under them',
    lines(head, ann, bea, 'Total,2,,,,', 'End of report'),
    {},
    bothNames,
  ],
  ['two people of whom one is NULL', lines(head, ann, 'A3,NULL,NULL,F,,'), {}, ['Ann Askham']],
]

const damaged: readonly [
  name: string,
  rows: string[],
  said: [row: string, column: string, message: RegExp][],
][] = [
  ['a number of patients', [ann, 'Total,1,,,,'], [['3', 'Surname', /not the name of a person/]]],
  ['a line of text', [ann, 'End of report'], [['3', '', /1 cells instead of 6/]]],
  ['a line of text in empty cells', [ann, 'End of report,,,,,'], [['3', 'Surname', /Family name required/]]],
  ...['NULL', '#N/A', 'n/a', '-', '—', '?', '??', 'Unknown', ' not known ', 'Test', '.', '0', '#REF!'].map(
    (word): [string, string[], [string, string, RegExp][]] => [
      `somebody named ${word}`,
      [ann, `A2,${word},Bea,F,,`],
      [['3', 'Surname', /not the name of a person/]],
    ],
  ),
  ['UNKNOWN as a first name', [ann, 'A2,Bexley,UNKNOWN,F,,'], [['3', 'Forename', /not a name/]]],
  ['one stray quotation mark', [ann, 'A2,Bex"ley,Bea,F,,', 'A3,Corby,Cy,M,,'], [['3', '', /quotation mark/]]],
  [
    'a quotation mark within two',
    [ann, 'A2,"Step 5" high",Bea,F,,', 'A3,Corby,Cy,M,,'],
    [['3', '', /quotation mark/]],
  ],
  ['a letter that was lost', [ann, 'A2,Bex\ufffdley,Bea,F,,'], [['3', 'Surname', /letter was lost/]]],
  ['letters that were misread before', [ann, 'A2,Bexley,ZoÃ«,F,,'], [['3', 'Forename', /wrong encoding/]]],
  [
    'an apostrophe that was misread before',
    [ann, 'A2,Oâ€™Dea,Bea,F,,'],
    [['3', 'Surname', /wrong encoding/]],
  ],
  ['too few cells', [ann, 'A2,Bexley,Bea'], [['3', '', /3 cells instead of 6/]]],
  ['NULL as an NHS number', [ann, 'A2,Bexley,Bea,F,,NULL'], [['3', 'NHS Number', /Invalid/]]],
  [
    'an NHS number that lost its first 0',
    [ann, 'A2,Bexley,Bea,F,,100000002'],
    [['3', 'NHS Number', /Invalid/]],
  ],
  ['an NHS number as an exponent', [ann, 'A2,Bexley,Bea,F,,9.99E+09'], [['3', 'NHS Number', /Invalid/]]],
  ['a day that is none', [ann, 'A2,Bexley,Bea,F,Unknown,'], [['3', 'DOB', /Not a day/]]],
  ['a day as spreadsheets count them', [ann, 'A2,Bexley,Bea,F,15160,'], [['3', 'DOB', /Not a day/]]],
]

const stopped: readonly [name: string, text: string | Buffer, section: object, message: RegExp][] = [
  [
    'UTF-8 that is called Windows-1252',
    lines(head, ann.replace('Ann', 'Zoë')),
    { encoding: 'windows-1252' },
    /patients\.csv is not written in windows-1252: its bytes look like utf-8/,
  ],
  [
    'the same far down in a long file',
    lines(head, ...Array.from({ length: 3_000 }, (_, at) => `L${at},Long,Ann,F,,`), 'Z1,Long,Zoë,F,,'),
    { encoding: 'windows-1252' },
    /its bytes look like utf-8/,
  ],
  [
    'Windows-1252 that is called UTF-8',
    Buffer.from(lines(head, ann.replace('Ann', 'Zoë')), 'latin1'),
    {},
    /its bytes look like windows-1252/,
  ],
  [
    'Windows-1252 that is called UTF-16',
    Buffer.from(`${lines(head, ann.replace('Ann', 'Zoë'))} `, 'latin1'),
    { encoding: 'utf-16le' },
    /its bytes look like windows-1252/,
  ],
  [
    'a file of an old program that is called Windows-1252',
    Buffer.concat([
      Buffer.from(lines(head)),
      Buffer.from('A1,M'),
      Buffer.from([0x81]),
      Buffer.from('ller,Ann,F,,\r\n'),
    ]),
    { encoding: 'windows-1252' },
    /are not valid in that encoding/,
  ],
  ['a workbook', Buffer.from('504b0304140006000800', 'hex'), {}, /it is a workbook/],
  [
    'a quotation mark that is never closed',
    lines(
      head,
      ann,
      '',
      'A2,"Bexley,Bea,F,,',
      ...Array.from({ length: 40 }, (_, at) => `L${at},Long,Ann,F,,`),
    ),
    {},
    /cannot be read at line 4: the quotation mark/,
  ],
  [
    'one that is closed only in a later row',
    lines(head, ann, 'A2,"Bexley,Bea,F,,', 'A3,"Corby",Cy,M,,', 'A4,Derby,Di,F,,'),
    {},
    /cannot be read at line 3: the quotation mark/,
  ],
  [
    'the same behind the line that says what separates, and a title',
    `sep=,\r\n${lines('Patients', head, ann, 'A2,"Bexley,Bea,F,,')}`,
    {},
    /cannot be read at line 5/,
  ],
  [
    'no names of columns',
    lines(ann, bea),
    {},
    /has no column “Hospital No”, “Surname”, .* row that names them/,
  ],
  [
    'one column that is missing under a title',
    lines('Patient list', head.replace('Forename,', ''), 'A1,Askham,F,,'),
    {},
    /has no column “Forename” among the 5 of the row that names them/,
  ],
]

describe('a file', () => {
  it.each(taken)('with %s is taken', async (_name, text, section, wanted) => {
    await bring(text, section)
    expect(await names()).toEqual(wanted)
  })

  it.each(damaged)('with %s has that row refused, and the rest is taken', async (_name, rows, wanted) => {
    const { files } = await bring(lines(head, ...rows))
    expect(said()).toEqual(
      wanted.map(([row, column, message]) => [row, column, expect.stringMatching(message) as string]),
    )
    expect(files[0]?.counts).toMatchObject({ added: rows.length - 1, refused: 1 })
    expect((await names())[0]).toBe('Ann Askham')
  })

  it.each(stopped)(
    'with %s stops the import before anything is stored',
    async (_name, text, section, message) => {
      const attempt = bring(text, section)
      await expect(attempt).rejects.toThrow(ImportProblem)
      await expect(attempt).rejects.toThrow(message)
      await expect(attempt).rejects.not.toThrow(/Askham|Bexley/)
      expect(await names()).toEqual([])
    },
  )

  it('without the names of its columns has its first row in the file of errors', async () => {
    await expect(bring(lines(ann, bea))).rejects.toThrow(ImportProblem)
    const [, row] = parse(readFileSync(faultsPath, 'utf8'), { bom: true }) as unknown as string[][]
    expect(row).toEqual([
      'patients.csv',
      '1',
      '',
      '',
      'A1 | Askham | Ann | F | 14/07/1945 | ',
      'This row was read as the names of the columns',
    ])
  })
})

it('takes NHS numbers as people write them', async () => {
  const numbers = nhsNumberSpellings('').map(() => nextNhsNumber())
  const rows = numbers.map((number, index) => {
    const typed = nhsNumberSpellings(number)[index] ?? ''
    return `A${index},Askham,Ann,F,,"${typed.replaceAll('"', '""')}"`
  })
  await bring(lines(head, ...rows))
  const stored = await service.db.sql.selectFrom('patient').select('nhs_number').orderBy('id').execute()
  expect(stored.map(({ nhs_number }) => nhs_number)).toEqual(numbers)
})

it('lets go of what cannot be read where the mapping says so, and says in how many rows', async () => {
  const letGo = {
    fields: {
      ...fields,
      namePrefix: { column: 'Title', otherwise: null },
      nhsNumber: { column: 'NHS Number', otherwise: null },
      phoneHome: { column: 'Tel', otherwise: null, values: { none: null } },
      dateOfBirth: { ...fields.dateOfBirth, otherwise: null },
    },
  }
  const { files } = await bring(
    lines(
      `${head},Tel,Title`,
      `${ann}NULL,ex-directory,`,
      `${bea},01632 960 001,Wing Commander`,
      'A3,Corby,Cy,M,unknown,,none,',
      'A4,-,Di,F,,NULL,unknown,',
    ),
    letGo,
  )
  expect(await names()).toEqual([...bothNames, 'Cy Corby'])
  expect(files[0]?.letGo).toEqual([
    { column: 'NHS Number', rows: 1 },
    { column: 'Tel', rows: 1 },
    { column: 'Title', rows: 1 },
    { column: 'DOB', rows: 1 },
  ])
  expect(said()).toEqual([['5', 'Surname', expect.stringMatching(/not the name of a person/)]])
  const people = await service.db.sql.selectFrom('patient').selectAll().orderBy('id').execute()
  expect(people).toMatchObject([
    { nhs_number: null, nhs_number_unknown: true, phone_home: null },
    { phone_home: '01632 960 001', name_prefix_id: null },
    { date_of_birth: null, phone_home: null },
  ])
})

it('lets go of all that cannot be read in a row, though one check stops before the other', async () => {
  const letGo = {
    fields: {
      ...fields,
      phoneHome: { column: 'Tel', otherwise: null },
      postcode: { column: 'Postcode', otherwise: null },
    },
  }
  const { files } = await bring(lines(`${head},Tel,Postcode`, `${ann},ex-directory,ZZ10`), letGo)
  expect(await names()).toEqual(['Ann Askham'])
  expect(files[0]?.letGo).toEqual([
    { column: 'Tel', rows: 1 },
    { column: 'Postcode', rows: 1 },
  ])
})

it('lets go of a practice that is not in the list, beside what cannot be read', async () => {
  const letGo = {
    fields: {
      ...fields,
      registeredGP: { column: 'GP', otherwise: null },
      postcode: { column: 'Postcode', otherwise: null },
    },
  }
  const { files } = await bring(
    lines(`${head},GP,Postcode`, `${ann},Y00000,ZZ10`, `${bea},X9,ZZ10 1AA`),
    letGo,
  )
  expect(await names()).toEqual(bothNames)
  expect(files[0]?.letGo).toEqual([
    { column: 'GP', rows: 2 },
    { column: 'Postcode', rows: 1 },
  ])
})

it.each(['deceasedDate', 'consentRefusedDate'])('lets no %s go', async (field) => {
  const letGo = { fields: { ...fields, [field]: { column: 'Died', format: 'dd/MM/yyyy', otherwise: null } } }
  await expect(bring(lines(`${head},Died`, `${ann},yes`), letGo)).rejects.toThrow(
    `${field}: “otherwise”: null is not possible here`,
  )
  expect(await names()).toEqual([])
})

it('refuses a row whose days contradict each other, also where the mapping lets one of them go', async () => {
  const letGo = {
    fields: {
      ...fields,
      dateOfBirth: { ...fields.dateOfBirth, otherwise: null },
      deceasedDate: { column: 'Died', format: 'dd/MM/yyyy' },
    },
  }
  await bring(lines(`${head},Died`, 'A1,Askham,Ann,F,03/07/2018,,04/05/2010'), letGo)
  expect(await names()).toEqual([])
  expect(said()).toEqual([['2', 'Died', 'The date of death is before birth']])
})
