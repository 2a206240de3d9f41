import { deflateSync } from 'node:zlib'
import type { Hostile } from './hostile.ts'
import { pdf, pdfOf } from './files.ts'

const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
const link = (action: string): string =>
  `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 99 99] /A ${action} >>]`

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
const asciiHex = (text: string): string => `${Buffer.from(text, 'latin1').toString('hex')}>`
const ascii85 = (text: string): string => {
  const bytes = Buffer.from(text, 'latin1')
  let written = ''
  for (let at = 0; at < bytes.length; at += 4) {
    const four = Buffer.concat([bytes.subarray(at, at + 4), Buffer.alloc(4)]).subarray(0, 4)
    let number = four.readUInt32BE()
    let five = ''
    for (let digit = 0; digit < 5; digit += 1) {
      five = String.fromCharCode(33 + (number % 85)) + five
      number = Math.floor(number / 85)
    }
    written += five.slice(0, Math.min(4, bytes.length - at) + 1)
  }
  return `${written}~>`
}
const runLength = (text: string): string => {
  const runs: string[] = []
  for (let at = 0; at < text.length; at += 128) {
    const run = text.slice(at, at + 128)
    runs.push(String.fromCharCode(run.length - 1), run)
  }
  return `${runs.join('')}\u0080`
}
/** Codes of nine bits, with the table cleared before it would need ten. */
const lzw = (text: string): string => {
  let bits = ''
  for (let at = 0; at < text.length; at += 1) {
    if (at % 200 === 0) bits += (256).toString(2).padStart(9, '0')
    bits += text.charCodeAt(at).toString(2).padStart(9, '0')
  }
  bits += (257).toString(2).padStart(9, '0')
  const bytes = bits.match(/.{1,8}/g) ?? []
  return String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)))
}
const flate = (text: string): string => latin1(deflateSync(Buffer.from(text, 'latin1')))

/** A PDF whose catalog runs an object that is packed in a stream (ISO 32000-2, 7.5.7). */
const packed = (
  encode: (text: string) => string,
  dictionary: string,
  more: readonly string[] = [],
): Buffer => {
  const inside = `6 0 ${script}`
  const data = encode(inside)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /OpenAction 6 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] >>',
    'null',
    `<< /Type /ObjStm /N 1 /First 4 ${dictionary} /Length ${data.length} >>\nstream\n${data}\nendstream`,
  ]
  const said = ['%PDF-1.7\n']
  let at = 9
  const rows: Buffer[] = []
  const row = (kind: number, where: number, index = 0) => {
    const bytes = Buffer.alloc(6)
    bytes.writeUInt8(kind, 0)
    bytes.writeUInt32BE(where, 1)
    bytes.writeUInt8(index, 5)
    rows.push(bytes)
  }
  row(0, 0)
  const write = (number: number, object: string) => {
    const text = `${number} 0 obj\n${object}\nendobj\n`
    said.push(text)
    row(1, at)
    at += text.length
  }
  objects.forEach((object, index) => write(index + 1, object))
  row(2, 5)
  more.forEach((object, index) => write(7 + index, object))
  const number = 7 + more.length
  row(1, at)
  const table = latin1(Buffer.concat(rows))
  said.push(
    `${number} 0 obj\n<< /Type /XRef /Size ${number + 1} /W [1 4 1] /Root 1 0 R /Length ${table.length} >>\nstream\n${table}\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`,
  )
  return Buffer.from(said.join(''), 'latin1')
}

const harmless = (says: string, content: Buffer): Hostile => ({
  says: `PDF: ${says}`,
  name: 'letter.pdf',
  content,
})
const refused = (says: string, content: Buffer, why: RegExp): Hostile => ({
  says: `PDF: ${says}`,
  name: 'letter.pdf',
  content,
  why,
})

const carries = /carries another file/
const fetches = /fetches something/
const runs = /script or macro/

/** The PDF of 10 MB that once blocked the service for five minutes. */
export const tenThousandStreams = (): Buffer => {
  const words = '/ObjStm stream\n'.repeat(10_000)
  return Buffer.from(
    `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n${words.padEnd(10 * 1024 * 1024 - 400)}\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n`,
    'latin1',
  )
}

/** An object stream that claims to have a million objects, each of which reads it from the start. */
const manyPacked = (): Buffer => {
  const pairs = Array.from({ length: 200_000 }, (_, index) => `${index + 10} 0`).join(' ')
  return packed(
    () => flate(`${pairs} ${script}`),
    `/Filter /FlateDecode /N 200000 /First ${pairs.length + 1}`,
  )
}

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** Built on demand, because some are large. */
export const hostilePdfs: readonly (() => Hostile)[] = [
  () => harmless('a script when it opens', pdf({ catalog: `/OpenAction ${script}` })),
  () =>
    harmless(
      'a script with its name in numbers',
      pdf({ catalog: '/OpenAction << /S /#4aavaScrip#74 /J#53 (1) >>' }),
    ),
  () =>
    harmless(
      'a script in the names',
      pdf({ catalog: `/Names << /JavaScript << /Names [(a) ${script}] >> >>` }),
    ),
  () => harmless('a script when it is closed', pdf({ catalog: `/AA << /WC ${script} >>` })),
  () => harmless('a script when a page is turned', pdf({ page: `/AA << /O ${script} >>` })),
  () => harmless('a script behind a link', pdf({ page: link(script) })),
  () =>
    harmless(
      'a script behind a link that leads on',
      pdf({ page: link(`<< /S /URI /URI (https://nhs.uk) /Next [${script}] >>`) }),
    ),
  () =>
    harmless(
      'a script in a stream',
      pdf({
        catalog: '/OpenAction << /S /JavaScript /JS 5 0 R >>',
        objects: ['<< /Length 1 >>\nstream\n1\nendstream'],
      }),
    ),
  () =>
    harmless(
      'a script of a form',
      pdf({
        catalog: '/AcroForm << /Fields [5 0 R] /CO [5 0 R] >>',
        page: '/Annots [5 0 R]',
        objects: [
          `<< /Type /Annot /Subtype /Widget /FT /Tx /T (n) /Rect [0 0 9 9] /AA << /K ${script} /F ${script} >> >>`,
        ],
      }),
    ),
  () =>
    harmless(
      'a script of a bookmark',
      pdf({
        catalog: '/Outlines 5 0 R',
        objects: ['<< /First 6 0 R /Last 6 0 R /Count 1 >>', `<< /Title (a) /Parent 5 0 R /A ${script} >>`],
      }),
    ),
  () => harmless('a program that it starts', pdf({ catalog: '/OpenAction << /S /Launch /F (cmd.exe) >>' })),
  () =>
    harmless(
      'a program for Windows alone',
      pdf({ page: link('<< /S /Launch /Win << /F (cmd.exe) /P (/c calc) >> >>') }),
    ),
  () =>
    harmless(
      'a form that is sent when it opens',
      pdf({ catalog: '/OpenAction << /S /SubmitForm /F (http://example.org) >>' }),
    ),
  () => harmless('answers that are fetched', pdf({ page: link('<< /S /ImportData /F (x.fdf) >>') })),
  () =>
    harmless(
      'a link into a shared folder of somebody else',
      pdf({ page: link('<< /S /GoToR /F (\\\\\\\\example.org\\\\x) /D [0 /Fit] >>') }),
    ),
  () => harmless('a link into an attachment', pdf({ page: link('<< /S /GoToE /T << /R /C /N (x) >> >>') })),
  () =>
    harmless(
      'an address when it opens',
      pdf({ catalog: '/OpenAction << /S /URI /URI (http://example.org) >>' }),
    ),
  () =>
    harmless(
      'an address that is a script',
      pdf({ page: link('<< /S /URI /URI (javascript:alert\\(1\\)) >>') }),
    ),
  () => harmless('a command of the reader', pdf({ page: link('<< /S /Named /N /SaveAs >>') })),
  () => harmless('a script packed with Flate', packed(flate, '/Filter /FlateDecode')),
  () => harmless('a script packed with ASCIIHex', packed(asciiHex, '/Filter /ASCIIHexDecode')),
  () => harmless('a script packed with ASCII85', packed(ascii85, '/Filter /ASCII85Decode')),
  () => harmless('a script packed with RunLength', packed(runLength, '/Filter /RunLengthDecode')),
  () => harmless('a script packed with LZW', packed(lzw, '/Filter /LZWDecode')),
  () =>
    harmless(
      'a script packed twice',
      packed((text) => asciiHex(flate(text)), '/Filter [/ASCIIHexDecode /FlateDecode]'),
    ),
  () =>
    harmless(
      'a script packed by a filter that stands elsewhere',
      packed(flate, '/Filter 7 0 R', ['/FlateDecode']),
    ),
  () =>
    harmless(
      'a script packed behind a long dictionary',
      packed(flate, `/Note (${'x'.repeat(5000)}) /Filter /FlateDecode`),
    ),
  () => harmless('a script in an older version', olderVersion()),
  () =>
    harmless(
      'a zip at its end',
      Buffer.concat([pdf(), Buffer.from('PK\u0003\u0004PK\u0001\u0002PK\u0005\u0006'), Buffer.alloc(18)]),
    ),
  () =>
    harmless(
      'a web page in a gap',
      pdfOf([
        '<< /Type /Catalog /Pages 2 0 R >>\n%<html><script>1</script>',
        '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
      ]),
    ),
  () =>
    refused(
      'a file attached',
      pdf({
        catalog: '/Names << /EmbeddedFiles << /Names [(a) 5 0 R] >> >>',
        objects: [
          '<< /Type /Filespec /F (a.exe) /EF << /F 6 0 R >> >>',
          '<< /Type /EmbeddedFile /Length 2 >>\nstream\nMZ\nendstream',
        ],
      }),
      carries,
    ),
  () =>
    refused(
      'a file pinned to a page',
      pdf({ page: '/Annots [<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] >>]' }),
      carries,
    ),
  () =>
    refused(
      'a film',
      pdf({ page: '/Annots [<< /Type /Annot /Subtype /RichMedia /Rect [0 0 9 9] >>]' }),
      carries,
    ),
  () =>
    refused('a model', pdf({ page: '/Annots [<< /Type /Annot /Subtype /3D /Rect [0 0 9 9] >>]' }), carries),
  () =>
    refused(
      'a sound',
      pdf({ page: '/Annots [<< /Type /Annot /Subtype /#53ound /Rect [0 0 9 9] >>]' }),
      carries,
    ),
  () =>
    refused(
      'a screen',
      pdf({ page: '/Annots [<< /Type /Annot /Subtype /Screen /Rect [0 0 9 9] >>]' }),
      carries,
    ),
  () => refused('a form of XML', pdf({ catalog: '/AcroForm << /Fields [] /XFA (x) >>' }), runs),
  () =>
    refused(
      'a drawing in PostScript',
      pdf({
        page: '/X 5 0 R',
        objects: ['<< /Type /XObject /Subtype /PS /Length 1 >>\nstream\n1\nendstream'],
      }),
      runs,
    ),
  () =>
    refused(
      'a page from elsewhere',
      pdf({ page: '/X 5 0 R', objects: ['<< /Length 0 /F (http://example.org/x) >>\nstream\n\nendstream'] }),
      fetches,
    ),
  () =>
    refused(
      'a signature, which could not be kept',
      pdf({
        catalog:
          '/AcroForm << /SigFlags 3 /Fields [<< /FT /Sig /T (s) /V << /Type /Sig /ByteRange [0 1 2 3] /Contents <00> >> >>] >>',
      }),
      /digital signature/,
    ),
  () => refused('a lock', pdf({ trailer: '/Encrypt << /Filter /Unknown /V 9 >>' }), /incomplete|password/),
  () => refused('ten thousand streams that are none', tenThousandStreams(), /incomplete|complicated/),
  () => refused('an endless dictionary', pdf({ page: `/X ${nested(100_000)}` }), /incomplete|complicated/),
  () =>
    refused(
      'a filter that nobody knows',
      packed((text) => text, '/Filter /NobodyKnows'),
      /incomplete|complicated/,
    ),
  () =>
    refused(
      'a packed part that unpacks without end',
      packed(() => flate(' '.repeat(500_000_000)), '/Filter /FlateDecode'),
      /incomplete|complicated/,
    ),
  () => refused('an object stream of two hundred thousand', manyPacked(), /incomplete|complicated/),
]

/** The first version has the script. The second, which is in force, has none, but still leads to it through a table. */
const olderVersion = (): Buffer => {
  const first = pdf({ objects: [script] }).toString('latin1')
  const table = /startxref\n(\d+)/.exec(first)?.[1] ?? '0'
  const at = first.length
  const catalog = '1 0 obj\n<< /Type /Catalog /Pages 2 0 R /AA << /WC 5 0 R >> >>\nendobj\n'
  return Buffer.from(
    `${first}${catalog}xref\n1 1\n${String(at).padStart(10, '0')} 00000 n \ntrailer\n<< /Size 6 /Root 1 0 R /Prev ${table} >>\nstartxref\n${at + catalog.length}\n%%EOF\n`,
    'latin1',
  )
}
