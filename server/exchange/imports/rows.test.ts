import { describe, expect, it } from 'vitest'
import { nextNhsNumber } from '../../testing/world/factories.ts'
import { ImportProblem } from './files/problem.ts'
import {
  importWorld,
  leavesAllSound,
  countsOf,
  fields,
  heads,
  practice,
  type Given,
} from './testing/importWorld.ts'

const world = importWorld()
const { bring, faults, pathwaysOf, people, said, totals } = world

const [numberA, numberB] = [nextNhsNumber(), nextNhsNumber()]
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
    const source = `Rows ${row}`
    const report = await bring({ patient: [`1,${row}`] }, { source })
    if (isRefusal(wanted)) {
      const [column, message] = wanted
      expect(faults()).toEqual([
        ['patient.csv', '2', '1', column, expect.anything(), expect.stringMatching(message)],
      ])
      expect(countsOf(report)).toEqual({ patient: { rows: 1, refused: 1 } })
    } else {
      expect(faults()).toEqual([])
      const stored = await world.service.db.sql
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

leavesAllSound(world)
