import { describe, expect, it } from 'vitest'
import { readFile, typeInName } from './readFile.ts'
import type { RowInFile } from './rows.ts'

const today = '2026-11-21'

/** Invented rows in the layouts of the national files. */
const practice =
  '"Z99001","EXAMPLE GREEN SURGERY","Y99","QX9","1 EXAMPLE STREET","","","SAMPLETOWN","EXAMPLESHIRE","ZZ99 9AA","19740401","","A","B","99X","20130401","","01632 960001","","","","0","","99X","","4",""'
const closed =
  '"Z99002","EXAMPLE CLOSED PRACTICE","Y99","QX9","2 EXAMPLE STREET","","","SAMPLETOWN","EXAMPLESHIRE","ZZ99 9AB","19740401","20190331","C","Z","","","","01632 960002","","","","0","","","","4",""'
const branch =
  '"Z99001001","EXAMPLE GREEN BRANCH","Y99","QX9","9 SAMPLE ROAD","","","OTHERTOWN","","ZZ99 9AD","20010101","","","","Z99001","20010101","","01632 960003","","","","0","","","","",""'
const membership = '"Z99001","99X","P","20130401","","0"'

const read = (text: string | string[]): Promise<RowInFile[]> =>
  readFile(typeof text === 'string' ? [text] : text, today)
const one = async (text: string): Promise<RowInFile | undefined> => (await read(text))[0]
const swap = (column: number, value: string, row = practice): string =>
  row
    .split(',')
    .map((cell, index) => (index === column - 1 ? `"${value}"` : cell))
    .join(',')

describe('a row of the 27 columns', () => {
  it('is read whole', async () => {
    expect(await one(practice)).toEqual({
      kind: 'organisation',
      row: 1,
      code: 'Z99001',
      name: 'EXAMPLE GREEN SURGERY',
      addressLine1: '1 EXAMPLE STREET',
      addressLine2: null,
      addressLine3: null,
      town: 'SAMPLETOWN',
      county: 'EXAMPLESHIRE',
      postcode: 'ZZ99 9AA',
      openDate: '1974-04-01',
      closeDate: null,
      statusCode: 'A',
      subTypeCode: 'B',
      setting: '4',
      parent: { parentId: '99X', joinDate: '2013-04-01', leaveDate: null, parentCode: undefined },
      doubts: [],
    })
    expect(await one(closed)).toMatchObject({ closeDate: '2019-03-31', statusCode: 'C', parent: null })
  })

  it.each([
    ['YYYY-MM-DD', '1974-04-01'],
    ['DD/MM/YYYY', '01/04/1974'],
  ])('takes days written %s', async (_, day) => {
    expect(await one(swap(11, day))).toMatchObject({ openDate: '1974-04-01' })
  })

  it.each([
    ['ACTIVE', 'A'],
    ['Inactive', 'C'],
    ['closed', 'C'],
    ['d', 'D'],
    ['PROPOSED', 'P'],
    ['B', 'B'],
  ])('takes the status %j as %s', async (word, status) => {
    expect(await one(swap(13, word))).toMatchObject({ statusCode: status })
  })

  it.each([
    ['', 'A'],
    ['20200101', 'C'],
    ['20991231', 'A'],
  ])('without a status goes by the close date %j', async (close, status) => {
    expect(await one(swap(12, close, branch))).toMatchObject({ statusCode: status })
  })

  it('takes a code in small letters, and joins a parent from the open date where no other is given', async () => {
    expect(await one(swap(1, 'z99001001', swap(16, '', branch)))).toMatchObject({
      code: 'Z99001001',
      parent: { parentId: 'Z99001', joinDate: '2001-01-01' },
    })
  })

  it.each([
    [1, '', 'No code'],
    [1, 'Z99/1', 'The code is not letters and digits'],
    [2, ' ', 'No name'],
    [10, 'ZZ99 9AA 9ZZ', 'The postcode is longer than 8 characters'],
    [11, '', 'The open date is not a day'],
    [11, '19740231', 'The open date is not a day'],
    [12, 'soon', 'The close date is not a day'],
    [12, '19731231', 'The close date is before the open date'],
    [13, 'MAYBE', 'The status is not known'],
  ])('with column %i as %j is refused: %s', async (column, value, text) => {
    const text27 = `${branch}\n${swap(column, value)}`
    expect((await read(text27))[1]).toMatchObject({ kind: 'rejected', row: 2, text })
  })

  it.each([
    [14, 'XX', 'The sub-type is not known and was left out'],
    [15, 'Z99001', 'The parent’s code is not valid: the link was left out'],
    [16, 'ever', 'A day of the link to the parent is not a day: the link was left out'],
    [17, '20120101', 'The leave date of the parent is before its join date: the link was left out'],
  ])('with column %i as %j is taken with a doubt: %s', async (column, value, doubt) => {
    expect(await one(swap(column, value))).toMatchObject({ kind: 'organisation', doubts: [doubt] })
  })
})

describe('a row of the 6 columns', () => {
  it('says who belongs to whom', async () => {
    expect(await one(membership)).toEqual({
      kind: 'membership',
      row: 1,
      code: 'Z99001',
      parentId: '99X',
      joinDate: '2013-04-01',
      leaveDate: null,
      parentCode: 'P',
    })
  })

  it.each([
    [2, '', 'The parent’s code is missing'],
    [2, 'Z99001', 'It is its own parent'],
    [3, '', 'The parent’s type is not W or P'],
    [3, 'Q', 'The parent’s type is not W or P'],
    [4, '', 'The join date is not a day'],
    [5, '20200230', 'The leave date is not a day'],
    [5, '20120101', 'The leave date is before the join date'],
  ])('with column %i as %j is refused: %s', async (column, value, text) => {
    expect(await one(swap(column, value, membership))).toMatchObject({ kind: 'rejected', text })
  })
})

describe('a file', () => {
  it.each([
    ['a byte order mark', `\uFEFF${practice}`],
    ['Windows line ends', `${practice}\r\n`],
    ['empty lines', `\n\n${practice}\n\n`],
    ['no quotes', practice.replaceAll('"', '')],
    ['a header', `Organisation Code,Name,National Grouping${',x'.repeat(24)}\n${practice}`],
    ['a header in one word', `OrganisationCode,Name${',x'.repeat(25)}\n${practice}`],
    ['a 28th, empty column', `${practice},""`],
  ])('with %s is read', async (_, text) => {
    expect(await read(text)).toMatchObject([{ kind: 'organisation', code: 'Z99001' }])
  })

  it('is read alike wherever it is cut', async () => {
    const text = `${practice}\r\n${closed}\r\n${branch}\r\n`
    const whole = await read(text)
    expect(whole).toHaveLength(3)
    for (let at = 0; at < text.length; at += 7)
      expect(await read([text.slice(0, at), text.slice(at)])).toEqual(whole)
  })

  it('numbers rows as a person finds them, with the header', async () => {
    const rows = await read(`Code,Name${',x'.repeat(25)}\n${practice}\n"Z9","TOO","FEW"\n${closed}`)
    expect(rows.map(({ row, kind }) => [row, kind])).toEqual([
      [2, 'organisation'],
      [3, 'rejected'],
      [4, 'organisation'],
    ])
    expect(rows[1]).toMatchObject({ text: '3 columns instead of 27 or 6' })
  })

  it.each([
    ['epraccur.csv', 'GP Practices'],
    ['EBRANCHS (1).CSV', 'Branch Surgeries'],
    ['egpcur.csv', 'GP Practitioner'],
    ['eccg.csv', 'Clinical Commissioning Group'],
    ['eauth.csv', 'NHS England Commissioning'],
    ['practices.csv', undefined],
    ['epcmem.csv', undefined],
  ])('%s holds %s', (name, type) => {
    expect(typeInName(name)).toBe(type)
  })
})
