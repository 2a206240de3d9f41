import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileKindNames, fileKinds, type FileKindName } from '../../../../contract/pathways/document.ts'
import { ValidationProblem } from '../../../platform/errors.ts'
import { ordinary, pdf, rtf } from '../testing/files.ts'
import { exifWithPlace, jpeg, jpegPart, png, pngChunk, tiff } from '../testing/pictures.ts'
import { docx, xlsx, zipOf, type ZipPart } from '../testing/zip.ts'
import { inspectContent } from './content.ts'
import { inspectApart } from './inspectionProcess.ts'
import { inspectFile } from './inspect.ts'

/* FI-1 and FI-5: nothing outside the allowed kinds is accepted, whatever it claims to be. */

const bytesOf = (content: Buffer | string) =>
  Buffer.from(typeof content === 'string' ? Buffer.from(content, 'latin1') : content)

const inspect = (name: string, content: Buffer | string, type = '', allowed = fileKindNames) =>
  inspectFile(new File([bytesOf(content)], name, { type }), allowed, inspectContent)

/** Why a file is refused; null if it is accepted. */
const refusal = async (...given: Parameters<typeof inspect>): Promise<string | null> => {
  try {
    await inspect(...given)
    return null
  } catch (error) {
    if (error instanceof ValidationProblem) return error.fields['file'] ?? ''
    throw error
  }
}

const relationship = (type: string, more = ' TargetMode="External"') =>
  `<Relationships><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="http://example.org/x"${more}/></Relationships>`
const related = (xml: string): ZipPart[] => [{ name: 'word/_rels/settings.xml.rels', content: xml }]

const kindNotAllowed = /^Choose a file of one of these kinds/
const misnamed = /^The content of the file is not /
const incomplete = /incomplete or damaged/
const script = /script or macro/
const locked = /protected by a password/
const second = /hides a second file/
const carries = /carries another file inside/
const fetches = /fetches something from elsewhere/
const unpacks = /unpacks to far more/
const pageOrScript = /web page or a script/
const pixels = /too many pixels/

/** Starts like a HEIC photo from a device other than an iPhone. */
const heic = Buffer.concat([
  Buffer.from('\0\0\0\u0018ftypmif1\0\0\0\0mif1heic', 'latin1'),
  Buffer.alloc(400, 1),
])
describe('a photo in HEIC', () => {
  const why = async (name: string, allowed: FileKindName[], by = inspectContent): Promise<unknown> =>
    inspectFile(new File([bytesOf(heic)], name), allowed, by).catch((error: unknown) =>
      error instanceof ValidationProblem ? error.fields['file'] : error,
    )
  const format = 'This photo is in HEIC, a format of iPhones and of some other devices.'
  const screenshot = 'Take a screenshot of the photo and choose that.'
  const saved =
    'On a computer, open it and save it as JPEG. For new photos on an iPhone choose Settings, Camera, Formats, Most Compatible.'

  it.each<[allowed: FileKindName[], advice: string, renamed: string]>([
    [['pdf', 'png', 'jpeg'], `${screenshot} ${saved}`, 'a.jpg'],
    [['jpeg'], saved, 'a.jpg'],
    [['png'], screenshot, 'a.png'],
    [['pdf', 'docx'], 'Choose a file of one of these kinds: PDF, Word (docx)', 'a.pdf'],
  ])(
    'is refused where %j may be with advice that can be followed, whatever its name',
    async (allowed, advice, renamed) => {
      for (const name of ['a.HEIC', renamed]) expect(await why(name, allowed)).toBe(`${format} ${advice}`)
    },
  )

  it('is known for one across processes', async () => {
    expect(await why('a.png', ['png'], inspectApart)).toBe(`${format} ${screenshot}`)
  })
})

describe('an ordinary file', () => {
  it.each(fileKindNames)(
    'of kind %s is taken as it was sent, with or without a declared type',
    async (kind) => {
      const { name, type, content } = ordinary[kind]
      for (const declared of [...fileKinds[kind].types, type, '', 'application/octet-stream']) {
        const taken = await inspect(name, content, declared)
        expect(taken.kind).toBe(kind)
        expect(taken.fileName).toBe(name)
        if (kind !== 'jpeg' && kind !== 'pdf') expect(taken.content.equals(content)).toBe(true)
      }
    },
  )

  it.each(fileKindNames)(
    'of kind %s is refused under every other name and every other type',
    async (kind) => {
      const { name, content } = ordinary[kind]
      for (const other of fileKindNames.filter((one) => one !== kind)) {
        expect(await refusal(ordinary[other].name, content)).toMatch(/is not|incomplete|password/)
        if (!(fileKinds[kind].types as readonly string[]).includes(ordinary[other].type))
          expect(await refusal(name, content, ordinary[other].type)).toMatch(misnamed)
      }
      for (const type of ['text/html', 'application/x-msdownload', 'image/svg+xml'])
        expect(await refusal(name, content, type)).toMatch(misnamed)
    },
  )

  it('is refused where the installation does not allow its kind', async () => {
    const { name, content } = ordinary.docx
    expect(await refusal(name, content, '', ['pdf', 'png'])).toBe(
      'Choose a file of one of these kinds: PDF, PNG',
    )
  })
})

const wideText = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])

const refused: [what: string, name: string, content: Buffer | string, why: RegExp][] = [
  ['a web page', 'page.html', '<html><script>alert(1)</script></html>', kindNotAllowed],
  ['a drawing with scripts', 'plan.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', kindNotAllowed],
  ['XML', 'data.xml', '<?xml version="1.0"?><a/>', kindNotAllowed],
  ['a script', 'run.js', 'alert(1)', kindNotAllowed],
  ['a batch file', 'run.bat', '@echo off', kindNotAllowed],
  ['a program', 'setup.exe', 'MZ\u0090\0', kindNotAllowed],
  ['a program behind a second ending', 'letter.pdf.exe', 'MZ\u0090\0', kindNotAllowed],
  ['a program with its name turned round', 'letter\u202efdp.exe', 'MZ\u0090\0', kindNotAllowed],
  ['a macro-enabled letter', 'letter.docm', docx(), kindNotAllowed],
  ['an old Word file', 'letter.doc', '\u00d0\u00cf\u0011\u00e0', kindNotAllowed],
  ['a zip', 'all.zip', zipOf([{ name: 'a.txt', content: 'a' }]), kindNotAllowed],
  ['a file without an ending', 'letter', pdf(), kindNotAllowed],

  ['a program named PDF', 'letter.pdf', `MZ${'\0'.repeat(200)}`, misnamed],
  ['a web page named PDF', 'letter.pdf', '<html></html>', misnamed],
  ['a web page named text', 'note.txt', '<html></html>', pageOrScript],
  ['a web page named text, after blank lines', 'note.txt', '\n\n  <!DOCTYPE html>', pageOrScript],
  ['a script inside text', 'note.txt', 'Dear all\n<SCRIPT src=x>', pageOrScript],
  ['a script inside wide text', 'note.txt', wideText('Dear all <script>'), pageOrScript],
  ['XML named text', 'note.txt', '<?xml version="1.0"?><a/>', /is not|script/],
  ['a shell script named text', 'note.txt', '#!/bin/sh\nrm -rf /\n', pageOrScript],
  [
    'a mail archive named text',
    'note.txt',
    'MIME-Version: 1.0\nContent-Type: multipart/related',
    pageOrScript,
  ],
  ['bytes named text', 'note.txt', Buffer.from([1, 2, 3, 0, 200]), misnamed],
  ['a zip named Word', 'letter.docx', zipOf([{ name: 'a.txt', content: 'a' }]), misnamed],
  ['Excel named Word', 'letter.docx', xlsx(), misnamed],
  [
    'a Word file under a password',
    'letter.docx',
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512)]),
    locked,
  ],

  ['half a PDF', 'letter.pdf', pdf().subarray(0, 300), incomplete],

  ['a picture of too many points', 'stairs.png', png({ width: 20_000, height: 20_000 }), pixels],
  ['a picture of no points', 'stairs.png', png({ width: 0 }), incomplete],
  ['a picture cut short', 'stairs.png', png().subarray(0, 60), incomplete],
  ['a picture with a wrong checksum', 'stairs.png', Buffer.from(png()).fill(9, 20, 21), incomplete],
  [
    'a picture with unknown needed parts',
    'stairs.png',
    png({ chunks: [pngChunk('ABCD', Buffer.alloc(2))] }),
    /newer kind/,
  ],
  ['a photograph of too many points', 'stairs.jpg', jpeg({ width: 30_000, height: 30_000 }), pixels],
  ['a photograph too long', 'stairs.jpg', jpeg({ width: 65_000, height: 8 }), pixels],
  ['a photograph cut short', 'stairs.jpg', jpeg().subarray(0, -2), incomplete],
  ['a photograph cut in its head', 'stairs.jpg', jpeg().subarray(0, 30), incomplete],
  [
    'a photograph without a picture',
    'stairs.jpg',
    Buffer.from([0xff, 0xd8, 0xff, 0xd9]),
    /is not|incomplete/,
  ],
  [
    'a scan that says where it was taken',
    'scan.tif',
    tiff({ entries: [[34853, 4, 8]] }),
    /where it was taken/,
  ],
  ['a scan of too many points', 'scan.tif', tiff({ width: 29_000, height: 29_000 }), pixels],
  ['a scan whose pages go round', 'scan.tif', tiff({ next: 8 }), incomplete],
  ['a scan whose pages lie outside', 'scan.tif', tiff({ next: 99_999 }), incomplete],
  [
    'a scan that is a zip too',
    'scan.tif',
    Buffer.concat([tiff(), zipOf([{ name: 'a', content: 'a' }])]),
    second,
  ],
  ['a scan that is a PDF too', 'scan.tif', Buffer.concat([tiff(), pdf()]), second],

  ['a letter with macros', 'letter.docx', docx([{ name: 'word/vbaProject.bin', content: 'x' }]), script],
  [
    'a letter with macros by type',
    'letter.docx',
    docx([], 'application/vnd.ms-word.document.macroEnabled.main+xml'),
    script,
  ],
  [
    'a template named letter',
    'letter.docx',
    docx([], 'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml'),
    misnamed,
  ],
  [
    'a table with old macros',
    'exercises.xlsx',
    xlsx([{ name: 'xl/macrosheets/sheet1.xml', content: '<x/>' }]),
    script,
  ],
  [
    'a letter with a control',
    'letter.docx',
    docx([{ name: 'word/activeX/activeX1.bin', content: 'x' }]),
    script,
  ],
  [
    'a letter with a file in it',
    'letter.docx',
    docx([{ name: 'word/embeddings/oleObject1.bin', content: 'x' }]),
    carries,
  ],
  [
    'a letter with a program in it',
    'letter.docx',
    docx([{ name: 'word/media/image1.exe', content: 'MZ' }]),
    carries,
  ],
  [
    'a letter with a web page in it',
    'letter.docx',
    docx([{ name: 'word/afchunk.html', content: '<html/>' }]),
    carries,
  ],
  [
    'a letter that fetches its template',
    'letter.docx',
    docx(related(relationship('attachedTemplate'))),
    fetches,
  ],
  ['a letter that fetches a picture', 'letter.docx', docx(related(relationship('image'))), fetches],
  [
    'a letter that fetches, spelt in numbers',
    'letter.docx',
    docx(related(relationship('attachedTemplate', ' TargetMode="&#69;xternal"'))),
    fetches,
  ],
  [
    'a letter that fetches, with a sign in the way',
    'letter.docx',
    docx(related(relationship('attachedTemplate', ` Note="a>b" TargetMode='External'`))),
    fetches,
  ],
  [
    'a letter whose references do not read',
    'letter.docx',
    docx(related('<Relationships><Relationship Type="a TargetMode="External"/></Relationships>')),
    incomplete,
  ],
  [
    'a letter with entities',
    'letter.docx',
    docx([{ name: 'word/styles.xml', content: '<!DOCTYPE a [<!ENTITY b "c">]><a/>' }]),
    incomplete,
  ],
  [
    'a letter in another alphabet',
    'letter.docx',
    docx([{ name: 'word/_rels/a.rels', content: wideText('<a/>') }]),
    incomplete,
  ],
  [
    'a letter that names a part twice',
    'letter.docx',
    docx([{ name: 'WORD/document.xml', content: '<a/>' }]),
    incomplete,
  ],
  [
    'a letter that climbs out of its folder',
    'letter.docx',
    docx([{ name: '../../evil.xml', content: '<a/>' }]),
    incomplete,
  ],
  [
    'a letter with an encrypted part',
    'letter.docx',
    docx([{ name: 'word/a.xml', content: 'x', encrypted: true }]),
    locked,
  ],
  ['a letter with a tail', 'letter.docx', Buffer.concat([docx(), Buffer.from('tail')]), incomplete],
  ['half a letter', 'letter.docx', docx().subarray(0, 300), incomplete],
  [
    'a bomb that says so',
    'letter.docx',
    docx([{ name: 'word/big.xml', content: Buffer.alloc(120_000_000, 32) }]),
    unpacks,
  ],
  [
    'a bomb that lies',
    'letter.docx',
    docx([{ name: 'word/big.xml', content: Buffer.alloc(120_000_000, 32), claimedSize: 10 }]),
    incomplete,
  ],
  [
    'a bomb of its table of contents',
    'letter.docx',
    zipOf([{ name: '[Content_Types].xml', content: Buffer.alloc(90_000_000, 32) }]),
    unpacks,
  ],
  [
    'a bomb of many parts',
    'letter.docx',
    docx(Array.from({ length: 2500 }, (_, n) => ({ name: `word/${n}.xml`, content: '' }))),
    unpacks,
  ],

  ['an RTF with an object', 'letter.rtf', rtf('{\\object\\objemb{\\*\\objdata 0105}}'), carries],
  ['an RTF with bare bytes', 'letter.rtf', rtf('\\bin5 hello'), carries],
  ['an RTF that fetches its template', 'letter.rtf', rtf('{\\*\\template http://example.org/x}'), fetches],
  [
    'an RTF that fetches a picture',
    'letter.rtf',
    rtf('{\\field{\\*\\fldinst {\\rtlch INCLUDE}{PICTURE "http://x"}}}'),
    fetches,
  ],
  [
    'an RTF that starts a program',
    'letter.rtf',
    rtf('{\\field{\\*\\fldinst DDEAUTO c:\\\\cmd.exe}}'),
    fetches,
  ],
  ['half an RTF', 'letter.rtf', rtf().subarray(0, 40), incomplete],
  ['an RTF with a tail', 'letter.rtf', Buffer.concat([rtf(), Buffer.from('MZ')]), incomplete],
]

describe('refused with a reason', () => {
  it.each(refused)('%s', async (_, name, content, why) => {
    expect(await refusal(name, content)).toMatch(why)
  })

  it('every start of every ordinary file, cut anywhere, is refused', async () => {
    for (const kind of fileKindNames.filter((one) => one !== 'txt')) {
      const { name, content } = ordinary[kind]
      // Larger steps for PDFs, which take longer to read.
      const step = kind === 'pdf' ? 13 : 1
      for (let length = 1; length < content.length; length += step) {
        const said = await refusal(name, content.subarray(0, length))
        // A PDF with all its objects is whole, and so is an RTF that lacks only what follows its last word.
        const isWhole =
          (kind === 'pdf' && length > content.lastIndexOf('endstream')) ||
          (kind === 'rtf' && content.length - length === 1)
        if (!isWhole) expect({ kind, length, said }).not.toEqual({ kind, length, said: null })
      }
    }
  })

  it('no bytes whatever come through as anything but what they are', async () => {
    const names = fileKindNames.map((kind) => ordinary[kind].name)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.uint8Array({ minLength: 1, maxLength: 300 }),
        async (name, bytes) => {
          const said = await refusal(name, Buffer.from(bytes))
          if (said === null) expect(name).toBe('note.txt')
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('a damaged ordinary file never ends in an unexpected failure', async () => {
    const kinds: FileKindName[] = [...fileKindNames]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...kinds), fc.nat(), fc.nat(255), async (kind, where, value) => {
        const { name, content } = ordinary[kind]
        const damaged = Buffer.from(content)
        damaged[where % damaged.length] = value
        await refusal(name, damaged)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('taken', () => {
  const taken: [what: string, name: string, content: Buffer | string][] = [
    ['a letter with a link that a person follows', 'letter.docx', docx(related(relationship('hyperlink')))],
    ['a letter with a picture', 'letter.docx', docx([{ name: 'word/media/image1.png', content: png() }])],
    [
      'a table with printer settings',
      'e.xlsx',
      xlsx([{ name: 'xl/printerSettings/printerSettings1.bin', content: 'x' }]),
    ],
    ['a text from an older Windows', 'note.txt', Buffer.from('Paid \u00a35 to the caf\u00e9', 'latin1')],
    ['a text in wide letters', 'note.txt', wideText('Walks well')],
    ['a text that begins like a picture', 'note.txt', 'BM is not a picture here'],
    ['an RTF with a page number', 'letter.rtf', rtf('{\\field{\\*\\fldinst PAGE}}')],
  ]
  it.each(taken)('%s', async (_, name, content) => {
    expect(await refusal(name, content)).toBeNull()
  })
})

describe('a photograph', () => {
  const secrets = [
    exifWithPlace(),
    jpegPart(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x GPSLatitude="51"/>', 'latin1')),
    jpegPart(0xed, Buffer.from('Photoshop 3.0\0 London', 'latin1')),
    jpegPart(0xe2, Buffer.from('MPF\0second picture', 'latin1')),
    jpegPart(0xfe, Buffer.from('N 51 30 26 by me')),
  ]

  it('loses where it was taken, comments and tails, and keeps which way is up', async () => {
    const sent = Buffer.concat([
      jpeg({ parts: secrets }),
      Buffer.from('tail with N 51 30 26'),
      zipOf([{ name: 'a', content: 'a' }]),
    ])
    const { content } = await inspect('stairs.jpg', sent)
    for (const secret of ['51', 'London', 'second', 'tail', 'PK'])
      expect(content.includes(secret)).toBe(false)
    const upright = jpegPart(
      0xe1,
      Buffer.from(
        '457869660000' + '4d4d002a00000008' + '0001' + '011200030000000100060000' + '00000000',
        'hex',
      ),
    )
    expect(content.equals(jpeg({ parts: [upright] }))).toBe(true)
  })

  it('keeps its colours and the points between, whatever marks they hold', async () => {
    const profile = jpegPart(0xe2, Buffer.from('ICC_PROFILE\0\u0001\u0001colours', 'latin1'))
    const coded = Buffer.from([1, 0xff, 0, 2, 0xff, 0xd3, 3, 0xff, 0, 4])
    const sent = jpeg({ parts: [profile], coded })
    const { content } = await inspect('stairs.jpeg', sent)
    expect(content.equals(sent)).toBe(true)
  })
})

it('a PNG loses where it was taken, texts and tails', async () => {
  const secrets = ['eXIf', 'tEXt', 'iTXt', 'zTXt', 'tIME', 'vpAg'].map((name) =>
    pngChunk(name, Buffer.from('N 51 30 26')),
  )
  const { content } = await inspect(
    'stairs.png',
    Buffer.concat([png({ chunks: secrets }), Buffer.from('N 51')]),
  )
  expect(content.equals(png())).toBe(true)
})
