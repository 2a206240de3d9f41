import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  downloadDocument,
  fileKindNames,
  fileKinds,
  insteadOfHeic,
  kindOfName,
} from '../../../../contract/pathways/document.ts'
import { aPathway } from '../../../testing/world/factories.ts'
import { readPdf } from '../../../testing/reading/readPdf.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { keyLengths, lockedPdf, type Lock } from '../testing/lockedPdf.ts'
import { countStored, fileOf, upload } from '../testing/uploads.ts'
import { docx, zipOf, type ZipPart } from '../testing/zip.ts'
import { representatives } from '../../../../contract/testing/representatives.ts'

/*
 * Honest files as real producers, mail gateways and scanners leave them. Each is accepted unchanged, repaired without
 * loss and reported as repaired, or refused. A repaired file has everything that the whole file had.
 */

let service: TestService
let clinician: TestUser
let pathwayId: number
beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  pathwayId = (await aPathway(service, clinician)).id
})
afterAll(() => service.close())

const send = (name: string, content: Buffer) => {
  const kind = kindOfName(name)
  const type = kind === null ? '' : fileKinds[kind].types[0]
  return upload(service, clinician, pathwayId, { file: fileOf(content, name, type) })
}
const stored = async (body: unknown): Promise<Buffer> =>
  (await service.ask(downloadDocument, { id: (body as { id: number }).id }, clinician)).body as Buffer
const corpus = (name: string): Promise<Buffer> =>
  readFile(join(import.meta.dirname, '../testing/corpus', name))

type Spoil = (whole: Buffer) => Buffer
const before = (content: Buffer, sign: string): number => content.lastIndexOf(sign)
const after = (content: Buffer, more: string | Buffer): Buffer => Buffer.concat([content, Buffer.from(more)])
/** As a text-mode transfer does, which writes Windows line endings. */
const withWindowsLines: Spoil = (content) =>
  Buffer.from(content.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1')

/** Damage to the table that says where the objects of a PDF are, or to the way readers find it. */
const tables: Record<string, Spoil> = {
  'the place of its table a few bytes off': (content) => {
    const at = before(content, 'startxref')
    const tail = content.toString('latin1', at).replace(/\d+/, (place) => String(Number(place) + 3))
    return Buffer.concat([content.subarray(0, at), Buffer.from(tail, 'latin1')])
  },
  'a line put behind its first, which moves every object': (content) => {
    const at = content.indexOf('\n') + 1
    return Buffer.concat([content.subarray(0, at), Buffer.from('%gateway\n'), content.subarray(at)])
  },
  'no place of its table': (content) => content.subarray(0, before(content, 'startxref')),
  'no number behind the word for the place of its table': (content) =>
    after(content.subarray(0, before(content, 'startxref')), 'startxref\n'),
  'eighty thousand zeros behind its end': (content) => after(content, Buffer.alloc(80_508)),
  'more than a thousand bytes behind its end': (content) =>
    after(content, `\r\n-- \r\nSent from a scanner\r\n${' '.repeat(2_000)}`),
}
/** Damage that none of our readers minds, and that needs no repair. */
const harmless: Record<string, Spoil> = {
  'no end mark': (content) => content.subarray(0, before(content, '%%EOF')),
  'a few bytes behind its end': (content) => after(content, '\r\n-- \r\nSent from a scanner\r\n'),
  'a line in front of its first': (content) => Buffer.concat([Buffer.from('X-Gateway: 1\r\n'), content]),
}
/** Blank lines that programs leave before the first line. */
const blank: Record<string, Spoil> = {
  'blank lines in front of its first': (content) => Buffer.concat([Buffer.from('\r\n\n\n'), content]),
  'more blank lines than readers look through': (content) =>
    Buffer.concat([Buffer.alloc(1_500, '\r\n'), content]),
  'blanks and zeros in front of its first': (content) => Buffer.concat([Buffer.from(' \t\f\0\0'), content]),
}
const pdfs = [
  'qpdf-plain.pdf',
  'qpdf-packed.pdf',
  'pdfkit.pdf',
  'libreoffice-writer.pdf',
  'chromium.pdf',
  'pillow.pdf',
  'pdflatex.pdf',
  'ghostscript.pdf',
]

/** PDFs that open without a password and forbid changes. */
const locks: readonly [says: string, Lock][] = [
  ...keyLengths.map((keyLength): [string, Lock] => [
    `locked against changes by ${keyLength} bits`,
    { keyLength },
  ]),
  ['locked by AES of 128 bits', { keyLength: 128, forbids: ['--use-aes=y', '--modify=none'] }],
  ['locked against printing too', { forbids: ['--print=none', '--modify=none', '--extract=n'] }],
  ['locked but for its properties', { keyLength: 256, forbids: ['--modify=none', '--cleartext-metadata'] }],
]
const locked = async (content: Buffer, lock: Lock): Promise<Buffer> => {
  const sealed = await lockedPdf(content, lock)
  if (sealed?.includes('/Encrypt') !== true) throw new Error('The PDF was not locked')
  return sealed
}

describe.each(representatives(pdfs, () => 'pdf'))('%s', (name) => {
  it.each(Object.entries(tables))('with %s is repaired, and the reply says so', async (_, spoil) => {
    const whole = await corpus(name)
    const { status, body } = await send(name, spoil(whole))
    expect({ status, body }).toMatchObject({ status: 200, body: { repaired: true } })
    expect(await readPdf(await stored(body))).toEqual(await readPdf(whole))
  })

  it.each(Object.entries(harmless))('with %s is taken as any other', async (_, spoil) => {
    const whole = await corpus(name)
    const { status, body } = await send(name, spoil(whole))
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('repaired')
    expect(await readPdf(await stored(body))).toEqual(await readPdf(whole))
  })

  it.each(Object.entries(blank))('with %s is taken', async (_, spoil) => {
    const whole = await corpus(name)
    const { status, body } = await send(name, spoil(whole))
    expect({ status, body }).toMatchObject({ status: 200 })
    expect(await readPdf(await stored(body))).toEqual(await readPdf(whole))
  })

  it.each(locks)('%s opens for everybody, and is taken and kept without encryption', async (_, lock) => {
    const whole = await corpus(name)
    const { status, body } = await send(name, await locked(whole, lock))
    expect({ status, body }).toMatchObject({ status: 200 })
    expect(body).not.toHaveProperty('repaired')
    const kept = await stored(body)
    expect(kept.includes('/Encrypt')).toBe(false)
    expect(await readPdf(kept)).toEqual(await readPdf(whole))
  })

  it.each(keyLengths)('that asks for a password (%i bits) is refused', async (keyLength) => {
    const content = await locked(await corpus(name), { keyLength, userPassword: 'walking stick' })
    const held = await countStored(service)
    expect(await send(name, content)).toMatchObject({
      status: 400,
      body: { file: 'The file is protected by a password. Save it without one and try again.' },
    })
    expect(await countStored(service)).toEqual(held)
  })

  it('of which half arrived is refused', async () => {
    const whole = await corpus(name)
    const held = await countStored(service)
    expect(await send(name, whole.subarray(0, whole.length / 2))).toMatchObject({
      status: 400,
      body: { file: 'The file is incomplete or damaged. Open it to check, then try again.' },
    })
    expect(await countStored(service)).toEqual(held)
  })

  it('is taken with all its pages and words, or refused, wherever it is cut', async () => {
    const whole = await corpus(name)
    const { pages, text } = await readPdf(whole)
    const taken: unknown[] = []
    for (const part of [0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99]) {
      const { status, body } = await send(name, whole.subarray(0, Math.floor(whole.length * part)))
      expect([200, 400]).toContain(status)
      if (status === 200) taken.push(await readPdf(await stored(body)))
    }
    for (const each of taken) expect(each).toMatchObject({ pages, text })
  })
})

/** Changes to a PDF on which other readers were reported to fail. */
const inPdf =
  (pattern: RegExp, words: string): Spoil =>
  (content) =>
    Buffer.from(content.toString('latin1').replace(pattern, words), 'latin1')
const stumbled: readonly [says: string, spoil: Spoil, isRepaired: boolean][] = [
  ['a table that begins with 1 instead of 0', inPdf(/xref\r?\n0 (\d+)/, 'xref\n1 $1'), true],
  ['another generation in its table than at its object', inPdf(/(\d{10}) 00000 n/, '$1 00001 n'), true],
  ['a stream that is longer than it says', inPdf(/\/Length \d+/, '/Length 1'), true],
  ['an object without its end', inPdf(/endobj/, ''), true],
  ['the mark of UTF-8 in front', (content) => Buffer.concat([Buffer.from('\ufeff'), content]), false],
  ['itself behind its end', (content) => Buffer.concat([content, content]), false],
]
it.each(stumbled)('a PDF with %s', async (_, spoil, isRepaired) => {
  const whole = await corpus('pdfkit.pdf')
  const { status, body } = await send('x.pdf', spoil(whole))
  expect(status).toBe(200)
  expect((body as { repaired?: true }).repaired === true).toBe(isRepaired)
  expect(await readPdf(await stored(body))).toEqual(await readPdf(whole))
})

it('a PDF that is locked against changes and damaged on the way is repaired', async () => {
  const whole = await corpus('pdfkit.pdf')
  const sealed = await locked(whole, {})
  const { status, body } = await send('x.pdf', sealed.subarray(0, before(sealed, 'startxref')))
  expect({ status, body }).toMatchObject({ status: 200, body: { repaired: true } })
  expect(await readPdf(await stored(body))).toEqual(await readPdf(whole))
})

/** The first bytes of an iPhone photo. */
const heic = Buffer.concat([
  Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1'),
  Buffer.alloc(400, 1),
])
it.each(['IMG_0042.HEIC', 'IMG_0042.heif', 'burst.heics', 'IMG_0042.jpg'])(
  'a photo in HEIC named %s is refused with what can be done',
  async (name) => {
    const held = await countStored(service)
    expect(await send(name, heic)).toMatchObject({
      status: 400,
      body: { file: insteadOfHeic(fileKindNames) },
    })
    expect(await countStored(service)).toEqual(held)
  },
)

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const wordMain = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
interface Letter {
  part?: string
  target?: string
  mark?: string
  strict?: boolean
  types?: string
  more?: readonly ZipPart[]
}
const relationships = (of: [type: string, target: string][], base = office): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${of
    .map(([type, target], at) => `<Relationship Id="rId${at}" Type="${base}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`
/** A letter as written by programs other than desktop Word. */
const letterOf = ({ part = 'word/document.xml', target = part, mark = '', ...also }: Letter): Buffer => {
  const pure = 'http://purl.oclc.org/ooxml'
  const words = also.strict
    ? `${pure}/wordprocessingml/main`
    : 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  return zipOf([
    {
      name: '[Content_Types].xml',
      content: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${part}" ContentType="${wordMain}"/>${also.types ?? ''}</Types>`,
    },
    {
      name: '_rels/.rels',
      content: relationships(
        [['officeDocument', target]],
        also.strict ? `${pure}/officeDocument/relationships` : office,
      ),
    },
    {
      name: part,
      content: `${mark}<w:document xmlns:w="${words}"><w:body><w:p><w:r><w:t>Dear Dr Green</w:t></w:r></w:p></w:body></w:document>`,
    },
    ...(also.more ?? []),
  ])
}
const partsOfLetter = (of: [type: string, target: string][]): readonly ZipPart[] => [
  { name: 'word/_rels/document.xml.rels', content: relationships(of) },
]
const letters: readonly [says: string, Letter][] = [
  ['a main part of another name, as Word Online writes it', { part: 'word/document2.xml' }],
  [
    'a stroke in front of where its main part is',
    { part: 'word/document2.xml', target: '/word/document2.xml' },
  ],
  ['the strict form of its format', { strict: true }],
  ['the mark of UTF-8 in front of its words', { mark: '\ufeff' }],
  [
    'a header and a footer that are not there',
    {
      more: partsOfLetter([
        ['header', 'header1.xml'],
        ['footer', 'footer1.xml'],
      ]),
    },
  ],
  ['a picture that is named NULL', { more: partsOfLetter([['image', 'NULL']]) }],
  [
    'a type of a part that is not there',
    {
      types:
        '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>',
    },
  ],
]
it.each(letters)('a docx with %s is taken as it is', async (_, letter) => {
  const content = letterOf(letter)
  const { status, body } = await send('x.docx', content)
  expect({ status, body }).toMatchObject({ status: 200 })
  expect((await stored(body)).equals(content)).toBe(true)
})

const incomplete = /incomplete or damaged/
const letter = 'Mrs O’Brien: “walks 10 m” – £5'
const utf16 = (text: string, isBig: boolean): Buffer => {
  const little = Buffer.from(`\ufeff${text}`, 'utf16le')
  return isBig ? little.swap16() : little
}

/** The expected result: the same bytes, a smaller file, or the reason for a refusal. */
type Outcome = 'same' | 'smaller' | RegExp
const others: readonly [says: string, name: string, content: () => Promise<Buffer> | Buffer, Outcome][] = [
  [
    'a PDF with Windows line ends in its packed streams',
    'x.pdf',
    async () => withWindowsLines(await corpus('pdfkit.pdf')),
    incomplete,
  ],
  [
    'a PDF that an editor of texts saved as UTF-8',
    'x.pdf',
    async () => Buffer.from((await corpus('pdfkit.pdf')).toString('utf8')),
    incomplete,
  ],
  ['a PDF of which only the first line came', 'x.pdf', () => Buffer.from('%PDF-1.4\n'), incomplete],
  [
    'a JPEG with bytes behind its end',
    'x.jpg',
    async () => after(await corpus('pillow.jpg'), 'SCANNER-DATA-0000'),
    'smaller',
  ],
  ['a JPEG without its end', 'x.jpg', async () => (await corpus('pillow.jpg')).subarray(0, -2), incomplete],
  [
    'a PNG with bytes behind its end',
    'x.png',
    async () => after(await corpus('pillow.png'), Buffer.alloc(16)),
    'smaller',
  ],
  ['a docx without its optional parts', 'x.docx', () => docx(), 'same'],
  ['a docx with bytes behind its end', 'x.docx', () => after(docx(), Buffer.alloc(16)), incomplete],
  [
    'text as older Windows programs write it',
    'x.txt',
    () =>
      Buffer.from(
        letter.replace(/[’“”–]/g, (sign) =>
          String.fromCharCode({ '’': 0x92, '“': 0x93, '”': 0x94, '–': 0x96 }[sign] ?? 63),
        ),
        'latin1',
      ),
    'same',
  ],
  ['text in UTF-16, little end first', 'x.txt', () => utf16(letter, false), 'same'],
  ['text in UTF-16, big end first', 'x.txt', () => utf16(letter, true), 'same'],
  ['text in UTF-8 with a mark in front', 'x.txt', () => Buffer.from(`\ufeff${letter}`), 'same'],
  [
    'text that ends in the middle of a letter of UTF-8',
    'x.txt',
    () => Buffer.from('Mrs O’').subarray(0, -1),
    'same',
  ],
  [
    'an RTF with bytes behind its end',
    'x.rtf',
    async () => after(await corpus('pandoc.rtf'), '\r\n\u0000\u0000'),
    'smaller',
  ],
]

it.each(others)('%s', async (_, name, make, outcome) => {
  const content = await make()
  const { status, body } = await send(name, content)
  if (outcome instanceof RegExp) {
    expect({ status, body }).toEqual({
      status: 400,
      body: { file: expect.stringMatching(outcome) as string },
    })
    return
  }
  expect({ status, body }).toMatchObject({ status: 200 })
  const kept = await stored(body)
  if (outcome === 'same') expect(kept.equals(content)).toBe(true)
  else expect(kept.length).toBeLessThan(content.length)
})
